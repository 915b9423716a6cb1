package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.plan.RecordingReader.Transactions;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Action;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Agreement;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.wire.Command;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedScenariosTest {
    private final List<Statement> statements = new ArrayList<>();
    private final List<Transaction> transactions = new ArrayList<>();
    private boolean values = true;

    private Transactions of(int top) {
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                values,
                0,
                transactions,
                statements,
                10,
                100,
                1,
                0,
                false,
                null);
        return RecordedScenarios.of(recording, "shop.json", top, Agreement.VALUES);
    }

    private int statement(String shape, CommandPurpose purpose) {
        Statement statement = new Statement(shape, purpose);
        if (!statements.contains(statement)) {
            statements.add(statement);
        }
        return statements.indexOf(statement);
    }

    private Step step(String shape, CommandPurpose purpose, @Nullable String text, @Nullable List<List<String>> bound) {
        return new Step(statement(shape, purpose), 0, 1, 10, 20, 30, 20, 5, 3, false, values ? text : null, bound);
    }

    private Step text(String shape, CommandPurpose purpose, String text) {
        return step(shape, purpose, text, null);
    }

    private Step same(String shape, CommandPurpose purpose) {
        return step(shape, purpose, shape, null);
    }

    private void happened(int times, End end, Step... steps) {
        for (int i = 0; i < times; i++) {
            transactions.add(new Transaction(0, end, List.of(steps)));
        }
    }

    private static RecordedTransaction transaction(SqlScenario scenario) {
        return Objects.requireNonNull(scenario.recorded());
    }

    @Test
    void transactionIsReplayedWithoutDriverStatements() {
        happened(
                3,
                End.ENDED,
                same("COM_PING", CommandPurpose.CHECK),
                same("SET autocommit=0", CommandPurpose.CHECK),
                text("SELECT a FROM t WHERE b = ?", CommandPurpose.READ, "SELECT a FROM t WHERE b = 'x?'"),
                text("INSERT INTO t VALUES (?)", CommandPurpose.WRITE, "INSERT INTO t VALUES (5)"),
                same("COMMIT", CommandPurpose.END),
                same("SET autocommit=1", CommandPurpose.CHECK));
        Transactions found = of(5);
        assertThat(found.leftOut()).isEmpty();
        assertThat(found.scenarios()).hasSize(1);
        SqlScenario scenario = found.scenarios().get(0);
        assertThat(scenario.name()).isEqualTo("recorded-1");
        assertThat(transaction(scenario))
                .isEqualTo(new RecordedTransaction(
                        Mode.TEXT,
                        true,
                        Agreement.NOTHING,
                        List.of(
                                RecordedTransaction.Step.of(Action.AUTOCOMMIT_OFF),
                                new RecordedTransaction.Step(
                                        Action.STATEMENT, "SELECT a FROM t WHERE b = 'x?'", List.of(), 3),
                                new RecordedTransaction.Step(
                                        Action.STATEMENT, "INSERT INTO t VALUES (5)", List.of(), 3),
                                RecordedTransaction.Step.of(Action.COMMIT),
                                RecordedTransaction.Step.of(Action.AUTOCOMMIT_ON))));
        assertThat(found.said())
                .containsExactly("recorded-1: 3 of 3 transactions, as recorded in mode text: SET autocommit=0;"
                        + " SELECT a FROM t WHERE b = ?; INSERT INTO t VALUES (?); COMMIT; SET autocommit=1");
    }

    /** Drivers must return the same values only if nothing changes them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/* shop */ SELECT a FROM t | SELECT a FROM t | VALUES",
                "SET STATEMENT max_statement_time=9 FOR SELECT a FROM t | SET STATEMENT max_statement_time=? FOR SELECT a FROM t | VALUES",
                "WITH x AS (SELECT 1) DELETE FROM t | WITH x AS (SELECT ?) DELETE FROM t | NOTHING"
            })
    void readingIsJudgedByTheWholeStatement(String text, String shape, Agreement agreement) {
        happened(1, End.AUTOCOMMIT, text(shape, CommandPurpose.of(Command.QUERY, shape), text));
        assertThat(of(5).scenarios())
                .singleElement()
                .satisfies(scenario ->
                        assertThat(transaction(scenario).agreement()).isEqualTo(agreement));
    }

    /** On another server, the text would have other values. */
    @Test
    void questionMarkInACommentThatOnlySomeServersExecuteIsLeftOut() {
        happened(
                1,
                End.AUTOCOMMIT,
                step(
                        "SELECT ? + ?",
                        CommandPurpose.READ,
                        "SELECT ? /*!80000 + ? */",
                        List.of(List.of("long 1", "long 2"))));
        assertThat(of(5).leftOut()).singleElement().asString().contains("only some servers execute a comment in it");
    }

    /** Without escapes, the literal ends at the backslash. */
    @Test
    void valuesAreCountedAsTheServerReadTheText() {
        happened(
                1,
                End.AUTOCOMMIT,
                step("SELECT ?, ?", CommandPurpose.READ, "SELECT 'a\\', ?", List.of(List.of("long 1"))));
        assertThat(of(5).leftOut()).isEmpty();
    }

    /** A recording may come from anyone: what runs must be what it announces. */
    @Test
    void textOfAnotherStatementIsLeftOut() {
        happened(
                1,
                End.AUTOCOMMIT,
                text("SELECT amount FROM salaries", CommandPurpose.READ, "DELETE FROM payroll.salaries"));
        happened(
                1,
                End.AUTOCOMMIT,
                text("SELECT a FROM t WHERE b = ?", CommandPurpose.READ, "SELECT a FROM t WHERE b = 1 OR sleep(5)"));
        happened(
                1,
                End.AUTOCOMMIT,
                text(
                        "(a statement that bench cannot read safely)",
                        CommandPurpose.OTHER,
                        "DELETE FROM t WHERE a = 'x"));
        Transactions found = of(5);
        assertThat(found.scenarios()).isEmpty();
        assertThat(found.leftOut())
                .containsExactly(
                        "1 of 3 transactions: SELECT amount FROM salaries: its text is another statement:"
                                + " SELECT amount FROM salaries, and the text is DELETE FROM payroll.salaries",
                        "1 of 3 transactions: SELECT a FROM t WHERE b = ?: its text is another statement: SELECT a"
                                + " FROM t WHERE b = ?, and the text is SELECT a FROM t WHERE b = ? OR sleep(?)",
                        "1 of 3 transactions: (a statement that bench cannot read safely): it is not known which"
                                + " statement it is: (a statement that bench cannot read safely)");
    }

    @Test
    void preparedStatementsKeepValuesAndKind() {
        String sql = "SELECT a FROM t WHERE b = ?";
        Step execute = step(sql, CommandPurpose.READ, sql, List.of(List.of("long 5")));
        happened(2, End.AUTOCOMMIT, execute);
        happened(
                1,
                End.AUTOCOMMIT,
                text("PREPARE SELECT x FROM t WHERE c = ?", CommandPurpose.PREPARE, "SELECT x FROM t WHERE c = ?"),
                step(
                        "SELECT x FROM t WHERE c = ?",
                        CommandPurpose.READ,
                        "SELECT x FROM t WHERE c = ?",
                        List.of(List.of("text Ada"))));
        Transactions found = of(5);
        assertThat(found.scenarios())
                .extracting(scenario -> transaction(scenario).mode())
                .containsExactly(Mode.HIT, Mode.MISS);
        RecordedTransaction first = transaction(found.scenarios().get(0));
        assertThat(first.agreement()).isEqualTo(Agreement.VALUES);
        assertThat(first.steps())
                .containsExactly(new RecordedTransaction.Step(Action.PREPARED, sql, List.of(List.of("long 5")), 3));
    }

    @Test
    void mostFrequentKindIsFirstWithItsMedianAsExample() {
        String insert = "INSERT INTO t VALUES (?)";
        for (int rows = 1; rows <= 5; rows++) {
            List<Step> steps = new ArrayList<>();
            steps.add(same("BEGIN", CommandPurpose.BEGIN));
            for (int i = 0; i < rows + 1; i++) {
                steps.add(text(insert, CommandPurpose.WRITE, "INSERT INTO t VALUES (" + i + ")"));
            }
            steps.add(same("COMMIT", CommandPurpose.END));
            happened(1, End.ENDED, steps.toArray(Step[]::new));
        }
        happened(9, End.AUTOCOMMIT, same("SELECT a FROM t", CommandPurpose.READ));
        happened(
                50,
                End.AUTOCOMMIT,
                same("(connect)", CommandPurpose.CONNECT),
                same("SELECT @@version", CommandPurpose.CHECK));
        Transactions found = of(5);
        assertThat(found.scenarios())
                .extracting(scenario -> scenario.statement().sql())
                .containsExactly("SELECT a FROM t", "BEGIN; INSERT INTO t VALUES (?) …; COMMIT");
        RecordedTransaction orders = transaction(found.scenarios().get(1));
        assertThat(orders.autocommit()).isTrue();
        assertThat(orders.steps())
                .hasSize(6)
                .extracting(RecordedTransaction.Step::sql)
                .startsWith("BEGIN", "INSERT INTO t VALUES (0)")
                .endsWith("COMMIT");
        assertThat(of(1).scenarios()).hasSize(1);
    }

    @Test
    void poolsMayLendConnectionsWithoutAutocommit() {
        happened(1, End.ENDED, same("SELECT a FROM t", CommandPurpose.READ), same("ROLLBACK", CommandPurpose.END));
        RecordedTransaction transaction = transaction(of(5).scenarios().get(0));
        assertThat(transaction.autocommit()).isFalse();
        assertThat(transaction.steps())
                .extracting(RecordedTransaction.Step::action)
                .containsExactly(Action.STATEMENT, Action.ROLLBACK);
    }

    @Test
    void withoutValuesOnlyStatementsWithoutLiteralsRemain() {
        values = false;
        happened(3, End.AUTOCOMMIT, same("SELECT a FROM t WHERE b = ?", CommandPurpose.READ));
        happened(2, End.AUTOCOMMIT, same("SELECT a FROM t WHERE b IN (?…)", CommandPurpose.READ));
        happened(1, End.AUTOCOMMIT, same("SELECT count(*) FROM t", CommandPurpose.READ));
        Transactions found = of(5);
        assertThat(found.scenarios())
                .extracting(scenario -> scenario.statement().sql())
                .containsExactly("SELECT count(*) FROM t");
        assertThat(found.leftOut())
                .hasSize(2)
                .first()
                .isEqualTo("3 of 6 transactions: SELECT a FROM t WHERE b = ?:"
                        + " the recording has no values, and it needs them: SELECT a FROM t WHERE b = ?");
    }

    @Test
    void unreplayableTransactionsAreOmittedWithAReason() {
        happened(1, End.AUTOCOMMIT, text("SELECT 1", CommandPurpose.READ, "SELECT '" + "x".repeat(1992) + "…"));
        happened(1, End.AUTOCOMMIT, text("SELECT 2", CommandPurpose.READ, "SELECT '\uFFFD'"));
        happened(1, End.AUTOCOMMIT, text("SELECT ? + ?", CommandPurpose.READ, "SELECT 3 + ?"));
        happened(1, End.OPEN, same("SELECT 4", CommandPurpose.READ));
        happened(1, End.AUTOCOMMIT, same("SELECT a FROM shop.orders", CommandPurpose.READ));
        happened(1, End.AUTOCOMMIT, same("(a statement that was prepared before)", CommandPurpose.OTHER));
        happened(1, End.AUTOCOMMIT, same("LOAD DATA LOCAL INFILE ? INTO TABLE t", CommandPurpose.OTHER));
        happened(
                1,
                End.AUTOCOMMIT,
                text("CREATE USER a IDENTIFIED BY ?", CommandPurpose.OTHER, "CREATE USER a IDENTIFIED BY 'hidden'"));
        transactions.add(new Transaction(
                0,
                End.AUTOCOMMIT,
                List.of(new Step(
                        statement("SELECT nosuch", CommandPurpose.READ),
                        0,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1,
                        0,
                        true,
                        "SELECT nosuch",
                        null))));
        Transactions found = of(5);
        assertThat(found.scenarios()).isEmpty();
        assertThat(found.leftOut())
                .satisfiesExactly(
                        line -> assertThat(line).contains("only the first 2000 characters were kept"),
                        line -> assertThat(line).contains("no text in UTF-8"),
                        line -> assertThat(line).contains("its bound values were not kept"),
                        line -> assertThat(line).contains("it was not recorded to its end"),
                        line -> assertThat(line).contains("it names the schema shop"),
                        line -> assertThat(line).contains("its text was not kept"),
                        line -> assertThat(line).contains("it needs a file of the client"),
                        line -> assertThat(line)
                                .contains("the password of an account")
                                .doesNotContain("hidden"),
                        line -> assertThat(line).contains("it failed when it was recorded"));
    }

    @Test
    void timeDependentDataIsComparedByRowCount() {
        SetUp fixed = new SetUp("shop.sql", List.of(new SqlScenario.Line("INSERT INTO t VALUES (1)", 1)));
        SetUp changing = new SetUp("shop.sql", List.of(new SqlScenario.Line("INSERT INTO t VALUES (now())", 1)));
        assertThat(RecordedScenarios.agreement(fixed)).isEqualTo(Agreement.VALUES);
        assertThat(RecordedScenarios.agreement(changing)).isEqualTo(Agreement.ROWS);
    }

    @Test
    void timeDependentResultsAreComparedByRowCount() {
        happened(1, End.AUTOCOMMIT, same("SELECT a FROM t WHERE b > now()", CommandPurpose.READ));
        assertThat(transaction(of(5).scenarios().get(0)).agreement()).isEqualTo(Agreement.ROWS);
    }
}
