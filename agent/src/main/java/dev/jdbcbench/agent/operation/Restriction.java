package dev.jdbcbench.agent.operation;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of servers that forbid what a scenario does. It is then not measured, and the reason names the variable. Limits of how
 * much may be used at once, such as {@code max_connections}, are failures: another attempt may succeed.
 */
public final class Restriction {
    private static final Map<Integer, String> VARIABLES = Map.ofEntries(
            Map.entry(1173, "innodb_force_primary_key"),
            Map.entry(1286, "enforce_storage_engine, or the engine is not installed"),
            Map.entry(1290, "read_only"),
            Map.entry(1418, "log_bin_trust_function_creators"),
            Map.entry(1419, "log_bin_trust_function_creators"),
            Map.entry(1792, "transaction_read_only"),
            Map.entry(1836, "read_only"),
            Map.entry(1153, "max_allowed_packet"),
            Map.entry(1301, "max_allowed_packet"),
            Map.entry(1969, "max_statement_time"),
            Map.entry(3024, "max_execution_time"),
            Map.entry(3161, "disabled_storage_engines"),
            Map.entry(3750, "sql_require_primary_key"));

    /** MySQL Connector/J refuses by itself to change data on a connection that only reads. */
    private static final String REFUSED_BY_MYSQL = "Connection is read-only";

    private static final int SYNTAX_ERROR = 1064;
    private static final String ORACLE = "ORACLE";

    private Restriction() {}

    /**
     * The reason, if a setting of the server is the cause of a failure: its variable, then the server's words.
     *
     * @param sqlMode the server's, whose grammar may not know what bench's own scenarios send, such as {@code BEGIN}; empty
     *     for statements of the user, which may have mistakes
     */
    public static Optional<String> of(Throwable failure, String sqlMode) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException said && variable(said, sqlMode) != null) {
                return Optional.of("the server's " + variable(said, sqlMode) + ": " + CellWork.reason(said));
            }
        }
        return Optional.empty();
    }

    private static @Nullable String variable(SQLException said, String sqlMode) {
        if (said.getErrorCode() == SYNTAX_ERROR && sqlMode.contains(ORACLE)) {
            return "sql_mode (" + ORACLE + ")";
        }
        return String.valueOf(said.getMessage()).startsWith(REFUSED_BY_MYSQL)
                ? "transaction_read_only"
                : VARIABLES.get(said.getErrorCode());
    }
}
