package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.watch.AnsweredCommand.State;
import dev.jdbcbench.watch.WatchFinding.Kind;
import dev.jdbcbench.wire.Command;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficCountsTest {
    private static final long MILLI = 1_000_000;

    private long now;
    private final TrafficCounts tally = new TrafficCounts(() -> now, Optional.empty());
    private final DelayedPath link = new DelayedPath(0, MILLI);

    /** A call of 2 ms, of which 1 ms is network. */
    private void call(String statement, long rows, int roundTrips) {
        now += MILLI / 10;
        tally.called(made(0, statement, rows, roundTrips, now));
        now += 2 * MILLI;
    }

    static AnsweredCommand made(int connection, String statement, long rows, int roundTrips, long start) {
        Command command = statement.equals("COM_PING")
                ? Command.PING
                : statement.startsWith("PREPARE ") ? Command.STMT_PREPARE : Command.QUERY;
        boolean login = statement.equals("(connect)");
        return new AnsweredCommand(
                connection,
                login ? null : command,
                login ? CommandPurpose.CONNECT : CommandPurpose.of(command, statement),
                statement,
                null,
                null,
                start,
                start + 2 * MILLI,
                roundTrips,
                2 * MILLI,
                roundTrips * MILLI,
                MILLI / 2,
                50,
                100,
                rows,
                false,
                State.INITIAL);
    }

    private List<WatchFinding> findings() {
        tally.closed(0);
        return tally.report("db:3306", "11", link).findings();
    }

    @Test
    void timesAndCountsAreSummed() {
        tally.opened(1);
        tally.moved(10, 20);
        call("SELECT a FROM t", 3, 1);
        call("SELECT a FROM t", 3, 1);
        call("SELECT b FROM t", 1, 1);
        call("COM_PING", 0, 1);
        now = 2000 * MILLI;
        WatchReport report = tally.report("db:3306", "11", link);
        assertThat(report.statements()).isEqualTo(3);
        assertThat(report.statementsPerSecond()).isEqualTo(1.5);
        assertThat(report.roundTrips()).isEqualTo(4);
        assertThat(report.waiting()).isEqualTo(new WatchReport.Waiting(8000, 4000, 2000, 2000));
        assertThat(report.top())
                .extracting(WatchReport.Line::statement)
                .containsExactly("SELECT a FROM t", "COM_PING", "SELECT b FROM t");
        assertThat(report.top().get(0).rows()).isEqualTo(6);
        assertThat(report.commands()).containsEntry("COM_QUERY", 3L).containsEntry("COM_PING", 1L);
        assertThat(report.connections().open()).isEqualTo(1);
    }

    @Test
    void rowByRowBatchIsFound() {
        for (int i = 0; i < 20; i++) {
            call("INSERT INTO t VALUES (?)", 1, 1);
        }
        call("COMMIT", 0, 1);
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.ROW_BY_ROW);
            assertThat(finding.count()).isEqualTo(20);
            assertThat(finding.roundTripsSaved()).isEqualTo(19);
            assertThat(finding.savedMicros()).isEqualTo(19_000);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO t VALUES (?), … | 1 | 1 | a batch already",
                "INSERT INTO t VALUES (?) | 1 | 0 | sent without waiting",
                "UPDATE t SET a = ? | 500 | 1 | many rows at once",
                "SELECT a FROM t | 2 | 1 | more than one row",
                "SELECT a FROM t WHERE b > ? | 100 | 1 | it reads by pages",
                "CALL p() | 0 | 1 | nobody knows"
            })
    void harmlessStatementsAreNotFindings(String statement, long rows, int roundTrips, String why) {
        for (int i = 0; i < 20; i++) {
            call(statement, rows, roundTrips);
        }
        assertThat(findings()).as(why).isEmpty();
    }

    @Test
    void reportFitsATerminal() {
        for (int i = 0; i < 20; i++) {
            call("INSERT INTO ordered_articles (order_id, article_id, quantity, price) VALUES (?, ?, ?, ?)", 1, 1);
        }
        call("COMMIT", 0, 1);
        tally.closed(0);
        WatchReport report = tally.report("db:3306", "11.8.2-MariaDB-ubu2404", link);
        assertThat(report.findings()).isNotEmpty();
        TerminalLines.assertFit(columns -> Rendered.text(WatchText.of(report), columns));
    }

    @Test
    void queryForEachElementIsFound() {
        for (int i = 0; i < 20; i++) {
            call("SELECT total FROM orders WHERE customer_id = ?", 4, 1);
        }
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.N_PLUS_1);
            assertThat(finding.roundTripsSaved()).isEqualTo(19);
        });
    }

    @Test
    void nPlusOneQueriesAreFoundEvenIfPrepared() {
        call("SELECT id FROM orders", 10, 1);
        for (int i = 0; i < 10; i++) {
            call("PREPARE SELECT name FROM customers WHERE id = ?", 0, 1);
            call("SELECT name FROM customers WHERE id = ?", 1, 1);
            tally.unprepared("SELECT name FROM customers WHERE id = ?", 1, 1);
        }
        assertThat(findings())
                .extracting(finding -> finding.kind() + " " + finding.count() + " " + finding.roundTripsSaved())
                .containsExactly("PREPARED_ONCE 10 10", "N_PLUS_1 10 9");
    }

    /** DBCP2 tests a connection whenever it is borrowed, so before each statement. */
    @ParameterizedTest
    @ValueSource(strings = {"COM_PING", "SELECT ?"})
    void checksOfAPoolDoNotHideQueriesInALoop(String check) {
        for (int i = 0; i < 10; i++) {
            call(check, 1, 1);
            call("SELECT name FROM customers WHERE id = ?", 1, 1);
        }
        assertThat(findings())
                .extracting(finding -> finding.kind() + " " + finding.roundTripsSaved())
                .contains("N_PLUS_1 9")
                .hasSize(2);
    }

    @Test
    void lengthOfAStatementIsWhyItIsNotCached() {
        String statement = "SELECT " + "a, ".repeat(100) + "b FROM t WHERE id = ?";
        for (int i = 0; i < 10; i++) {
            call("PREPARE " + statement, 0, 1);
            call(statement, 1, 1);
            tally.unprepared(statement, 1, 1);
            tally.unprepared("SELECT b FROM t WHERE id = ?", 1, 1);
        }
        assertThat(findings())
                .filteredOn(finding -> finding.kind() == Kind.PREPARED_ONCE)
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.advice().contains("over 256 characters"))
                        .isEqualTo(finding.statement().equals(statement)));
    }

    /** Each of the four connections at one time still prepares the statement once, and a pool still opens four. */
    @Test
    void savingsThatAreOnlyKnownWithinARangeSayIt() {
        tally.opened(4);
        for (int i = 0; i < 10; i++) {
            tally.called(made(i, "(connect)", 0, 3, now));
            tally.unprepared("SELECT b FROM t WHERE id = ?", 1, 1);
            tally.closed(i);
        }
        WatchReport report = tally.report("db:3306", "11", link);
        assertThat(report.findings())
                .extracting(WatchFinding::kind, WatchFinding::roundTripsSavedAtLeast, WatchFinding::roundTripsSaved)
                .containsExactly(tuple(Kind.CONNECTING, 18L, 30L), tuple(Kind.PREPARED_ONCE, 6L, 10L));
        assertThat(Rendered.text(WatchText.of(report), 200))
                .contains("saves 18 to 30 round trips, 18.0 ms to 30.0 ms here", "saves 6 to 10 round trips, ");
        tally.opened(12);
        assertThat(Rendered.text(WatchText.of(tally.report("db:3306", "11", link)), 200))
                .contains("saves up to 30 round trips, 30.0");
    }

    @Test
    void pausesAndOtherStatementsEndASequence() {
        for (int i = 0; i < 12; i++) {
            call("SELECT name FROM customers WHERE id = ?", 1, 1);
            if (i % 3 == 2) {
                now += 100 * MILLI;
            }
            tally.called(made(i, "SELECT name FROM customers WHERE id = ?", 1, 1, now));
        }
        for (int i = 0; i < 12; i++) {
            call("SELECT name FROM a WHERE id = ?", 1, 1);
            call("SELECT name FROM b WHERE id = ?", 1, 1);
        }
        assertThat(findings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COM_PING | aliveBypassWindowMs",
                "SELECT ? | connectionTestQuery",
                "SET autocommit=0 | provider_disables_autocommit",
                "SELECT @@session.transaction_read_only | useLocalSessionState",
                "set session transaction read only | readOnlyPropagatesToServer"
            })
    void statementsOfPoolsAndDriversHaveRemedies(String statement, String remedy) {
        for (int i = 0; i < 6; i++) {
            call(statement, 0, 1);
            call("SELECT a FROM t", 5, 1);
        }
        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.CHECKS);
            assertThat(finding.roundTripsSaved()).isEqualTo(6);
            assertThat(finding.advice()).contains(remedy);
        });
    }

    /** What MySQL Connector/J 8.0.33 asks after each login; MariaDB Connector/J and pools set autocommit. */
    private static final String CONNECT_QUERY = "SELECT @@session.auto_increment_increment AS auto_increment_increment,"
            + " @@character_set_client AS character_set_client, @@sql_mode AS sql_mode,"
            + " @@transaction_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout";

    @Test
    void whatHappensOncePerConnectionBelongsToConnecting() {
        for (int i = 0; i < 12; i++) {
            for (String statement : List.of("(connect)", CONNECT_QUERY, "SET NAMES utf8mb4", "SET autocommit=0")) {
                tally.called(made(i, statement, 0, 1, now));
                now += 3 * MILLI;
            }
            tally.called(made(i, "SELECT a FROM t", 30, 1, now));
            tally.closed(i);
        }
        assertThat(findings())
                .extracting(
                        WatchFinding::kind, WatchFinding::statement, WatchFinding::count, WatchFinding::roundTripsSaved)
                .containsExactly(tuple(Kind.CONNECTING, "(connect)", 12L, 48L));
        assertThat(tally.report("db", "11", link).findings().get(0).text()).isEqualTo("12 logins for 12 statements");
    }

    @Test
    void checksAfterTheFirstStatementOfAConnectionAreFound() {
        call("(connect)", 0, 3);
        for (int i = 0; i < 7; i++) {
            call("SET autocommit=0", 0, 1);
            call("INSERT INTO t VALUES (?)", 1, 1);
            call("COMMIT", 0, 1);
        }
        assertThat(findings())
                .extracting(WatchFinding::kind, WatchFinding::text, WatchFinding::roundTripsSaved)
                .containsExactly(tuple(Kind.CHECKS, "6 times, sent by the driver", 6L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COM_PING | PING",
                "SELECT ? | QUERY",
                "SELECT ? FROM DUAL; | QUERY",
                "select now() | QUERY",
                "set session transaction read only | READ_ONLY",
                "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED | ISOLATION",
                "SET @@session.transaction_isolation = ? | ISOLATION",
                "SELECT @@session.transaction_isolation | ASKS_ISOLATION",
                "SELECT @@session.transaction_read_only | ASKS_READ_ONLY",
                "SHOW WARNINGS LIMIT ? | WARNINGS",
                "set names utf8mb4 | CHARACTERS",
                "SELECT @@auto_increment_increment, @@transaction_isolation AS transaction_isolation | OTHER",
                "SELECT @@session.transaction_isolation, @@autocommit | OTHER",
                "SELECT isolation FROM wards | OTHER",
                "SET sql_mode = ?, autocommit = ? | OTHER",
                "COM_STATISTICS | OTHER"
            })
    void adviceIsForTheWholeStatement(String statement, SessionCheck check) {
        assertThat(SessionCheck.of(statement)).isEqualTo(check);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET STATEMENT max_statement_time=? FOR SELECT v FROM aspect WHERE urn=? | READ",
                "SET STATEMENT max_statement_time=? FOR UPDATE aspect SET v = ? | WRITE",
                "SELECT ? | CHECK",
                "SELECT ? FROM DUAL | CHECK",
                "SELECT ? AS ping LIMIT ?; | CHECK",
                "select now() | CHECK",
                "select now(?) from dual | CHECK",
                "SELECT CURRENT_TIMESTAMP | CHECK",
                "SELECT @@version, @@session.wait_timeout AS w | CHECK",
                "SELECT @@version, name FROM t | READ",
                "SELECT ? FROM t | READ",
                "SELECT ?, a | READ",
                "select version(), count(*) from t | READ",
                "SELECT ? INTO @a | READ",
                "SELECT nextval(s) | READ",
                "WITH a AS (SELECT ?) SELECT * FROM a | READ",
                "WITH a AS (SELECT ?) DELETE FROM t WHERE b IN (SELECT * FROM a) | WRITE",
                "SET autocommit=0 | CHECK",
                "SET autocommit=0; DELETE FROM t | OTHER",
                "SET GLOBAL max_connections = ? | OTHER",
                "SET @@global.max_connections = ? | OTHER",
                "SET @@session.sql_mode = ? | CHECK",
                "BEGIN | BEGIN",
                "start transaction read only | BEGIN",
                "begin not atomic delete from t; end | OTHER",
                "commit work; | END",
                "COMMIT AND CHAIN | OTHER"
            })
    void purposeIsThatOfTheWholeStatement(String statement, CommandPurpose purpose) {
        assertThat(CommandPurpose.of(Command.QUERY, statement)).isEqualTo(purpose);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "begin; commit | 2",
                "start transaction read only; select a from t where b = ?; commit | 2",
                "select a from t where b = ?; COMMIT | 1",
                "select a from t; ROLLBACK | 1",
                "begin; select a from t where b = ? for update; commit | -",
                "begin; select a from t; select b from t; commit | -",
                "begin; insert into t values (?); commit | -",
                "begin; call p(); commit | -"
            })
    void transactionsThatNeedNotBeAreFound(String statements, @Nullable Integer saved) {
        for (int i = 0; i < 5; i++) {
            for (String statement : statements.split("; ")) {
                call(statement, 30, 1);
            }
        }
        if (saved == null) {
            assertThat(findings()).isEmpty();
        } else {
            assertThat(findings()).singleElement().satisfies(finding -> {
                assertThat(finding.kind()).isEqualTo(Kind.NEEDLESS_TRANSACTION);
                assertThat(finding.text()).isEqualTo("5 transactions with one query or none");
                assertThat(finding.roundTripsSaved()).isEqualTo(5L * saved);
                assertThat(finding.savedMicros()).isEqualTo(5_000.0 * saved);
            });
        }
    }

    @Test
    void settingsOfTheApplicationAreNotPoolChecks() {
        assertThat(CommandPurpose.of(Command.QUERY, "SET @total = ?")).isEqualTo(CommandPurpose.OTHER);
        assertThat(CommandPurpose.of(Command.QUERY, "SET @@session.sql_mode = ?"))
                .isEqualTo(CommandPurpose.CHECK);
        assertThat(CommandPurpose.of(Command.QUERY, "SELECT ? FROM t")).isEqualTo(CommandPurpose.READ);
        assertThat(CommandPurpose.of(Command.QUERY, "rollback")).isEqualTo(CommandPurpose.END);
        assertThat(CommandPurpose.of(Command.QUERY, "ROLLBACK TO SAVEPOINT a")).isEqualTo(CommandPurpose.OTHER);
    }

    @Test
    void memoryIsBounded() {
        for (int i = 0; i < 20_000; i++) {
            call("SELECT a" + i + " FROM t", 1, 1);
        }
        now += MILLI;
        WatchReport report = tally.report("db:3306", "11", link);
        assertThat(report.statements()).isEqualTo(20_000);
        assertThat(report.top().get(0).statement()).isEqualTo("(other statements)");
        assertThat(report.top().get(0).count()).isEqualTo(15_000);
    }

    /** Loops of hundreds of thousands of different statements: each finding has its own limit. */
    @Test
    void memoryOfFindingsIsBounded() {
        TrafficCounts tally = new TrafficCounts(() -> 0, Optional.empty());
        for (int i = 0; i < 300_000; i++) {
            tally.unprepared("SELECT " + i, 1, 1);
        }
        for (int i = 0; i < 10; i++) {
            tally.unprepared("SELECT 4000", 1, 1);
        }
        WatchReport report = tally.report("db", "11", new DelayedPath(0, 1));
        assertThat(report.findings())
                .extracting(WatchFinding::statement, WatchFinding::count)
                .containsExactly(tuple("(other statements)", 295_000L), tuple("SELECT 4000", 11L));
    }
}
