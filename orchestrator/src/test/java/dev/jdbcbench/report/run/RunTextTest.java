package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of a run, character by character, also in a locale with a decimal comma. */
@Isolated("changes the default locale")
class RunTextTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void tableOfARunMatchesTheExpectedText(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(Rendered.wide(RunExample.local().fold().results())).isEqualTo("""
                        run 20261121-091500-local-7f3a · example, 3 forks
                        seed 42 · 3 blocks · rejected 0 of 12 forks
                        A/A control: none

                        local: client and database on client · mariadb 11.4.5-MariaDB
                        RTT: protocol 21.0 µs (p95 22.0) · tcp 31.0 µs (p95 32.0) · icmp –
                        noise: client steal 0.0 % (max 0.0), database and others up to 42 %
                        client host: load up to 1.2, not readable: frequency

                        µs per operation  mode  driver               score  ratio                    forks  B/op
                        Select1Row        text  mariadb 4.0.0  62.0 ±4.1 %  base                         3  1480
                        Select1Row        text  mysql 9.7.0    83.2 ±2.3 %  1.34 [1.32–1.37] slower      3  1480
                        Select1Row        hit   drizzle 1.4              –  –                            –     –
                        InsertBatch100    text  mariadb 4.0.0  1900 ±1.3 %  base                         3  1480
                        InsertBatch100    text  mysql 9.7.0    8000 ±3.2 %  4.21 [4.14–4.29] slower      3  1480
                        over 2 rows: mysql 9.7.0 2.38 [2.36–2.40] of mariadb 4.0.0

                        Service time of a closed loop, one connection per thread; ± is the 95 % interval of the fork means.
                        local: client and database on one host; they share its CPUs unless pinned apart.
                        ratio: the times of the same blocks divided by the base's, with its 95 % interval.
                        slower, faster: not equal, among all comparisons (Holm); = equal within 2 %; ? not decided.
                        over rows: the geometric mean of their ratios.
                        mariadb: engine MEMORY (InsertBatch100)
                        local, RTT by icmp: no ping program
                        – drizzle 1.4: Drizzle JDBC cannot prepare statements on the server (Select1Row hit)
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE"})
    void incompleteRunIsReportedWithAReason(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(Rendered.wide(RunExample.distant().fold().results()))
                .contains("· INCOMPLETE\n")
                .contains("distant: client on client, database on db1 · mariadb 11.4.5-MariaDB\n")
                .contains("InsertBatch100    text  mariadb 4.0.0        failed  –                            –     –\n")
                .contains(
                        "failed mariadb 4.0.0: java.sql.SQLException: connection reset (logs/fork-01.log):\n    distant InsertBatch100 text\n");
    }

    @Test
    void deathOfTheDatabaseIsReportedBelowTheTable() {
        assertThat(Rendered.wide(RunExample.local()
                        .lost(2, "it died, and was started again 1 s ago", true, true)
                        .fold()
                        .results()))
                .contains("""
                        the database mariadb of local died during block 2 and was started again; interrupted work was
                            repeated.
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void costsOfAnOperationAreShown(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(Rendered.text(RunDocument.counters(RunExample.local().fold().results()), 200))
                .startsWith("""
                        per operation   mode  driver          op/s  alloc B  CPU µs  questions  prepares  executes  closes  commits  rollbacks   B up  B down
                        Select1Row      text  mariadb 4.0.0  16.1k     1480    71.0          1         –         –       –        –          –  140.2     180
                        """);
    }

    /** A smoke run prints only the scores, with a column per driver. */
    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE"})
    void profileWithoutClaimsHasNoRatios(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        RunExample smoke = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 2, false)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 25, 26);
        assertThat(Rendered.wide(smoke.fold().results())).isEqualTo("""
                        run 20261121-091500-local-7f3a · example (no claims), 2 forks
                        seed 42 · 2 blocks

                        local: client and database on client · mariadb 11.4.5-MariaDB
                        RTT: protocol – · tcp – · icmp –

                        µs per operation  mode  mariadb 4.0.0  mysql 9.7.0
                        Select1Row        text           62.5         83.5
                        Do1               text           25.5            –

                        Service time of a closed loop, one connection per thread; too little was measured for comparisons.
                        local: client and database on one host; they share its CPUs unless pinned apart.
                        local, RTT by protocol: not measured
                        local, RTT by tcp: not measured
                        local, RTT by icmp: not measured
                        """);
    }

    @Test
    void smokeRunShowsNoTimes() {
        RunExample smoke = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 2, false)
                .profile(Profile.SMOKE)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84);
        assertThat(Rendered.wide(smoke.fold().results()))
                .contains("operation   mode  mariadb 4.0.0  mysql 9.7.0\n")
                .contains("Select1Row  text             ok           ok\n")
                .contains("ok: the operation works. Its times are of cold JVMs, and only in results.json.")
                .doesNotContain("µs per operation", "62.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void tableOfAQuickRunMatchesTheExpectedText(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        RunExample quick = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
                .profile(RunExample.FIVE_FORKS)
                .noise(new Noise(0.1, 41.5, null, 1.2, 0L, 0L, 0L, 2400.0, 2600.0, 3200.0, 0L))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 61.9, 63.1, 61.0, 62.4, 61.2)
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62.1, 62.8, 61.9, 62.0, 62.2)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83.2, 84.9, 81.1, 83.0, 83.5)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.DRIZZLE, 61.0, 64.9, 61.9, 60.0, 62.2)
                .measured("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 40.2, 41.1, 40.4, 39.7, 40.5)
                .measured("Select1Row", Mode.HIT, DriverCatalogue.MYSQL, 40.0, 41.3, 40.5, 39.6, 40.4)
                .unsupported("Select1Row", Mode.HIT, DriverCatalogue.DRIZZLE)
                .measured("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, 412, 420, 409, 415, 418)
                .measured("InsertBatch100", Mode.REWRITE, DriverCatalogue.MYSQL, 398, 401, 391, 396, 400)
                .rtt(RttMethod.PROTOCOL, 20.0, 21.0, 22.0)
                .rtt(RttMethod.TCP, 30.0, 31.0, 32.0)
                .rtt(RttMethod.ICMP, 20.0, 19.0, 21.0);
        assertThat(Rendered.wide(quick.fold().results())).isEqualTo("""
                        run 20261121-091500-local-7f3a · quick, 5 forks
                        seed 42 · 5 blocks · rejected 0 of 40 forks
                        A/A control: [-0.9 +1.8] % includes 0: no bias found

                        local: client and database on client · mariadb 11.4.5-MariaDB
                        RTT: protocol 21.0 µs (p95 22.0) · tcp 31.0 µs (p95 32.0) · icmp 20.0 µs (p95 21.0)
                        noise: client steal 0.1 % (max 0.1), database and others up to 42 %
                        client host: load up to 1.2, 2.4–3.2 GHz

                        µs per operation  mode     driver               score  ratio                    forks  B/op
                        Select1Row        text     mariadb 4.0.0  61.9 ±1.7 %  base                         5  1480
                        Select1Row        text     mysql 9.7.0    83.1 ±2.1 %  1.34 [1.33–1.36] slower      5  1480
                        Select1Row        text     drizzle 1.4    62.0 ±3.7 %  1.00 [0.97–1.04] ?           5  1480
                        Select1Row        hit      mariadb 4.0.0  40.4 ±1.6 %  base                         5  1480
                        Select1Row        hit      mysql 9.7.0    40.4 ±2.0 %  1.00 [0.99–1.00] =           5  1480
                        Select1Row        hit      drizzle 1.4              –  –                            –     –
                        InsertBatch100    rewrite  mariadb 4.0.0   415 ±1.3 %  base                         5  1480
                        InsertBatch100    rewrite  mysql 9.7.0     397 ±1.3 %  0.96 [0.95–0.96] faster      5  1480
                        over 3 rows: mysql 9.7.0 1.09 [1.08–1.09] of mariadb 4.0.0

                        Service time of a closed loop, one connection per thread; ± is the 95 % interval of the fork means.
                        local: client and database on one host; they share its CPUs unless pinned apart.
                        ratio: the times of the same blocks divided by the base's, with its 95 % interval.
                        slower, faster: not equal, among all comparisons (Holm); = equal within 2 %; ? not decided.
                        The A/A control is one driver measured under two names in the same groups. If its interval includes
                            0, no bias was found. Its width is not a limit for the other rows: each has an interval of its
                            own.
                        over rows: the geometric mean of their ratios.
                        mariadb: engine MEMORY (InsertBatch100)
                        – drizzle 1.4: Drizzle JDBC cannot prepare statements on the server (Select1Row hit)
                        """);
    }

    @Test
    void driversPinningCarriersAreNamed() {
        Results results = RunExample.local()
                .virtual("Select1Pool", Mode.TEXT, DriverCatalogue.MYSQL, 87.5)
                .virtual("Select1Pool", Mode.TEXT, DriverCatalogue.MARIADB, 0.0)
                .fold()
                .results();
        assertThat(Rendered.wide(results))
                .contains("mysql 9.7.0: pinned carriers: 87.5 per operation (Select1Pool(threadKind=virtual) text)")
                .contains("mariadb 4.0.0: pinned carriers: 0.00 per operation");
        assertThat(Rendered.run(results, 80).replaceAll("\\n +", " "))
                .contains("mysql 9.7.0, Select1Pool(threadKind=virtual) text: pinned carriers: 87.5 per operation")
                .doesNotContain("0.00 per operation");
    }

    /** A run with every kind of remark. */
    private static RunExample eventful() {
        return new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 8, true)
                .profile(RunExample.UNTIL_DECIDED)
                .noise(new Noise(0.0, 5.0, null, 1.2, 0L, 0L, 0L, null, null, null, 0L))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61, 62, 62.5, 61.5, 62, 62)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 60, 61, 80, 60.5, 81, 60.2, 80.5, 60.7)
                .unsettledFrom(
                        4, "Select1Row", Mode.TEXT, DriverCatalogue.DRIZZLE, 62.1, 63.1, 61, 62, 62.4, 61.5, 62.1, 62)
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62.5, 63, 61.5, 62.5, 63, 62, 62, 63)
                .measured("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 40, 41, 39, 40, 40.5, 39.5, 40, 40)
                .measured("Select1Row", Mode.HIT, DriverCatalogue.MYSQL, 36, 38, 37, 35, 37.5, 36.5, 36, 37)
                .decided("Select1Row", Mode.HIT, 9, "budget exhausted, ±2.3 %", Fact.Decided.Kind.BUDGET)
                .failed("Do1", Mode.TEXT, DriverCatalogue.MARIADB, "java.sql.SQLException: connection reset")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 30, 31, 29, 30, 30.5, 29.5, 30, 30)
                .rejected("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 3, 70, "steal 12.0 %")
                .rejected(
                        "Select1Row",
                        Mode.TEXT,
                        DriverCatalogue.MYSQL,
                        4,
                        80,
                        "steal 4.0 %, other processes 30.0 % (usually 5.0 %)")
                .rejected("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 5, 80, "stopped by a quota for 40 ms")
                .disturbed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 9, 30)
                .serviceTime("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 12345, 60.2, 66.1, 120)
                .noServiceTime("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, "it hung")
                .rtt(RttMethod.PROTOCOL, 20.0, 21.0, 22.0)
                .rtt(RttMethod.TCP, 30.0, 31.0, 32.0)
                .rtt(RttMethod.ICMP, 20.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void tableOfAnEventfulRunMatchesTheExpectedText(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(Rendered.wide(eventful().fold().results()).lines()).allMatch(line -> line.length() <= 100);
        assertThat(Rendered.wide(eventful().fold().results())).isEqualTo("""
                        run 20261121-091500-local-7f3a · default, 6–20 forks · INCOMPLETE
                        seed 42 · 9 blocks · rejected 3 of 60 forks (steal 2, blocks 3–4; other processes 1, block 4;
                          stopped by a quota 1, block 5) · disturbed but counted: 1 (steal 1, block 9)
                        A/A control: [+0.3 +1.1] % is within ±2 %: negligible

                        local: client and database on client · mariadb 11.4.5-MariaDB
                        RTT: protocol 21.0 µs (p95 22.0) · tcp 31.0 µs (p95 32.0) · icmp 20.0 µs (p95 20.0)
                        noise: client steal 0.2 % (max 10.0), database and others up to 5.0 %
                        client host: load up to 1.2

                        µs per operation  mode  driver               score     ratio                    forks  B/op
                        Select1Row        text  mariadb 4.0.0  62.0 ±0.8 %     base                         8  1480
                        Select1Row        text  mysql 9.7.0     67.3 ±13 %  †  1.09 [0.96–1.23] ?           8  1480
                        Select1Row        text  drizzle 1.4    62.0 ±0.8 %  *  1.00 [1.00–1.00] =           8  1480
                        Select1Row        hit   mariadb 4.0.0  40.0 ±1.3 %     base                         8  1480
                        Select1Row        hit   mysql 9.7.0    36.6 ±2.2 %     0.92 [0.90–0.93] faster      8  1480
                        Do1               text  mariadb 4.0.0       failed     –                            –     –
                        Do1               text  mysql 9.7.0    30.0 ±1.4 %     –                            9  1480
                        over 2 rows: mysql 9.7.0 1.00 [0.94–1.06] of mariadb 4.0.0 ‡

                        service time, µs  mode  driver          p50   p90  p95  p99  operations
                        Select1Row        text  mariadb 4.0.0  60.2  66.1    –  120       12345

                        Service time of a closed loop, one connection per thread; ± is the 95 % interval of the fork means.
                        local: client and database on one host; they share its CPUs unless pinned apart.
                        p50, p90, p95, p99: the service time of a closed loop, in a JVM of its own after the blocks; not a
                            response time.
                        ratio: the times of the same blocks divided by the base's, with its 95 % interval.
                        slower, faster: not equal, among all comparisons (Holm); = equal within 2 %; ? not decided.
                        The A/A control is one driver measured under two names in the same groups. If its interval includes
                            0, no bias was found. Its width is not a limit for the other rows: each has an interval of its
                            own.
                        over rows: the geometric mean of their ratios.
                        ‡ disturbed cells are in this mean: Select1Row text mysql 9.7.0 (†)
                        † two modes: 62 % of the forks 60.5 µs, 38 % 80.5 µs; spread over the run; cause not known:
                            Select1Row text mysql 9.7.0
                        * not settled: in a third of the forks or more the warm-up took half of the iterations:
                            Select1Row text drizzle 1.4
                        budget exhausted, ±2.3 % (Select1Row hit)
                        no service time of mysql 9.7.0: it hung (Select1Row text)
                        failed mariadb 4.0.0: java.sql.SQLException: connection reset (logs/fork-01.log) (local Do1 text)
                        """);
    }

    /**
     * The slow forks are consecutive; 3 of 8 are consecutive by chance in 6/56 of cases. In the second run,
     * neighbouring forks of other cells are slow, too.
     */
    @Test
    void slowForksAreBlamedOnTheHostOnlyWithSlowNeighbours() {
        RunExample alone = new RunExample("r", Topology.LOCAL, 8, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61, 62, 62.5, 61.5, 62, 62)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 60, 61, 80, 81, 80.5, 60.2, 60.5, 60.7);
        assertThat(Rendered.wide(alone.fold().results())).contains("""
                        † two modes: 62 % of the forks 60.5 µs, 38 % 80.5 µs; the rarer ones follow each other (by chance in
                            10.7 % of cases); cause not known:
                        """);
        RunExample both = new RunExample("r", Topology.LOCAL, 8, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 81, 82, 82.5, 61.5, 62, 62)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 60, 61, 80, 81, 80.5, 60.2, 60.5, 60.7);
        assertThat(Rendered.wide(both.fold().results()).replaceAll("\\s+", " "))
                .contains(
                        "(by chance in 10.7 % of cases); the host: forks of other cells next to the slow ones are slow, too");
    }

    @Test
    void comparisonThatDependsOnFewForksIsUndecided() {
        double[] usual = new double[20];
        double[] sometimes = new double[20];
        for (int i = 0; i < 20; i++) {
            usual[i] = 100 + i % 3;
            sometimes[i] = i % 5 == 2 ? 150 : 100 + i % 4;
        }
        assertThat(Rendered.wide(new RunExample("r", Topology.LOCAL, 20, true)
                        .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, usual)
                        .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, sometimes)
                        .fold()
                        .results()))
                .contains("] ? ")
                .contains("? not decided, because a few forks make the difference: Select1Row text mysql 9.7.0 is 1.0");
    }

    @Test
    void scenarioContrastShowsPercentagesOfTheFirstCell() {
        assertThat(Rendered.wide(eventful().contrast(Axis.SCENARIO).fold().results()))
                .contains("""
                        µs per operation  mode  driver               score     ratio                      forks  B/op
                        Select1Row        text  mariadb 4.0.0  62.0 ±0.8 %     100 %                          8  1480
                        Select1Row        text  mysql 9.7.0     67.3 ±13 %  †  109 % [95.8–123] ?             8  1480
                        Select1Row        text  drizzle 1.4    62.0 ±0.8 %  *  100 % [99.9–100] =             8  1480
                        Select1Row        hit   mariadb 4.0.0  40.0 ±1.3 %     64.5 % [64.2–64.8] faster      8  1480
                        Select1Row        hit   mysql 9.7.0    36.6 ±2.2 %     59.1 % [57.9–60.3] faster      8  1480
                        Do1               text  mariadb 4.0.0       failed     –                              –     –
                        Do1               text  mysql 9.7.0    30.0 ±1.4 %     –                              9  1480
                        """)
                .contains("ratio: the times of the same blocks in percent of the base's, with its 95 % interval.\n");
    }

    @Test
    void differingControlIsExplained() {
        RunExample run = RunExample.local().twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 66, 67, 65);
        assertThat(Rendered.wide(run.fold().results())).startsWith("""
                        run 20261121-091500-local-7f3a · example, 3 forks
                        seed 42 · 3 blocks · rejected 0 of 15 forks
                        A/A control: [+6.2 +6.7] % excludes 0: biased
                        mariadb 4.0.0 in Select1Row text differs from itself by 6.5 %: differences of that size mean nothing
                          here
                        """);
    }

    @Test
    void unfitHostAndForceAreReported() {
        RunExample run = RunExample.local()
                .goal(new Goal(Axis.DRIVER, null, null, false, true))
                .unfit(
                        "client",
                        "steal 7.0 % in the first block (median of its forks): the hypervisor gives the CPUs to others",
                        "other processes 30.0 % of all CPUs in the first block (median of its forks)");
        assertThat(Rendered.wide(run.fold().results())).startsWith("""
                        run 20261121-091500-local-7f3a · example, 3 forks
                        seed 42 · 3 blocks · forced · rejected 0 of 12 forks
                        A/A control: none
                        unfit: client, steal 7.0 % in the first block (median of its forks): the hypervisor gives the CPUs
                          to others
                        unfit: client, other processes 30.0 % of all CPUs in the first block (median of its forks)
                        """);
    }

    @Test
    void eachPlaceHasItsOwnFloor() {
        RunExample run = new RunExample("r", Topology.LOCAL, 3, true)
                .contrast(Axis.SERVER)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63.5, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 32, 33, 31)
                .server("mysql")
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 72, 73, 71)
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 72, 72, 71)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 35, 36, 34);
        assertThat(Rendered.wide(run.fold().results())).startsWith("""
                        run r · example, 3 forks
                        seed 42 · 3 blocks · rejected 0 of 18 forks
                        A/A control, local mariadb: [-0.9 +1.4] % includes 0: no bias found
                        A/A control, local mysql: [-2.4 +1.5] % includes 0: no bias found

                        local: client and database on client · mariadb 11.4.5-MariaDB
                        RTT: protocol – · tcp – · icmp –

                        µs per operation  mode  driver               score  ratio  forks  B/op
                        Select1Row        text  mariadb 4.0.0  62.0 ±4.1 %  base       3  1480
                        Do1               text  mariadb 4.0.0  32.0 ±8.1 %  base       3  1480

                        local: client and database on client · mysql 11.4.5-MariaDB
                        RTT: protocol – · tcp – · icmp –

                        µs per operation  mode  driver               score  ratio                    forks  B/op
                        Select1Row        text  mariadb 4.0.0  72.0 ±3.5 %  1.16 [1.15–1.17] slower      3  1480
                        Do1               text  mariadb 4.0.0  35.0 ±7.4 %  1.09 [1.09–1.10] slower      3  1480

                        local, over 2 rows: mysql 1.13 [1.12–1.13] of mariadb
                        """);
    }

    @Test
    void longLinesWrapButKeepUnits() {
        String text = "a".repeat(96) + " 12 % and more";
        assertThat(Page.wrapped(text, "  ")).isEqualTo("a".repeat(96) + "\n  12 % and more");
        assertThat(Page.wrapped("a".repeat(96) + " 12 µs more", "  ")).isEqualTo("a".repeat(96) + "\n  12 µs more");
        assertThat(Page.wrapped("short", "  ")).isEqualTo("short");
    }

    @Test
    void threadsHaveARateAndMemoryTableLocksAreReported() {
        RunExample run = RunExample.local();
        assertThat(Rendered.wide(run.fold().results())).doesNotContain("wait for its lock");
        run.threads(4).measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 2000, 2000, 2000);
        assertThat(Rendered.wide(run.fold().results()))
                .contains("(2.00k/s)")
                .contains("Threads that insert into one table in MEMORY wait for its lock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void noiseOfBothHostsIsBelowTheRtt(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertThat(Rendered.wide(RunExample.distant().fold().results())).contains("""
                        noise: client steal 0.2 % (max 0.5), others up to 1.5 % · database steal 1.3 % (max 1.3),
                               load up to 2.3
                        client host: load up to 1.1, 1.8–3.2 GHz, throttled for 4.5 ms, 12 segments resent

                        """);
    }

    @Test
    void runWithoutNoiseRecordsShowsNone() {
        RunExample old = new RunExample("r", Topology.LOCAL, 2, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63);
        assertThat(Rendered.wide(old.fold().results())).doesNotContain("noise");
    }

    /** Six versions of one driver do not fit side by side. */
    @Test
    void tooWideTableHasALinePerDriver() {
        RunExample wide = RunExample.local();
        for (String version : List.of("1.5.3", "2.7.12", "3.5.11", "3.5.12-SNAPSHOT+local")) {
            wide.measuredAt(version, "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 70, 71, 69);
        }
        String text = Rendered.wide(wide.fold().results());
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
        assertThat(text)
                .contains("µs per operation\nmode    driver  ")
                .containsPattern(
                        "text +mariadb 3.5.12-SNAPSHOT\\+local +70.0 ±3.6 % +1.13 \\[1.12–1.13\\] slower +3 +1480");
        String wider = Rendered.wide(RunExample.local()
                .threads(16)
                .measuredAt("3.5.11", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 70, 71, 69)
                .measuredAt("3.5.12", "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 140, 142, 138)
                .fold()
                .results());
        assertThat(wider.lines()).allMatch(line -> line.length() <= 100);
    }

    /** Benchmarks of another program may differ only in their parameters. */
    @Test
    void scenarioNameIncludesParameters() {
        String text = Rendered.wide(RunExample.local()
                .params(Map.of("count", "1000"))
                .measured("Rows", Mode.TEXT, DriverCatalogue.MARIADB, 700, 710, 690)
                .fold()
                .results());
        assertThat(text).contains("Rows(count=1000)  text  mariadb");
    }
}
