package dev.jdbcbench.scenario.witness;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The commands that a mode promises to send to the server. If a driver sends others in spite of its options, it is not measured
 * under the mode's name.
 */
public final class ExpectedCommands {
    private static final double NONE = 0.01; // per operation: a statement that is prepared only once does not count

    /** ER_MAX_PREPARED_STMT_COUNT_REACHED. */
    private static final int TOO_MANY_PREPARED = 1461;

    private ExpectedCommands() {}

    /**
     * Checks the counters of an operation against its mode.
     *
     * @param counters per operation, by the server's names
     * @return what the driver does instead; empty when it keeps the promise, or the counters cannot tell
     */
    public static Optional<String> broken(Mode mode, Set<Feature> features, Map<String, Double> counters) {
        if (features.contains(Feature.CALL) || features.contains(Feature.CONNECT)) {
            return Optional.empty(); // a mode does not prescribe how to call routines
        }
        double prepares = counters.getOrDefault("Com_stmt_prepare", 0.0);
        double executes = counters.getOrDefault("Com_stmt_execute", 0.0);
        double inserts = counters.getOrDefault("Com_insert", 0.0);
        boolean batch = features.contains(Feature.BATCH);
        boolean manyStatements = features.contains(Feature.UPSERT) || features.contains(Feature.BATCH_KEYS);
        boolean kept = switch (mode) {
            case TEXT, HA, UNPIPELINED, STREAM -> prepares < NONE && executes < NONE;
            case HIT -> prepares < NONE && executes >= 1 && (!batch || executes > 1);
            case MISS -> prepares >= 1 - NONE && executes >= 1 - NONE;
            // If each row needs its own statement, a rewritten batch is one text of many statements, and the server
            // counts each of them.
            case REWRITE -> executes < NONE && (!batch || manyStatements || inserts < 2);
            case BULK -> executes > 1 - NONE && executes < 2;
            case CURSOR -> counters.getOrDefault("Com_stmt_fetch", 0.0) >= 1;
            case PLAIN, TLS, DEFAULT, TUNED -> true;
        };
        return kept
                ? Optional.empty()
                : Optional.of("mode " + mode + " did not take effect: per operation the server sees " + count(prepares)
                        + " prepares, " + count(executes) + " executes and " + count(inserts) + " inserts");
    }

    /**
     * Makes sure that a broken promise is not the server's: drivers send text when it has no room for a prepared statement.
     *
     * @throws SQLException when it has none
     */
    public static void requireRoom(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE bench_room FROM 'DO 1'");
            statement.execute("DEALLOCATE PREPARE bench_room");
        } catch (SQLException e) {
            if (e.getErrorCode() == TOO_MANY_PREPARED) {
                throw e;
            } // otherwise a proxy may not know this statement, which says nothing about the driver
        }
    }

    static String count(double value) {
        return BigDecimal.valueOf(value)
                .setScale(1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
