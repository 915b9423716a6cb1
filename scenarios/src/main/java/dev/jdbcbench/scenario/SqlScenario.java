package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Parts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A statement of the user's own, to be measured like the scenarios that are built in.
 *
 * @param name by which the user calls it
 * @param source the file that it stands in
 * @param params how each question mark of the statement is filled: see {@link Parameter#of}
 * @param setup carried out once per run on each server, before anything is measured
 * @param teardown carried out once per run on each server, when everything was measured
 */
public record SqlScenario(
        String name, String source, Line statement, List<String> params, List<Line> setup, List<Line> teardown) {
    private static final int MOST_LINES = 1_000_000;

    private static final int LONGEST_STATEMENT = 64_000_000;

    public SqlScenario {
        Parts.name(name, "name");
        Parts.name(source, "source");
        Parts.present(statement, "statement");
        params = Parts.texts(params, MOST_LINES, "params");
        setup = Parts.list(setup, MOST_LINES, "setup");
        teardown = Parts.list(teardown, MOST_LINES, "teardown");
    }

    /** A statement, and the line of the source where it begins. */
    public record Line(String sql, int line) {
        public Line {
            Parts.text(sql, LONGEST_STATEMENT, "sql");
            Parts.between(1, Integer.MAX_VALUE, line, "line");
        }
    }

    /** What a measured JVM must know of it, as lines of a session file about scenarios. */
    public Map<String, String> toSession() {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put(name + ".sql", statement.sql());
        lines.put(name + ".at", at(statement));
        for (int i = 0; i < params.size(); i++) {
            lines.put(name + ".param." + (i + 1), params.get(i));
        }
        return lines;
    }

    /** The parameters that a session file has for a scenario. */
    static List<String> params(Map<String, String> session, String name) {
        List<String> params = new ArrayList<>();
        for (String param = session.get(name + ".param.1"); param != null; ) {
            params.add(param);
            param = session.get(name + ".param." + (params.size() + 1));
        }
        return params;
    }

    /** Carries out the set-up. */
    public void setUp(Connection connection) throws SQLException {
        execute(connection, setup);
    }

    /** Carries out the tear-down. */
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

    /** The server's message behind the place of the statement that it is about. */
    static SQLException located(SQLException e, String at) {
        return new SQLException(
                at + ": " + e.getMessage() + " (" + e.getSQLState() + ", " + e.getErrorCode() + ")",
                e.getSQLState(),
                e.getErrorCode(),
                e);
    }
}
