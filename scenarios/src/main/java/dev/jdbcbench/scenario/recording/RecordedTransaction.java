package dev.jdbcbench.scenario.recording;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.PartCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A transaction recorded from an application. It is measured like the user's own statements.
 *
 * @param mode how the application sent its statements: text, or prepared on the server (hit, miss)
 * @param autocommit of the connection when the transaction begins
 * @param agreement the part of the results that all drivers must agree on
 */
public record RecordedTransaction(Mode mode, boolean autocommit, Agreement agreement, List<Step> steps) {
    private static final int MOST_STEPS = 10_000;

    private static final int MOST_ROWS = 10_000;

    private static final int LONGEST_STATEMENT = 1_000_000;

    public RecordedTransaction {
        PartCheck.present(mode, "mode");
        PartCheck.present(agreement, "agreement");
        steps = PartCheck.list(steps, MOST_STEPS, "steps");
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a recorded transaction has no steps");
        }
    }

    /** The part of the results that all drivers must agree on. */
    public enum Agreement {
        /** The values of all rows. */
        VALUES,
        /** The number of rows; their values change with time. */
        ROWS,
        /** Nothing, because the transaction changes the data. */
        NOTHING;

        /** The name in files. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The action of a step. */
    public enum Action {
        /** Executes a text. */
        STATEMENT,
        /** Executes a prepared statement with values. */
        PREPARED,
        AUTOCOMMIT_OFF,
        AUTOCOMMIT_ON,
        COMMIT,
        ROLLBACK;

        /** The name in files. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One step.
     *
     * @param sql empty if the action is not a statement
     * @param values values of a prepared statement, see {@link BoundValue}; a batch has several rows of values
     * @param rows number of rows that it returned or changed when it was recorded
     */
    public record Step(Action action, String sql, List<List<String>> values, long rows) {
        public Step {
            PartCheck.present(action, "action");
            PartCheck.text(sql, LONGEST_STATEMENT, "sql");
            values = PartCheck.list(values, MOST_ROWS, "values").stream()
                    .map(row -> PartCheck.texts(row, MOST_ROWS, "values"))
                    .toList();
            PartCheck.count(rows, "rows");
            values.forEach(row -> row.forEach(BoundValue::of));
        }

        /** A step that is not a statement. */
        public static Step of(Action action) {
            return new Step(action, "", List.of(), 0);
        }
    }

    /** Whether a statement is prepared on the server. */
    public boolean prepares() {
        return steps.stream().anyMatch(step -> step.action() == Action.PREPARED);
    }

    /** Adds the transaction to the scenario lines of a session file. */
    public void toSession(String name, Map<String, String> lines) {
        lines.put(name + ".steps", String.valueOf(steps.size()));
        lines.put(name + ".mode", mode.id());
        lines.put(name + ".autocommit", String.valueOf(autocommit));
        lines.put(name + ".agreement", agreement.name());
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            String prefix = name + ".step." + (i + 1) + ".";
            lines.put(prefix + "action", step.action().name());
            lines.put(prefix + "sql", step.sql());
            lines.put(prefix + "recorded", String.valueOf(step.rows()));
            lines.put(prefix + "rows", String.valueOf(step.values().size()));
            for (int row = 0; row < step.values().size(); row++) {
                List<String> values = step.values().get(row);
                for (int value = 0; value < values.size(); value++) {
                    lines.put(prefix + "row." + (row + 1) + "." + (value + 1), values.get(value));
                }
            }
        }
    }

    /** Whether a session file has a recorded transaction of this name. */
    public static boolean isIn(Map<String, String> session, String name) {
        return session.containsKey(name + ".steps");
    }

    /** Reads the transaction from the scenario lines of a session file. */
    public static RecordedTransaction of(Map<String, String> session, String name) {
        List<Step> steps = new ArrayList<>();
        int count = Integer.parseInt(line(session, name + ".steps"));
        for (int i = 1; i <= count; i++) {
            String prefix = name + ".step." + i + ".";
            List<List<String>> values = new ArrayList<>();
            int rows = Integer.parseInt(line(session, prefix + "rows"));
            for (int row = 1; row <= rows; row++) {
                List<String> one = new ArrayList<>();
                String place = prefix + "row." + row + ".";
                for (String value = session.get(place + 1); value != null; ) {
                    one.add(value);
                    value = session.get(place + (one.size() + 1));
                }
                values.add(one);
            }
            steps.add(new Step(
                    Action.valueOf(line(session, prefix + "action")),
                    line(session, prefix + "sql"),
                    values,
                    Long.parseLong(line(session, prefix + "recorded"))));
        }
        String mode = line(session, name + ".mode");
        return new RecordedTransaction(
                Mode.of(mode).orElseThrow(() -> new IllegalArgumentException("unknown mode: " + mode)),
                Boolean.parseBoolean(line(session, name + ".autocommit")),
                Agreement.valueOf(line(session, name + ".agreement")),
                steps);
    }

    private static String line(Map<String, String> session, String key) {
        String value = session.get(key);
        if (value == null) {
            throw new IllegalArgumentException("the session file has no scenario." + key);
        }
        return value;
    }
}
