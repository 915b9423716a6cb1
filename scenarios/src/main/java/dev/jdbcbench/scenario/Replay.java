package dev.jdbcbench.scenario;

import dev.jdbcbench.scenario.recording.BoundValue;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Action;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Digest;
import dev.jdbcbench.scenario.witness.Ends;
import dev.jdbcbench.scenario.witness.UpdateCounts;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Executes a recorded transaction on a connection, and reads all results. Not thread safe. */
final class Replay {
    /** The server's error codes for a duplicate key. */
    private static final Set<Integer> DUPLICATE = Set.of(1062, 1586);

    private static final int MOST_REMARKS = 3;

    private static final Pattern COMMIT = Pattern.compile("(?i)\\s*commit(\\s+work)?\\s*");
    private static final Pattern ROLLBACK = Pattern.compile("(?i)\\s*rollback(\\s+work)?\\s*");
    private static final Pattern BEGIN = Pattern.compile("(?i)\\s*(?:begin(\\s+work)?|start\\s+transaction)\\s*");

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
    private record Step(Action action, String sql, List<List<BoundValue>> values) {
        /** What it does to transactions, whether by JDBC or by its text; empty for other statements. */
        Optional<Action> ofTransactions() {
            if (action != Action.STATEMENT) {
                return Optional.of(action).filter(known -> known != Action.PREPARED);
            }
            return COMMIT.matcher(sql).matches()
                    ? Optional.of(Action.COMMIT)
                    : ROLLBACK.matcher(sql).matches()
                            ? Optional.of(Action.ROLLBACK)
                            : BEGIN.matcher(sql).matches() ? Optional.of(Action.AUTOCOMMIT_OFF) : Optional.empty();
        }

        boolean ends() {
            return ofTransactions()
                    .filter(action -> action == Action.COMMIT || action == Action.ROLLBACK)
                    .isPresent();
        }
    }

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

    /** The witness compares the effects of one more execution, at the end of its last transaction. */
    Judged judge(Witness witness) throws SQLException {
        List<String> statements = steps.stream()
                .filter(step -> step.ofTransactions().isEmpty())
                .map(Step::sql)
                .toList();
        if (statements.stream().allMatch(Effects::reads)) {
            return new Judged(Ends.NONE, "");
        }
        Effects effects = new Effects(witness, connection, statements);
        Replay plain = new Replay(witness.connection(), source, transaction);
        int end = end();
        String remark = effects.judge(() -> plain.rehearse(effects), () -> pass(List.of(), 0, end));
        pass(List.of(), end, steps.size());
        return new Judged(ends(effects), remark);
    }

    /** The result of a judgement, with the ends of transactions to expect in each execution. */
    record Judged(Ends ends, String remark) {}

    /** The number of steps to the end of the last transaction; switching autocommit on afterwards would commit what it left. */
    private int end() {
        int last = steps.size();
        while (last > 0 && steps.get(last - 1).action() == Action.AUTOCOMMIT_ON) {
            last--;
        }
        return last > 0 && steps.get(last - 1).ends() ? last : steps.size();
    }

    /** The ends that no driver may skip, because the transaction used a table. */
    private Ends ends(Effects effects) {
        int commits = 0;
        int rollbacks = 0;
        boolean used = false;
        for (Step step : steps) {
            if (!step.ends()) {
                used = step.ofTransactions().isEmpty()
                        ? !Effects.endsTransaction(step.sql()) && (used || effects.transactional(step.sql()))
                        : used;
                continue;
            }
            if (used && step.ofTransactions().equals(Optional.of(Action.COMMIT))) {
                commits++;
            } else if (used) {
                rollbacks++;
            }
            used = false;
        }
        return new Ends(commits, rollbacks);
    }

    /** Executes every statement and every row of a batch on its own, and ends no transaction. */
    private void rehearse(Effects effects) throws SQLException {
        boolean auto = transaction.autocommit();
        boolean begun = false;
        for (Step step : steps) {
            Optional<Action> action = step.ofTransactions();
            if (action.isEmpty()) {
                List<List<BoundValue>> rows = step.values().isEmpty() ? List.of(List.<BoundValue>of()) : step.values();
                for (List<BoundValue> row : rows) {
                    carryOut(new Step(step.action(), step.sql(), List.of(row)), null);
                }
                if (auto && !begun) {
                    effects.keep();
                }
                continue;
            }
            if (action.get() == Action.ROLLBACK) {
                effects.undo();
            } else {
                effects.keep();
            }
            begun = step.action() == Action.STATEMENT && !step.ends();
            auto = step.action() == Action.AUTOCOMMIT_ON || (auto && step.action() != Action.AUTOCOMMIT_OFF);
        }
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
        pass(digests, 0, steps.size());
    }

    private void pass(List<Digest> digests, int from, int to) throws SQLException {
        if (from == 0 && autocommit != transaction.autocommit()) {
            setAutoCommit(transaction.autocommit());
        }
        for (int i = from; i < to; i++) {
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
                UpdateCounts.check(counts, rows.size());
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
