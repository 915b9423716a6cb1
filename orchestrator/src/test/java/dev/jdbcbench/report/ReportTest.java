package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.Collected;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reports letter by letter, also in a country that writes a comma for the decimal point. */
class ReportTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void theTableOfARun(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(RunText.of(RunExample.local().fold().results())).isEqualTo("""
                        run 20261121-091500-local-7f3a · profile example · seed 42

                        local: client and database on client · mariadb 11.4.5-MariaDB
                        RTT: protocol 21.0 µs (p95 22.0) · tcp 31.0 µs (p95 32.0) · icmp –
                        noise: client steal 0.0 % (max 0.0), database and others up to 41.5 %, load up to 1.2,
                               frequency not readable

                        µs per operation  mode  mariadb 4.0.0  mysql 9.7.0  drizzle 1.4
                        Select1Row        text    62.0 ±4.1 %  83.2 ±2.3 %            –
                        Select1Row        hit               –            –            –
                        InsertBatch100    text    1900 ±1.3 %  8000 ±3.2 %            –

                        Service time of a closed loop, one connection per thread; ± is the 95 % interval of the fork means.
                        local: client and database share the CPUs of one host.
                        mariadb: engine MEMORY (InsertBatch100)
                        local, RTT by icmp: no ping program
                        – drizzle 1.4: Drizzle JDBC cannot prepare statements on the server (Select1Row hit)
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE"})
    void aRunThatIsIncompleteSaysSoAndWhy(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(RunText.of(RunExample.distant().fold().results()))
                .contains("· INCOMPLETE\n")
                .contains("distant: client on client, database on db1 · mariadb 11.4.5-MariaDB\n")
                .contains("InsertBatch100    text         failed")
                .contains(
                        "failed mariadb 4.0.0: java.sql.SQLException: connection reset (logs/fork-01.log)\n    distant InsertBatch100 text\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void whatAnOperationCosts(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(RunText.counters(RunExample.local().fold().results())).startsWith("""
                        per operation   mode  driver         alloc B  CPU µs  questions  prepares  executes  closes   B up  B down
                        Select1Row      text  mariadb 4.0.0     1480    71.0          1         –         –       –  140.2     180
                        """);
    }

    @Test
    void threadsHaveARateAndTheLockOfATableInMemoryIsSaid() {
        RunExample run = RunExample.local();
        assertThat(RunText.of(run.fold().results())).doesNotContain("wait for its lock");
        run.threads(4).measured("InsertBatch100", Mode.TEXT, DriverKind.MARIADB, 2000, 2000, 2000);
        assertThat(RunText.of(run.fold().results()))
                .contains("(2.00k/s)")
                .contains("Threads that insert into one table in MEMORY wait for its lock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void whatElseHappenedOnBothHostsStandsUnderTheRtt(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(RunText.of(RunExample.distant().fold().results())).contains("""
                        noise: client steal 0.2 % (max 0.5), others up to 1.5 %, load up to 1.1, 1.8–3.2 GHz,
                               throttled for 4.5 ms, 12 segments sent again · database steal 1.3 % (max 1.3),
                               load up to 2.3

                        """);
    }

    @Test
    void aRunThatDidNotLookForNoiseSaysNothingOfIt() {
        RunExample old = new RunExample("r", Topology.LOCAL, 2, true)
                .measured("Select1Row", Mode.TEXT, DriverKind.MARIADB, 62, 63);
        assertThat(RunText.of(old.fold().results())).doesNotContain("noise");
    }

    /** Six versions of one driver do not fit beside one another. */
    @Test
    void aTableThatIsWiderThanAPageHasALineForEachDriver() {
        RunExample wide = RunExample.local();
        for (String version : List.of("1.5.3", "2.7.12", "3.5.11", "3.5.12-SNAPSHOT+local")) {
            wide.measuredAt(version, "Select1Row", Mode.TEXT, DriverKind.MARIADB, 70, 71, 69);
        }
        String text = RunText.of(wide.fold().results());
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
        assertThat(text).contains("Select1Row        text  mariadb 3.5.12-SNAPSHOT+local  70.0 ±3.6 %\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void bothSidesSideBySide(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        String text = CollectText.of(Collected.of(
                List.of(RunExample.local().fold(), RunExample.distant().fold())));
        assertThat(text).isEqualTo("""
                        runs 20261121-091500-local-7f3a, 20261121-094500-distant-1c9d (INCOMPLETE)
                        RTT: 352 µs in the protocol (p95 371), 21.0 µs on one host

                        µs per operation  mode  driver         local  distant  ratio  difference  in RTTs
                        Select1Row        text  mariadb 4.0.0   62.0      400   6.45         338      1.0
                        Select1Row        text  mysql 9.7.0     83.2      455   5.47         372      1.1
                        InsertBatch100    text  mysql 9.7.0     8000    42998   5.38       34998    105.7

                        difference = distant − local; in RTTs: how often the operation waited for the network, if the
                        distance costs nothing else.

                        without a partner:
                          unsupported: Drizzle JDBC cannot prepare statements on the server
                            local/client/client/mariadb/Select1Row/hit/drizzle@1.4/tcp/1
                            distant/client/db1/mariadb/Select1Row/hit/drizzle@1.4/tcp/1
                          ok: its distant partner is failed: java.sql.SQLException: connection reset (logs/fork-01.log)
                            local/client/client/mariadb/InsertBatch100/text/mariadb@4.0.0/tcp/1
                          failed: java.sql.SQLException: connection reset (logs/fork-01.log)
                            distant/client/db1/mariadb/InsertBatch100/text/mariadb@4.0.0/tcp/1
                        """);
        assertThat(text.lines().limit(10)).allMatch(line -> line.length() <= 100);
    }
}
