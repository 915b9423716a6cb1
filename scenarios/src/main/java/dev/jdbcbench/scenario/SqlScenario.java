package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.table.Parameter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user's own statement or a recorded transaction, which is measured like the built-in scenarios.
 *
 * @param name chosen by the user
 * @param source the file that contains it
 * @param statement of a recorded transaction, a summary
 * @param params one for each question mark of the statement: see {@link Parameter#of}
 * @param setup run once per run on each server, before anything is measured
 * @param teardown run once per run on each server, after everything was measured
 * @param recorded the transaction; null if it is a statement
 */
public record SqlScenario(
        String name,
        String source,
        Line statement,
        List<String> params,
        List<Line> setup,
        List<Line> teardown,
        @MayBeMissing @Nullable RecordedTransaction recorded) {
    private static final int MOST_LINES = 1_000_000;

    private static final int LONGEST_STATEMENT = 64_000_000;

    public SqlScenario {
        PartCheck.name(name, "name");
        PartCheck.name(source, "source");
        PartCheck.present(statement, "statement");
        params = PartCheck.texts(params, MOST_LINES, "params");
        setup = PartCheck.list(setup, MOST_LINES, "setup");
        teardown = PartCheck.list(teardown, MOST_LINES, "teardown");
    }

    /** A statement. */
    public SqlScenario(
            String name, String source, Line statement, List<String> params, List<Line> setup, List<Line> teardown) {
        this(name, source, statement, params, setup, teardown, null);
    }

    /** The modes of its own in which it can be measured. */
    List<Mode> modes() {
        return recorded == null || recorded.prepares()
                ? List.of(Mode.TEXT, Mode.HA, Mode.HIT, Mode.MISS)
                : List.of(Mode.TEXT, Mode.HA);
    }

    /** Why it can be measured in none of these modes; empty if it can. */
    public Optional<String> whyNotIn(List<Mode> asked) {
        List<Mode> modes = Mode.andThoseOfAll(modes());
        return Collections.disjoint(modes, asked)
                ? Optional.of(name + " of " + source + " can only be measured in " + Mode.ids(modes)
                        + (recorded == null || recorded.prepares()
                                ? ""
                                : ", because the application prepared none of its statements"))
                : Optional.empty();
    }

    /** A statement, and the line of the source where it starts. */
    public record Line(String sql, int line) {
        public Line {
            PartCheck.text(sql, LONGEST_STATEMENT, "sql");
            PartCheck.between(1, Integer.MAX_VALUE, line, "line");
        }
    }

    /** The data that a measured JVM needs, as scenario lines of a session file. */
    public Map<String, String> toSession() {
        Map<String, String> lines = new LinkedHashMap<>();
        if (recorded != null) {
            lines.put(name + ".at", source);
            recorded.toSession(name, lines);
            return lines;
        }
        lines.put(name + ".sql", statement.sql());
        lines.put(name + ".at", at(statement));
        for (int i = 0; i < params.size(); i++) {
            lines.put(name + ".param." + (i + 1), params.get(i));
        }
        return lines;
    }

    /** The parameters of a scenario in a session file. */
    static List<String> params(Map<String, String> session, String name) {
        List<String> params = new ArrayList<>();
        for (String param = session.get(name + ".param.1"); param != null; ) {
            params.add(param);
            param = session.get(name + ".param." + (params.size() + 1));
        }
        return params;
    }

    /** Runs the set-up. */
    public void setUp(Connection connection) throws SQLException {
        execute(connection, setup);
    }

    /** Runs the tear-down. */
    public void tearDown(Connection connection) throws SQLException {
        execute(connection, teardown);
    }

    private void execute(Connection connection, List<Line> lines) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Line line : lines) {
                try {
                    statement.execute(line.sql());
                } catch (SQLException e) {
                    throw located(e, at(line));
                }
            }
        }
    }

    private String at(Line line) {
        return source + ":" + line.line();
    }

    /** Prefixes the server's message with the location of the statement. */
    static SQLException located(SQLException e, String at) {
        return new SQLException(
                at + ": " + e.getMessage() + " (" + e.getSQLState() + ", " + e.getErrorCode() + ")",
                e.getSQLState(),
                e.getErrorCode(),
                e);
    }
}
