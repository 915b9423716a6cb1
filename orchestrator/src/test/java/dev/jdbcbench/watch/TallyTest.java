package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jdbcbench.watch.Call.State;
import dev.jdbcbench.watch.WatchFinding.Kind;
import dev.jdbcbench.wire.Command;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TallyTest {
    private static final long MILLI = 1_000_000;

    private long now;
    private final Tally tally = new Tally(() -> now, Optional.empty());
    private final Link link = new Link(0, MILLI);

    /** A call of 2 ms, of which 1 ms is network. */
    private void call(String statement, long rows, int roundTrips) {
        now += MILLI / 10;
        tally.called(made(0, statement, rows, roundTrips, now));
        now += 2 * MILLI;
    }

    static Call made(int connection, String statement, long rows, int roundTrips, long start) {
        Command command = statement.equals("COM_PING")
                ? Command.PING
                : statement.startsWith("PREPARE ") ? Command.STMT_PREPARE : Command.QUERY;
        return new Call(
                connection,
                command,
                Purpose.of(command, statement),
                statement,
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

    @Test
    void settingsOfTheApplicationAreNotPoolChecks() {
        assertThat(Purpose.of(Command.QUERY, "SET @total = ?")).isEqualTo(Purpose.OTHER);
        assertThat(Purpose.of(Command.QUERY, "SET @@session.sql_mode = ?")).isEqualTo(Purpose.CHECK);
        assertThat(Purpose.of(Command.QUERY, "SELECT ? FROM t")).isEqualTo(Purpose.READ);
        assertThat(Purpose.of(Command.QUERY, "rollback")).isEqualTo(Purpose.END);
        assertThat(Purpose.of(Command.QUERY, "ROLLBACK TO SAVEPOINT a")).isEqualTo(Purpose.OTHER);
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
        Tally tally = new Tally(() -> 0, Optional.empty());
        for (int i = 0; i < 300_000; i++) {
            tally.unprepared("SELECT " + i, 1, 1);
        }
        for (int i = 0; i < 10; i++) {
            tally.unprepared("SELECT 4000", 1, 1);
        }
        WatchReport report = tally.report("db", "11", new Link(0, 1));
        assertThat(report.findings())
                .extracting(WatchFinding::statement, WatchFinding::count)
                .containsExactly(tuple("(other statements)", 295_000L), tuple("SELECT 4000", 11L));
    }
}
