package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.scenario.SqlScenario.Line;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Statements of the user that create the data of a run, such as a dump. They run once on each server, before anything is measured.
 *
 * @param source the file that contains them
 */
public record SetUp(String source, List<Line> statements) {
    private static final int MOST_STATEMENTS = 1_000_000;

    private static final int EMPTY_QUERY = 1065;

    private static final int SHOWN = 100;

    public SetUp {
        PartCheck.name(source, "source");
        statements = PartCheck.list(statements, MOST_STATEMENTS, "statements");
    }

    /** Executes the statements. */
    public void run(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            for (Line line : statements) {
                try {
                    statement.execute(line.sql());
                } catch (SQLException e) {
                    if (!isEmpty(line, e)) {
                        throw SqlScenario.located(e, source + ":" + line.line() + ", in " + shortened(line.sql()));
                    }
                }
            }
        }
    }

    /** A comment that another version of the server would execute. */
    private static boolean isEmpty(Line line, SQLException e) {
        return e.getErrorCode() == EMPTY_QUERY && line.sql().startsWith("/*");
    }

    /** The beginning of a statement, on one line. */
    static String shortened(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }
}
