package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.ForeignServer;
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
import org.junit.jupiter.api.Test;

/** Runs statements of the user on a server with default settings that bench did not start, on this machine. */
@OnThisMachine
class ExternalServerIT extends OnForeignServer {
    private static final int AGENT_PORT = 28471;

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
