package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.ForeignServer;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.store.RunOrigins;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs statements of the user on a server with default settings that bench did not start, on this machine. */
@OnThisMachine
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalServerIT {
    private static final int AGENT_PORT = 28471;
    private static final String LIMITED = "planted-secret-5502";
    private static final String ROW = "UPDATE stock SET n = n + 1 WHERE id = 1";

    @TempDir
    private Path directory = Path.of("");

    private ForeignServer server;
    private String before = "";

    @BeforeAll
    void start() throws IOException, SQLException {
        server = ForeignServer.start(ForeignServer.programs(ServerKind.MARIADB).orElseThrow(), DriverCatalogue.MARIADB);
        server.execute(
                "CREATE USER clerk@'%' IDENTIFIED BY '" + LIMITED + "'", // creates schemas, but no accounts
                "GRANT CREATE, DROP, INSERT, SELECT, LOCK TABLES ON `bench\\_%`.* TO clerk@'%'",
                "CREATE USER halfway@'%' IDENTIFIED BY '" + LIMITED + "'", // creates schemas, but cannot mark them
                "GRANT CREATE, DROP ON `bench\\_%`.* TO halfway@'%'",
                "CREATE USER app@'%' IDENTIFIED BY '" + LIMITED + "'",
                "GRANT ALL ON `bench\\_%`.* TO app@'%'",
                "CREATE USER hourly@'%' IDENTIFIED BY '" + LIMITED + "' WITH MAX_CONNECTIONS_PER_HOUR 24",
                "GRANT ALL ON `bench\\_%`.* TO hourly@'%'");
    }

    @AfterAll
    void end() {
        server.close();
    }

    @BeforeEach
    void remember() throws SQLException {
        before = server.state();
    }

    @AfterEach
    void serverIsUnchanged() throws SQLException {
        assertThat(server.state()).isEqualTo(before);
    }

    private Path file(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** A hosts file for the server. */
    private String hosts(String admin, String password, String account) throws IOException {
        return file("hosts.yaml", """
            hosts: { here: { address: localhost } }
            servers:
              theirs:
                kind: mariadb
                install: external
                address: 127.0.0.1
                port: %d
                tls: none
                admin: { user: %s, password: { file: %s } }
                %s
            """.formatted(server.port(), admin, file("password", password), account))
                .toString();
    }

    private Ended bench(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--results", directory.resolve("results").toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    private Ended explain(String hosts, String setup) throws IOException {
        return bench(Words.of(
                "explain --no-own --topology local --hosts {} --driver mariadb --mode text --sql {} --setup {}",
                hosts,
                file("orders.sql", "select count(*) from orders;\n"),
                file("data.sql", "CREATE TABLE orders (id INT PRIMARY KEY);\n" + setup)));
    }

    /** The server resolves the client's address to localhost, as it does by default. */
    @Test
    void ownStatementsAreMeasuredAsAnAccountOfTheRun() throws Exception {
        Ended ended = explain(
                hosts("boss", ForeignServer.PASSWORD, ""),
                "INSERT INTO orders VALUES (1), (2);\nANALYZE TABLE orders;\n");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("mariadb");
        assertThat(ended.err())
                .contains("theirs: your own statements run as an account with rights on the run's schema alone");
        assertThat(ended.err() + ended.out()).doesNotContain(ForeignServer.PASSWORD);
    }

    /** What the run made is dropped, whatever its statements did to it. */
    @Test
    void statementsMayDropTheMarkerOrHideTheAccount() throws Exception {
        Ended ended = explain(
                hosts("boss", ForeignServer.PASSWORD, ""),
                "ALTER TABLE bench_owner COMMENT 'somebody@%';\nDROP TABLE bench_owner;\nCREATE VIEW v AS SELECT 1;\n");
        assertThat(ended.code()).as(ended.err()).isZero();
    }

    @Test
    void setUpThatReachesAnotherSchemaIsRefusedByTheServer() throws Exception {
        Ended ended = explain(
                hosts("boss", ForeignServer.PASSWORD, ""), "EXECUTE IMMEDIATE 'DROP TABLE payroll.salaries';\n");
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        assertThat(ended.err()).contains("DROP command denied to user 'bench_2");
    }

    @Test
    void withoutTheRightToLimitThemOwnStatementsNeedANamedAccount() throws Exception {
        Ended refused = explain(hosts("clerk", LIMITED, ""), "");
        assertThat(refused.code()).as(refused.err()).isEqualTo(4);
        assertThat(refused.err())
                .contains(
                        "cannot make an account with rights on the schema alone in theirs",
                        "you need (at least one of) the CREATE USER privilege",
                        "account: { user, password }");

        Ended named = explain(
                hosts(
                        "clerk",
                        LIMITED,
                        "account: { user: app, password: { file: " + directory.resolve("password") + " } }"),
                "");
        assertThat(named.code()).as(named.err()).isZero();
        assertThat(named.err()).contains("theirs: your own statements run as app and can reach everything");
    }

    private Ended check(String hosts) {
        return bench("check", "--topology", "local", "--hosts", hosts, "--driver", "mariadb,mysql");
    }

    /** A check tries the logins of a run: each driver, each account, and TLS. */
    @Test
    void checkLogsInWithWhatARunWouldUse() throws Exception {
        String both = "account: { user: app, password: { file: %s } }";
        Ended passed = check(hosts("boss", ForeignServer.PASSWORD, ""));
        assertThat(passed.out().replaceAll(" +", " "))
                .contains("theirs login ok mariadb@4.0.0 logs in to", "theirs login ok mysql@26.10.0 logs in to")
                .doesNotContain("not tried")
                .endsWith("all checks passed\n");
        assertThat(passed.code()).isZero();

        Ended wrong = check(hosts(
                "boss",
                ForeignServer.PASSWORD,
                both.formatted(file("other", "a wrong password").toString())));
        assertThat(wrong.out().replaceAll(" +", " "))
                .contains(
                        "theirs login ok mariadb@4.0.0 logs in to",
                        "theirs account PROBLEM no driver can log in to theirs",
                        "Access denied for user 'app'",
                        "`tls:` or `account:` of servers.theirs");
        assertThat(wrong.code()).isEqualTo(4);

        Path socket = Files.writeString(
                directory.resolve("hosts.yaml"),
                Files.readString(Path.of(hosts("boss", ForeignServer.PASSWORD, "")))
                        .replace("address: 127.0.0.1", "address: " + server.socket())
                        .replace("    port: " + server.port() + "\n", "")
                        .replace("    tls: none\n", ""));
        assertThat(check(socket.toString()).out().replaceAll(" +", " "))
                .contains("mariadb@4.0.0 logs in to", "through the Unix socket")
                .endsWith("all checks passed\n");

        // The server has no TLS.
        Path ca = file("ca.pem", SelfSigned.make().certificate());
        String text = Files.readString(Path.of(hosts("boss", ForeignServer.PASSWORD, "")));
        Path tls = Files.writeString(
                directory.resolve("hosts.yaml"), text.replace("tls: none", "tls: { ca: " + ca + " }"));
        Ended refused = check(tls.toString());
        assertThat(refused.out().replaceAll(" +", " "))
                .contains("theirs login PROBLEM", "The server has no TLS", "write `none` in `tls:` of servers.theirs")
                .doesNotContain("passed");
        assertThat(refused.code()).isEqualTo(4);
    }

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

    @Test
    void dryRunStartsNothingAndEndsWellWhileAnotherAgentIsAlive() throws Exception {
        Ended explained = explain(hosts("boss", ForeignServer.PASSWORD, ""), ""); // its jars stay on this host
        assertThat(explained.code()).as(explained.err()).isZero();
        try (ServerSocket agent = new ServerSocket(AGENT_PORT, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answer(agent), "another agent");
            answering.start();
            Ended dry = bench("run", "--topology", "local", "--driver", "mariadb", "--dry-run");
            assertThat(dry.code()).as(dry.err()).isZero();
            assertThat(dry.err())
                    .contains("is busy at the moment, so a run would end now", "run 20260102-030405-local-bbbb")
                    .doesNotContain("starting", "preparing");
        }
    }

    private static void answer(ServerSocket agent) {
        try (Socket client = agent.accept()) {
            client.getOutputStream()
                    .write("run 20260102-030405-local-bbbb, process 1 of ada\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A creation that fails halfway, or whose answer comes too late, leaves nothing either. */
    @Test
    void schemaThatCannotBeCompletedIsDropped() throws Exception {
        Ended ended = bench(Words.of(
                "explain --no-own --topology local --hosts {} --driver mariadb --scenario Do1 --mode text",
                hosts("halfway", LIMITED, "")));
        assertThat(ended.code()).as(ended.err()).isEqualTo(4);
        assertThat(ended.err()).contains("cannot make the schema", "INSERT command denied to user 'halfway'");
    }

    @Test
    void cleanDropsWhatThisDeskMadeAndNamesTheRest() throws Exception {
        String hosts = hosts("boss", ForeignServer.PASSWORD, "");
        String run = "20260102-030405-local-bbbb";
        RunOrigins.ofUser(words -> new RunOrigin(words.run(), words.plan(), "run", null, null))
                .keep(new RunOrigin(run, "0".repeat(64), "run", null, null));
        Path started = Path.of(System.getenv("XDG_STATE_HOME"), "bench", "runs", run + ".json");
        server.execute(
                "CREATE DATABASE bench_20260102_030405_local_bbbb",
                "CREATE TABLE bench_20260102_030405_local_bbbb.bench_owner (run VARCHAR(100) PRIMARY KEY)"
                        + " COMMENT 'bench_20260102_030405_bbbb@localhost'",
                "CREATE USER bench_20260102_030405_bbbb@localhost IDENTIFIED BY 'aA1-own-password'",
                "CREATE DATABASE bench_colleague",
                "CREATE TABLE bench_colleague.bench_owner (run VARCHAR(100) PRIMARY KEY)",
                "CREATE DATABASE bench_20260101_010101_local_aaaa",
                "CREATE VIEW bench_20260101_010101_local_aaaa.bench_owner AS SELECT SLEEP(100) AS run");
        try {
            Ended clean = bench("clean", "--hosts", hosts, "--keep-cache");
            assertThat(clean.code()).as(clean.err()).isZero();
            assertThat(clean.err())
                    .contains(
                            "dropped theirs: schema bench_20260102_030405_local_bbbb of run 20260102-030405-local-bbbb",
                            "left theirs: schema bench_colleague is of no run",
                            "DROP DATABASE bench_colleague;",
                            "DROP DATABASE bench_20260101_010101_local_aaaa;");
        } finally {
            Files.delete(started);
            server.execute("DROP DATABASE bench_colleague", "DROP DATABASE bench_20260101_010101_local_aaaa");
        }
    }
}
