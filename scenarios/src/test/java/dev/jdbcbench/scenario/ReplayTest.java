package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.scenario.recording.BoundValue;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Action;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Agreement;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Step;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final Step INSERT = new Step(Action.STATEMENT, "INSERT INTO t VALUES (5)", List.of(), 1);

    private final List<String> calls = new ArrayList<>();
    private Optional<SQLException> failure = Optional.empty();
    private int changed = 1;

    private final Connection connection = proxy(Connection.class, (proxy, method, args) -> switch (method.getName()) {
        case "createStatement" -> statement(Statement.class, "");
        case "prepareStatement" -> statement(PreparedStatement.class, String.valueOf(args[0]));
        default -> {
            calls.add(method.getName() + (args == null ? "" : Arrays.toString(args)));
            yield null;
        }
    });

    private <T> T statement(Class<T> type, String prepared) {
        boolean[] read = {false};
        return proxy(type, (proxy, method, args) -> switch (method.getName()) {
            case "execute" -> {
                calls.add("execute " + (args == null ? prepared : args[0]));
                if (failure.isPresent()) {
                    throw failure.get();
                }
                yield false;
            }
            case "getUpdateCount" -> read[0] ? -1 : changed;
            case "getMoreResults" -> {
                read[0] = true;
                yield false;
            }
            case "executeBatch" -> {
                calls.add("batch " + prepared);
                yield new int[] {1, 1};
            }
            case "setEscapeProcessing", "close" -> null;
            default -> {
                calls.add(method.getName() + (args == null ? "" : Arrays.toString(args)));
                yield null;
            }
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ReplayTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Replay replay(boolean autocommit, Step... steps) {
        RecordedTransaction transaction =
                new RecordedTransaction(Mode.HIT, autocommit, Agreement.NOTHING, List.of(steps));
        return new Replay(connection, "shop.json", transaction);
    }

    @Test
    void stepsAreReplayedInOrder() throws SQLException {
        Replay replay = replay(
                true,
                Step.of(Action.AUTOCOMMIT_OFF),
                INSERT,
                new Step(Action.PREPARED, "UPDATE t SET a = ?, b = ?", List.of(List.of("long 5", "text x y")), 1),
                new Step(
                        Action.PREPARED,
                        "INSERT INTO t VALUES (?)",
                        List.of(List.of("null"), List.of("double 1.5")),
                        2),
                Step.of(Action.COMMIT),
                Step.of(Action.AUTOCOMMIT_ON));
        replay.run();
        assertThat(calls)
                .containsExactly(
                        "setAutoCommit[false]",
                        "execute INSERT INTO t VALUES (5)",
                        "setLong[1, 5]",
                        "setString[2, x y]",
                        "execute UPDATE t SET a = ?, b = ?",
                        "setNull[1, 0]",
                        "addBatch",
                        "setDouble[1, 1.5]",
                        "addBatch",
                        "batch INSERT INTO t VALUES (?)",
                        "commit",
                        "setAutoCommit[true]");
    }

    @Test
    void autocommitIsSwitchedOffOnce() throws SQLException {
        Replay replay = replay(false, INSERT, Step.of(Action.ROLLBACK));
        replay.run();
        replay.run();
        assertThat(calls)
                .containsExactly(
                        "setAutoCommit[false]",
                        "execute INSERT INTO t VALUES (5)",
                        "rollback",
                        "execute INSERT INTO t VALUES (5)",
                        "rollback");
    }

    @Test
    void duplicateKeyIsReportedWithTheStatement() {
        failure = Optional.of(new SQLIntegrityConstraintViolationException("Duplicate entry '5'", "23000", 1062));
        assertThatThrownBy(() -> replay(true, INSERT).check())
                .isInstanceOf(SQLException.class)
                .hasMessage(
                        "shop.json, step 1 (INSERT INTO t VALUES (5)) cannot be repeated, so this transaction cannot be"
                                + " measured with this data: Duplicate entry '5' (23000, 1062)");
    }

    @Test
    void shrinkingRepetitionIsReported() throws SQLException {
        changed = 0;
        CheckedResult finding = replay(true, INSERT).check();
        assertThat(finding.result()).isEqualTo("1 steps: it changes something");
        assertThat(finding.remark()).isEqualTo("step 1 changes nothing when repeated, and 1 rows when recorded");
        changed = 1;
        assertThat(replay(true, INSERT).check().remark()).isEmpty();
    }

    @Test
    void replaySurvivesTheSessionFile() {
        RecordedTransaction transaction = new RecordedTransaction(
                Mode.MISS,
                false,
                Agreement.ROWS,
                List.of(
                        new Step(Action.PREPARED, "SELECT ?\n, '='", List.of(List.of("text a\nb"), List.of("null")), 2),
                        new Step(Action.PREPARED, "SELECT 1", List.of(List.of()), 1),
                        INSERT,
                        Step.of(Action.COMMIT)));
        Map<String, String> session = new LinkedHashMap<>();
        transaction.toSession("recorded-1", session);
        assertThat(RecordedTransaction.isIn(session, "recorded-1")).isTrue();
        assertThat(RecordedTransaction.isIn(session, "recorded-2")).isFalse();
        assertThat(RecordedTransaction.of(session, "recorded-1")).isEqualTo(transaction);
    }

    @Test
    void valuesAreSetByType() throws SQLException {
        assertThat(set("date 2026-11-25")).isEqualTo("setDate[1, 2026-11-25]");
        assertThat(set("time 10:00:00")).isEqualTo("setTime[1, 10:00:00]");
        assertThat(set("time 10:00:00.5")).isEqualTo("setString[1, 10:00:00.5]");
        assertThat(set("datetime 2026-11-25T10:00:00.25")).isEqualTo("setTimestamp[1, 2026-11-25 10:00:00.25]");
        assertThat(set("decimal 12.50")).isEqualTo("setBigDecimal[1, 12.50]");
        assertThat(set("float 1.5")).isEqualTo("setFloat[1, 1.5]");
        assertThat(set("bytes 00ff")).startsWith("setBytes[1, [B@");
        assertThat(set("text")).isEqualTo("setString[1, ]");
        for (String wrong : List.of("long x", "number 5", "date 2026-13-01", "bytes 0")) {
            assertThatThrownBy(() -> BoundValue.of(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private @Nullable String set(String notation) throws SQLException {
        PreparedStatement statement = statement(PreparedStatement.class, "");
        BoundValue.of(notation).set(statement, 1);
        return calls.get(calls.size() - 1);
    }
}
