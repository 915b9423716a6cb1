package dev.jdbcbench.agent.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.ForeignServer;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Session.External;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What bench's schema and account on a server of somebody else can reach, and what they leave. */
@OnThisMachine
class ExternalSchemaIT {
    private static final String RUN = "20261128-101112-local-distant-7f3a";
    private static final String SCHEMA = External.schema(RUN);
    private static final String OWN = "aA1-own-password";

    /** Statements that reach beyond the schema, in forms that no look at the text catches. Some exist on one kind of server only. */
    private static final List<String> BEYOND = List.of(
            "SELECT amount FROM payroll.salaries",
            "DELETE FROM payroll.salaries",
            "delete ignore from payroll.salaries",
            "TRUNCATE payroll.salaries",
            "/*!50003 DROP TABLE payroll.salaries */",
            "/*!50003 DROP TABLE */ payroll . salaries",
            "DROP DATABASE payroll",
            "ALTER DATABASE payroll CHARACTER SET latin1",
            "INSERT payroll.salaries VALUES (3, 300)",
            "REPLACE payroll.salaries VALUES (1, 300)",
            "UPDATE payroll.salaries s, (SELECT 1) o SET s.amount = 0",
            "CREATE TABLE payroll.other (a INT)",
            "CREATE VIEW peep AS SELECT * FROM payroll.salaries",
            "CREATE DEFINER=boss@'%' VIEW peep AS SELECT 1",
            "CREATE TABLE copy AS SELECT * FROM payroll.salaries",
            "RENAME TABLE payroll.salaries TO salaries",
            "LOCK TABLES payroll.salaries WRITE",
            "USE payroll",
            "CREATE DATABASE elsewhere",
            "CREATE TRIGGER payroll.t BEFORE INSERT ON payroll.salaries FOR EACH ROW SET NEW.amount = 0",
            "CREATE EVENT payroll.e ON SCHEDULE EVERY 1 SECOND DO DELETE FROM payroll.salaries",
            "EXECUTE IMMEDIATE 'DROP DATABASE payroll'",
            "BEGIN NOT ATOMIC DELETE FROM payroll.salaries; END",
            "GRANT ALL ON payroll.* TO CURRENT_USER()",
            "GRANT ALL ON *.* TO CURRENT_USER()",
            "CREATE USER other IDENTIFIED BY 'aA1-other-password'",
            "DROP USER boss@'%'",
            "SET PASSWORD FOR boss@'%' = 'x'",
            "SET GLOBAL max_connections = 10",
            "SET GLOBAL sql_mode = ''",
            "SET PERSIST max_connections = 10",
            "SHUTDOWN",
            "FLUSH TABLES",
            "FLUSH PRIVILEGES",
            "RESET MASTER",
            "INSTALL SONAME 'ha_blackhole'",
            "SELECT 1 INTO OUTFILE '/var/tmp/foreign-outfile'",
            "SELECT User FROM mysql.user",
            "UPDATE mysql.user SET User = 'x'");

    private static final Map<ServerKind, ForeignServer> SERVERS = new EnumMap<>(ServerKind.class);

    @AfterAll
    static void end() {
        SERVERS.values().forEach(ForeignServer::close);
    }

