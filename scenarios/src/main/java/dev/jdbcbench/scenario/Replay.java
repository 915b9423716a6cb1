package dev.jdbcbench.scenario;

import dev.jdbcbench.scenario.RecordedTransaction.Action;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Executes a recorded transaction on a connection, and reads all results. Not thread safe. */
final class Replay {
    /** The server's error codes for a duplicate key. */
    private static final Set<Integer> DUPLICATE = Set.of(1062, 1586);

    private static final int MOST_REMARKS = 3;

    private final Connection connection;
    private final String source;
    private final RecordedTransaction transaction;
    private final List<Step> steps = new ArrayList<>();
    private boolean autocommit = true;
    private Object last = "";

    /**
     * Prepares to replay a transaction on a new connection.
     *
     * @param source the file that contains it
     */
    Replay(Connection connection, String source, RecordedTransaction transaction) {
        this.connection = connection;
        this.source = source;
        this.transaction = transaction;
        for (RecordedTransaction.Step step : transaction.steps()) {
            steps.add(new Step(
                    step.action(),
                    step.sql(),
                    step.values().stream()
                            .map(row -> row.stream().map(BoundValue::of).toList())
                            .toList()));
        }
    }

    /** A step with parsed values. */
    private record Step(Action action, String sql, List<List<BoundValue>> values) {}

    /** Executes the transaction. */
    Object run() throws SQLException {
        pass(List.of());
        return last;
    }

    /**
     * Executes the transaction twice, because the measurement repeats it, and returns the part of the result that all
     * drivers must agree on.
     */
    CheckedResult check() throws SQLException {
        List<Digest> first = digests();
        List<Digest> second = digests();
        pass(first);
        pass(second);
        String result = switch (transaction.agreement()) {
            case VALUES -> of(first, Digest::toString);
            case ROWS -> of(first, digest -> digest.rows() + " rows");
            case NOTHING -> "it changes something";
        };
        return new CheckedResult(steps.size() + " steps: " + result, remark(second));
    }

    private static String of(List<Digest> digests, Function<Digest, String> words) {
        return digests.stream().filter(Digest::isQuery).map(words).collect(Collectors.joining("; "));
    }

    private List<Digest> digests() {
        return steps.stream().map(step -> new Digest()).toList();
    }

    /** Reports steps that do less when repeated than when they were recorded. */
    private String remark(List<Digest> found) {
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            long recorded = transaction.steps().get(i).rows();
            long now = found.get(i).rows();
            if (now != recorded && found.get(i).isQuery()) {
                remarks.add("step " + (i + 1) + " returns " + now + " rows, and " + recorded + " when recorded");
            } else if (now == 0 && recorded > 0) {
                remarks.add(
                        "step " + (i + 1) + " changes nothing when repeated, and " + recorded + " rows when recorded");
            }
        }
        int more = remarks.size() - MOST_REMARKS;
        return String.join("; ", remarks.subList(0, Math.min(MOST_REMARKS, remarks.size())))
                + (more > 0 ? "; and " + more + " more" : "");
    }

    /** Executes the transaction once, and fills the digests if there are any. */
    private void pass(List<Digest> digests) throws SQLException {
        if (autocommit != transaction.autocommit()) {
            setAutoCommit(transaction.autocommit());
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            try {
                carryOut(step, digests.isEmpty() ? null : digests.get(i));
            } catch (SQLException e) {
                String at = source + ", step " + (i + 1)
                        + (step.sql().isEmpty() ? "" : " (" + SetUp.shortened(step.sql()) + ")");
                throw SqlScenario.located(
                        e,
                        DUPLICATE.contains(e.getErrorCode())
                                ? at + " cannot be repeated, so this transaction cannot be measured with this data"
                                : at);
            }
        }
    }

    private void setAutoCommit(boolean wanted) throws SQLException {
        connection.setAutoCommit(wanted);
        autocommit = wanted;
    }

    private void carryOut(Step step, @Nullable Digest digest) throws SQLException {
        switch (step.action()) {
            case AUTOCOMMIT_OFF -> setAutoCommit(false);
            case AUTOCOMMIT_ON -> setAutoCommit(true);
            case COMMIT -> connection.commit();
            case ROLLBACK -> connection.rollback();
            case STATEMENT -> {
                try (Statement statement = connection.createStatement()) {
                    statement.setEscapeProcessing(false);
                    readAll(statement, statement.execute(step.sql()), digest);
                }
            }
            case PREPARED -> {
                try (PreparedStatement statement = connection.prepareStatement(step.sql())) {
                    execute(statement, step.values(), digest);
                }
            }
        }
    }

    private void execute(PreparedStatement statement, List<List<BoundValue>> rows, @Nullable Digest digest)
            throws SQLException {
        for (List<BoundValue> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                row.get(i).set(statement, i + 1);
            }
            if (rows.size() > 1) {
                statement.addBatch();
            }
        }
        if (rows.size() > 1) {
            int[] counts = statement.executeBatch();
            last = counts;
            if (digest != null) {
                digest.changed(counts.length);
            }
        } else {
            readAll(statement, statement.execute(), digest);
        }
    }

    private void readAll(Statement statement, boolean rows, @Nullable Digest digest) throws SQLException {
        boolean isRows = rows;
        while (true) {
            if (isRows) {
                try (ResultSet read = statement.getResultSet()) {
                    if (digest == null) {
                        readAll(read);
                    } else {
                        digest.read(read);
                    }
                }
            } else {
                int changed = statement.getUpdateCount();
                if (changed < 0) {
                    return;
                }
                if (digest != null) {
                    digest.changed(changed);
                }
            }
            isRows = statement.getMoreResults();
        }
    }

    private void readAll(ResultSet read) throws SQLException {
        int columns = read.getMetaData().getColumnCount();
        while (read.next()) {
            for (int column = 1; column <= columns; column++) {
                Object value = read.getObject(column);
                last = value == null ? last : value;
            }
        }
    }
}
