package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.ForeignServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server refuses while bench works is reported in the server's words, whenever it happens. */
@OnThisMachine
class ServerErrorsIT extends OnForeignServer {
    private static final String ROW = "UPDATE stock SET n = n + 1 WHERE id = 1";

    private Ended smoke(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "run",
                "--topology",
                "local",
                "--profile",
                "smoke",
                "--threads",
                "4",
                "--driver",
                "mariadb,mysql",
                "--hosts",
                hosts("boss", ForeignServer.PASSWORD, "")));
        all.addAll(List.of(args));
        return bench(all.toArray(String[]::new));
    }

    /** The first thread prepares; there is no room for what the others prepare, so they would wait for one another. */
    @Test
    void threadThatFailsAtSetUpIsReportedInTheServersWords() throws Exception {
        server.execute("SET GLOBAL max_prepared_stmt_count = 2");
        try {
            Ended ended = smoke("--scenario", "Select1Row", "--mode", "hit,text");
            assertThat(ended.code()).as(ended.err()).isEqualTo(5);
            assertThat(ended.err())
                    .contains(
                            "Select1Row/hit/mariadb@4.0.0/tcp/4: error 1461 (42000): Can't create more than"
                                    + " max_prepared_stmt_count",
                            "Select1Row/hit/mysql@26.10.0/tcp/4: error 1461 (42000): Can't create more than"
                                    + " max_prepared_stmt_count")
                    .doesNotContain("hung");
            assertThat(ended.out()).containsPattern("text +4 +ok +ok");
        } finally {
            server.execute("SET GLOBAL max_prepared_stmt_count = DEFAULT");
        }
    }

    /** Both in a closed loop, where JMH reports the error, and under open load, where its threads wait for one another. */
    @ParameterizedTest
    @ValueSource(strings = {"--seed=1", "--rate=2000/s"})
    void threadThatFailsInALaterTurnIsReportedInTheServersWords(String load) throws Exception {
        Path statement = file(
                "later.sql",
                "SELECT EXP(IF((@n := IFNULL(@n, 0) + 1) > 300 AND CONNECTION_ID() MOD 2 = 0, 9999, 1));\n");
        Ended ended = smoke("--sql", statement.toString(), "--mode", "text", load);
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        assertThat(ended.err())
                .contains("error 1690 (22003): DOUBLE value is out of range")
                .doesNotContain("hung");
    }

    /** Work on the server while a run is on. */
    private interface Disturbance {
        void of(String schema) throws SQLException, InterruptedException;
    }

    /** Waits until a run has as many connections as this, and disturbs it. */
    private Thread meanwhile(int connections, Disturbance disturbance) {
        Thread thread = new Thread(
                () -> {
                    try (Connection admin = server.connect("boss", ForeignServer.PASSWORD, "payroll");
                            Statement statement = admin.createStatement()) {
                        while (true) {
                            try (ResultSet found = statement.executeQuery(
                                    "SELECT s.SCHEMA_NAME, COUNT(p.ID) FROM information_schema.SCHEMATA s"
                                            + " JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = s.SCHEMA_NAME AND t.TABLE_NAME IN ('stock', 'bench_owner')"
                                            + " LEFT JOIN information_schema.PROCESSLIST p ON p.DB = s.SCHEMA_NAME"
                                            + " WHERE s.SCHEMA_NAME LIKE 'bench%' GROUP BY s.SCHEMA_NAME, t.TABLE_NAME"
                                            + " ORDER BY t.TABLE_NAME DESC")) {
                                if (found.next() && found.getInt(2) >= connections) {
                                    disturbance.of(found.getString(1));
                                    return;
                                }
                            }
                            Thread.sleep(20);
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "disturbance");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private Ended smokeAs(String account, String... args) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("run", "--topology", "local", "--profile", "smoke", "--driver", "mariadb,mysql", "--hosts"));
        all.add(hosts(account, LIMITED, ""));
        all.addAll(List.of(args));
        return bench(all.toArray(String[]::new));
    }

    @Test
    void refusedConnectionIsReportedInTheServersWords() throws Exception {
        Ended hourly = smokeAs("hourly", "--scenario", "Do1", "--mode", "text", "--threads", "16");
        server.execute("FLUSH USER_RESOURCES");
        String clean = smokeClean("hourly");
        assertThat(hourly.code()).as(hourly.err()).isEqualTo(5);
        assertThat(hourly.err())
                .contains(
                        "Do1/text/mariadb@4.0.0/tcp/16: error 1226 (42000): User 'hourly' has exceeded",
                        "Do1/text/mysql@26.10.0/tcp/16: error 1226 (42000): User 'hourly' has exceeded")
                .doesNotContain("hung");
        assertThat(clean).isEmpty();
    }

    private String smokeClean(String account) throws IOException {
        Ended clean = bench("clean", "--hosts", hosts(account, LIMITED, ""), "--keep-cache");
        return clean.code() == 0 ? "" : clean.err();
    }

    @Test
    void serverWithoutRoomForMoreConnectionsIsReportedInItsWords() throws Exception {
        Thread less = meanwhile(0, schema -> server.execute("SET GLOBAL max_connections = 10"));
        try {
            Ended full = smokeAs("app", "--scenario", "Do1,Select1Pool", "--mode", "text", "--threads", "12");
            assertThat(full.code()).as(full.err()).isEqualTo(5);
            assertThat(full.err())
                    .containsPattern("Do1/text/mariadb@4.0.0/tcp/12: error 1040 .*Too many connections")
                    .containsPattern("Do1/text/mysql@26.10.0/tcp/12: error 1040 .*Too many connections")
                    .containsPattern("Select1Pool/text/mariadb@4.0.0/tcp/12: .*Too many connections")
                    .containsPattern("Select1Pool/text/mysql@26.10.0/tcp/12: .*Too many connections")
                    .doesNotContain("hung");
        } finally {
            less.interrupt();
            less.join();
            server.execute("SET GLOBAL max_connections = 151");
        }
    }

    private Path stock() throws IOException {
        return file(
                "stock-data.sql",
                "CREATE TABLE stock (id INT PRIMARY KEY, n INT) ENGINE = InnoDB;\nINSERT INTO stock VALUES (1, 1);\n");
    }

    private Path update() throws IOException {
        return file("stock.sql", ROW + ";\n");
    }

    /** Holds the row, or the table, for so long. */
    private void lock(String schema, String statement, long millis) throws SQLException, InterruptedException {
        try (Connection other = server.connect("boss", ForeignServer.PASSWORD, schema);
                Statement lock = other.createStatement()) {
            lock.execute("START TRANSACTION");
            lock.execute(statement);
            Thread.sleep(millis);
            lock.execute("ROLLBACK");
            lock.execute("UNLOCK TABLES");
        }
    }

    @Test
    @Full
    void rowThatAnotherSessionLocksInMidRunIsReportedInTheServersWords() throws Exception {
        server.execute("SET GLOBAL innodb_lock_wait_timeout = 1");
        Thread locks = meanwhile(8, schema -> lock(schema, ROW, 6000));
        try {
            Ended ended = smoke("--sql", update().toString(), "--setup", stock().toString(), "--mode", "text");
            assertThat(ended.err())
                    .contains("error 1205 (HY000): Lock wait timeout exceeded")
                    .doesNotContain("hung", "wrong result");
        } finally {
            locks.interrupt();
            locks.join();
            server.execute("SET GLOBAL innodb_lock_wait_timeout = DEFAULT");
        }
    }

    /** It is neither the driver's nor bench's: nothing is wrong with the driver. */
    @ParameterizedTest
    @CsvSource({ROW + ",Updating", "LOCK TABLES stock WRITE,Waiting for table metadata lock"})
    @Full
    void lockOfAnotherSessionIsNamedByTheCheck(String statement, String state) throws Exception {
        Thread locks = meanwhile(0, schema -> lock(schema, statement, 15_000));
        try {
            Ended ended = smoke(
                    "--sql",
                    update().toString(),
                    "--setup",
                    stock().toString(),
                    "--mode",
                    "text",
                    "--fork-limit",
                    "10s");
            assertThat(ended.err())
                    .containsPattern("hung: the first operations did not end within 10 s; at the server: .*" + state
                            + ": UPDATE stock SET n = n")
                    .doesNotContain("wrong result");
        } finally {
            locks.interrupt();
            locks.join();
            assertThat(bench("clean", "--hosts", hosts("boss", ForeignServer.PASSWORD, ""), "--keep-cache")
                            .code())
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seed=1", "--rate=2000/s"})
    @Full
    void connectionKilledInMidRunIsReportedAtOnce(String load) throws Exception {
        Thread kills = meanwhile(
                8,
                schema -> server.execute("KILL "
                        + server.query(
                                "SELECT MAX(ID) FROM information_schema.PROCESSLIST WHERE DB = '" + schema + "'")));
        try {
            Ended ended = smoke("--scenario", "Do1", "--mode", "text", load);
            assertThat(ended.err())
                    .containsPattern("a fork of local Do1 text .* failed: .*(Socket error|Communications link failure)")
                    .doesNotContain("hung");
        } finally {
            kills.interrupt();
            kills.join();
        }
    }
}