    /** One server of a kind for all tests; each of them leaves it as it was. */
    private static ForeignServer server(ServerKind kind) throws IOException {
        ForeignServer started = SERVERS.get(kind);
        if (started != null) {
            return started;
        }
        Optional<Binaries> programs = ForeignServer.programs(kind);
        if (programs.isEmpty()) {
            System.err.println("SKIPPED: there is no " + kind.title() + " on this machine");
        }
        assumeTrue(programs.isPresent(), "there is no " + kind.title() + " on this machine");
        ForeignServer server = ForeignServer.start(
                programs.orElseThrow(),
                kind == ServerKind.MYSQL ? DriverCatalogue.MYSQL : DriverCatalogue.MARIADB,
                "--log-bin-trust-function-creators=1");
        SERVERS.put(kind, server);
        return server;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ExternalAccount make(Connection boss) throws SQLException {
        ExternalAccount account = ExternalAccount.of(RUN, Set.of(ExternalAccount.origin(boss)));
        ExternalSchema.lock(boss, SCHEMA);
        ExternalSchema.makeRoom(boss, RUN);
        ExternalSchema.create(boss, RUN, Optional.of(account));
        account.create(boss, SCHEMA, OWN);
        return account;
    }

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void serverKeepsStatementsOfTheAccountWithinTheSchema(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        // Without an escape, the _ of the schema's name would stand for any character here.
        server.execute("CREATE DATABASE " + SCHEMA.replace('_', 'x'));
        String before = server.state();
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            ExternalAccount account = make(boss);
            try (Connection own = server.connect(account.user(), OWN, SCHEMA)) {
                account.verify(own, SCHEMA);
                execute(own, "CREATE TABLE orders (id INT PRIMARY KEY)");
                execute(own, "INSERT INTO orders VALUES (1)");
                execute(own, "CREATE PROCEDURE p() SELECT 1");
                List<String> all = new ArrayList<>(BEYOND);
                all.add("CREATE TABLE " + SCHEMA.replace('_', 'x') + ".t (a INT)");
                for (String sql : all) {
                    assertThatThrownBy(() -> execute(own, sql)).as(sql).isInstanceOf(SQLException.class);
                }
            }
            assertThat(ExternalSchema.dropMarked(boss, RUN)).isTrue();
            assertThat(ExternalSchema.dropMarked(boss, RUN))
                    .as("nothing is left")
                    .isFalse();
        }
        assertThat(server.state()).isEqualTo(before);
        server.execute("DROP DATABASE " + SCHEMA.replace('_', 'x'));
    }

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void lockIsHeldByOneConnectionAtATime(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        try (Connection one = server.connect("boss", ForeignServer.PASSWORD, "");
                Connection other = server.connect("boss", ForeignServer.PASSWORD, "")) {
            assertThat(ExternalSchema.lock(one, SCHEMA)).isTrue();
            assertThat(ExternalSchema.lock(other, SCHEMA)).isFalse();
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return ExternalSchema.lock(other, SCHEMA);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> FirstValue.of(
                            one, "SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT GET_LOCK%'")
                    .isPresent());
            one.abort(Runnable::run);
            assertThat(waiting.get())
                    .as("the lock of a connection that was closed")
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void schemaOfARunThatWasKilledIsReplacedWithItsAccount(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        String before = server.state();
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            make(boss);
        }
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            make(boss);
            ExternalSchema.dropMarked(boss, RUN);
        }
        assertThat(server.state()).isEqualTo(before);
    }

    /** An administrator with few rights may not drop an account that is the definer of something. */
    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void definerOfAViewIsDroppedByALimitedAdministrator(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        server.execute(
                "CREATE USER clerk@'%' IDENTIFIED BY '" + ForeignServer.PASSWORD + "'",
                "GRANT CREATE USER ON *.* TO clerk@'%'",
                "GRANT ALL ON `bench\\_%`.* TO clerk@'%' WITH GRANT OPTION");
        String before = server.state();
        try (Connection clerk = server.connect("clerk", ForeignServer.PASSWORD, "")) {
            ExternalAccount account = make(clerk);
            try (Connection own = server.connect(account.user(), OWN, SCHEMA)) {
                account.verify(own, SCHEMA);
                execute(own, "CREATE VIEW mine AS SELECT 1");
            }
            assertThat(ExternalSchema.dropMarked(clerk, RUN)).isTrue();
        }
        assertThat(server.state()).isEqualTo(before);
        server.execute("DROP USER clerk@'%'");
    }

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void accountIsVerifiedUnderAnyModeOfTheServer(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        String before = server.query("SELECT @@GLOBAL.sql_mode");
        server.execute("SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            ExternalAccount account = make(boss);
            try (Connection own = server.connect(account.user(), OWN, SCHEMA)) {
                account.verify(own, SCHEMA);
            }
            ExternalSchema.dropMarked(boss, RUN);
        } finally {
            server.execute("SET GLOBAL sql_mode = '" + before + "'");
        }
    }

    /** These rights show in no list of an account's grants. */
    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void rightsOfEverybodyInTestSchemasAreRefused(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        server.execute(
                "INSERT INTO mysql.db (Host, Db, User, Select_priv, Create_priv) VALUES ('%', 'test\\_%', '', 'Y', 'Y')",
                "FLUSH PRIVILEGES");
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            ExternalAccount account = make(boss);
            try (Connection own = server.connect(account.user(), OWN, SCHEMA)) {
                assertThatThrownBy(() -> account.verify(own, SCHEMA)).hasMessageContaining("test_bench");
            }
            ExternalSchema.dropMarked(boss, RUN);
        } finally {
            server.execute("DELETE FROM mysql.db WHERE User = ''", "FLUSH PRIVILEGES");
        }
    }

    /** Rights that the server gives to every account would open other schemas to the user's statements. */
    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void accountThatReachesMoreIsRefused(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        boolean mySql = kind == ServerKind.MYSQL;
        if (mySql) {
            server.execute(
                    "CREATE ROLE everybody",
                    "GRANT SELECT ON payroll.* TO everybody",
                    "SET GLOBAL mandatory_roles = 'everybody'");
        } else {
            server.execute("GRANT SELECT ON payroll.* TO PUBLIC");
        }
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            ExternalAccount account = make(boss);
            try (Connection own = server.connect(account.user(), OWN, SCHEMA)) {
                assertThatThrownBy(() -> account.verify(own, SCHEMA))
                        .isInstanceOf(ExternalAccount.TooManyRightsException.class)
                        .hasMessageContaining("payroll");
            }
            ExternalSchema.dropMarked(boss, RUN);
        }
        if (mySql) {
            server.execute("SET GLOBAL mandatory_roles = ''", "DROP ROLE everybody");
        } else {
            server.execute("REVOKE SELECT ON payroll.* FROM PUBLIC");
        }
    }

    /** Behind the name of the marker, others could put code that runs with the administrator's rights. */
    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void markerThatIsNotOursIsNeitherReadNorDropped(ServerKind kind) throws Exception {
        ForeignServer server = server(kind);
        server.execute(
                "CREATE TABLE payroll.traces (id INT)",
                "CREATE DATABASE " + SCHEMA,
                "CREATE FUNCTION payroll.trap() RETURNS VARCHAR(100) BEGIN INSERT INTO payroll.traces VALUES (1);"
                        + " RETURN '" + RUN + "'; END",
                "CREATE SQL SECURITY INVOKER VIEW " + SCHEMA + ".bench_owner AS SELECT payroll.trap() AS run");
        try (Connection boss = server.connect("boss", ForeignServer.PASSWORD, "")) {
            assertThat(ExternalSchema.dropMarked(boss, RUN)).isFalse();
            for (String marker : List.of(
                    "(owner VARCHAR(100))",
                    "(run VARCHAR(100), other INT)",
                    "(run VARCHAR(99))",
                    "(source INT, run VARCHAR(100) AS (source))",
                    "(a INT)")) {
                server.execute(
                        "DROP VIEW IF EXISTS " + SCHEMA + ".bench_owner",
                        "DROP TABLE IF EXISTS " + SCHEMA + ".bench_owner",
                        "CREATE TABLE " + SCHEMA + ".bench_owner " + marker);
                assertThat(ExternalSchema.dropMarked(boss, RUN)).as(marker).isFalse();
                assertThatThrownBy(() -> ExternalSchema.makeRoom(boss, RUN))
                        .as(marker)
                        .hasMessageContaining("already exists");
            }
            server.execute(
                    "DROP TABLE " + SCHEMA + ".bench_owner",
                    "CREATE TABLE " + SCHEMA + ".bench_owner (run VARCHAR(100) PRIMARY KEY) COMMENT 'boss@%'");
            assertThat(ExternalSchema.dropMarked(boss, RUN)).isTrue();
        }
        assertThat(server.query("SELECT COUNT(*) FROM payroll.traces")).isEqualTo("0");
        assertThat(server.query("SELECT COUNT(*) FROM mysql.user WHERE User = 'boss'"))
                .as("a marker names no account but the run's own")
                .isEqualTo("1");
        server.execute("DROP FUNCTION payroll.trap", "DROP TABLE payroll.traces");
    }
}
