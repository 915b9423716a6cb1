package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.comparison.Collected.Label;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.collect.CollectCsv;
import dev.jdbcbench.report.collect.CollectMarkdown;
import dev.jdbcbench.report.collect.CollectText;
import dev.jdbcbench.report.page.ReportPage;
import dev.jdbcbench.report.run.RunText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedTest {
    private static final Map<String, String> ROLES = Map.of(
            "ws-17", "client",
            "ws-17.corp.example", "client",
            "db1", "database",
            "198.51.100.20", "database",
            "2001:db8::20", "database",
            "alice", "user",
            "/home/alice", "path",
            "mysql", "database");

    private static final List<String> SECRETS = List.of(
            "ws-17",
            "corp.example",
            "db1",
            "198.51.100.20",
            "2001:db8::20",
            "alice",
            "/home",
            "secret-project",
            "10.1.2.3");

    private final Shared shared = Shared.hiding(ROLES);

    /** Appends every kind of name to hide. */
    private static String planted(String text) {
        return text
                + " on ws-17 (ws-17.corp.example), DB1.corp.example:3306, jdbc:mariadb://198.51.100.20:3306/bench,"
                + " [2001:db8::20]:3306, alice@db1, /home/alice/secret-project/x.log, file:///srv/secret-project/y,"
                + " host=10.1.2.3";
    }

    private static void assertSecret(String report) {
        assertThat(SECRETS)
                .allSatisfy(
                        secret -> assertThat(report.toLowerCase(Locale.ROOT)).doesNotContain(secret));
    }

    @Test
    void noFormatOfACollectionContainsAName() {
        Collected collected = new CollectedExample()
                .runs(planted("r1"), "alice-ws-17-mariadb.log")
                .incomplete(planted("r1"))
                .differs(planted("JDK"))
                .rtt(352, 371, 21.0, planted("drift"))
                .link(planted("server"), 8010.0, 7900.0)
                .server(planted("server"))
                .params(Map.of(planted("key"), planted("value")))
                .row(planted("Select1Row"), Mode.TEXT, planted("mariadb"), 62, 400, 1, 320, Label.LATENCY_BOUND)
                .compared(
                        planted("Select1Row"),
                        Mode.TEXT,
                        planted("mariadb"),
                        planted("mysql"),
                        null,
                        null,
                        Order.UNDECIDED,
                        212.4)
                .advice(new Advice(
                        planted("s"), planted("a"), Topology.LOCAL, planted("do"), null, planted("µs"), planted("but")))
                .note(planted("note"))
                .reference(planted("paper"), planted("source"), planted("remark"))
                .unpaired(
                        "distant/ws-17/db1/mariadb/Do1/text/mysql@9.7.0/tcp/1",
                        planted("r1"),
                        Status.FAILED,
                        planted("reason"))
                .collected();
        Collected told = Shared.of(collected, ROLES);
        assertThat(CollectText.of(collected, false)).contains("db1").contains("/home/alice");
        assertSecret(CollectText.of(told, false));
        assertSecret(CollectText.of(told, true));
        assertSecret(CollectMarkdown.of(told));
        assertSecret(CollectCsv.of(told));
        // without scripts, because the libraries contain every short word somewhere
        assertSecret(ReportPage.of(Report.of(told)).replaceAll("(?s)<script>.*?</script>", ""));
        assertSecret(Json.pretty(told));
        assertThat(told.unpaired().get(0).key())
                .isEqualTo("distant/client/database/mariadb/Do1/text/mysql@9.7.0/tcp/1");
    }

    @Test
    void numbersOfACollectionAreUnchanged() {
        Collected full = CollectedExample.full().collected();
        Collected told = Shared.of(full, ROLES);
        assertThat(told.rows()).isEqualTo(full.rows());
        assertThat(told.comparisons()).isEqualTo(full.comparisons());
        assertThat(told.unpaired().get(1).key())
                .isEqualTo("distant/client/database/mariadb/Do1/text/mariadb@4.0.0/tcp/1");
    }

    @Test
    void sharedRunIsCompleteExceptForNames() {
        Results results = RunExample.distant()
                .failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, planted("SQLException"))
                .unfit("db1", planted("steal"))
                .noRtt(RttMethod.TCP, planted("refused"))
                .fold()
                .results();
        Results told = Shared.of(results, ROLES);
        assertThat(RunText.wide(results)).contains("database on db1").contains("alice");
        assertSecret(RunText.wide(told));
        assertSecret(Json.pretty(told));
        assertThat(RunText.wide(told)).contains("client on client, database on database");
        assertThat(told.cells()).hasSameSizeAs(results.cells());
        assertThat(told.contrasts()).hasSameSizeAs(results.contrasts());
        List<String> keys = told.cells().stream().map(CellResult::key).toList();
        assertThat(told.contrasts()).extracting(Contrast::cell).allMatch(keys::contains);
    }

    /** A name is hidden as a whole word. Longer words that contain it, and bench's own words, stay readable. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                db1;                                 database
                DB1.;                                database.
                db1.corp.example is down;            database is down
                db10 db1a mydb1;                     db10 db1a mydb1
                db1-old;                             database-old
                alice@db1:22;                        user@database:22
                malice, Alice's;                     malice, user's
                198.51.100.20:3306;                  database:3306
                198.51.100.200;                      198.51.100.200
                1198.51.100.20;                      1198.51.100.20
                at /home/alice/x y;                  at path y
                /home/alicent/x;                     path
                (/var/log/x.log);                    (path)
                logs/fork-01.log;                    logs/fork-01.log
                local/ws-17/ws-17/mysql/Do1;         local/client/client/mysql/Do1
                jdbc:mysql://10.0.0.7:3306/bench;    jdbc:mysql://address:3306/bench
                MariaDB 10.11.19;                    MariaDB 10.11.19
                JDK 17.0.8.1+1;                      JDK 17.0.8.1+1
                mysql@9.7.0 text;                    mysql@9.7.0 text
                10.0.0.7 and 192.168.1.2;            address and address
                127.0.0.1:3306;                      127.0.0.1:3306
                host=203.0.113.9;                    host=address
                C:\\Users\\bob\\x.log is gone;       path is gone
                62 µs / operation;                   62 µs / operation
                """)
    void namesAreRedactedOnlyAsWholeWords(String text, String told) {
        assertThat(shared.text(text.replace("\\\\", "\\"))).isEqualTo(told);
    }

    @Test
    void optionNamesOfBenchAreKept() {
        assertThat(Shared.hiding(Map.of("db", "database")).text("--db-host NAME, on db"))
                .isEqualTo("--db-host NAME, on database");
    }

    @Test
    void pathsAreRedactedEvenWithoutNames() {
        assertThat(Shared.hiding(Map.of()).text("see /home/bob/x.log on db1")).isEqualTo("see path on db1");
    }

    @Test
    void genericNamesAreKept() {
        assertThat(Shared.hiding(Map.of("a", "host", "1", "host", "text", "host", "root", "user"))
                        .text("a run of 1 row in text by root"))
                .isEqualTo("a run of 1 row in text by root");
    }
}
