package dev.jdbcbench.agent;

import dev.jdbcbench.driver.ServerKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The variables of a server whose values are not its defaults: what a result depends on, and what another server may have otherwise. */
final class Variables {
    private static final String OF_MARIADB =
            "SELECT VARIABLE_NAME, GLOBAL_VALUE FROM information_schema.SYSTEM_VARIABLES"
                    + " WHERE GLOBAL_VALUE IS NOT NULL AND (DEFAULT_VALUE IS NULL OR GLOBAL_VALUE <> DEFAULT_VALUE)";
    /** It tells who set a variable, not its default. */
    private static final String OF_MYSQL =
            "SELECT i.VARIABLE_NAME, g.VARIABLE_VALUE FROM performance_schema.variables_info i"
                    + " JOIN performance_schema.global_variables g ON g.VARIABLE_NAME = i.VARIABLE_NAME"
                    + " WHERE i.VARIABLE_SOURCE <> 'COMPILED'";

    /** They tell which machine it is, or differ from start to start, and nothing depends on them. */
    private static final Set<String> IDENTITIES = Set.of(
            "hostname",
            "bind_address",
            "report_host",
            "port",
            "report_port",
            "extra_port",
            "server_uid",
            "server_uuid",
            "timestamp",
            "pseudo_thread_id",
            "socket",
            "pid_file",
            "log_error",
            "version",
            "version_comment",
            "version_source_revision",
            "version_compile_os",
            "version_compile_machine",
            "system_time_zone",
            "in_transaction",
            "last_gtid",
            "plugin_dir",
            "init_file");

    private Variables() {}

    /**
     * Asks a server.
     *
     * @throws SQLException when it does not tell this user
     */
    static Map<String, String> read(Connection connection, ServerKind kind) throws SQLException {
        Map<String, String> variables = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(kind == ServerKind.MARIADB ? OF_MARIADB : OF_MYSQL)) {
            while (row.next()) {
                String name = String.valueOf(row.getString(1)).toLowerCase(java.util.Locale.ROOT);
                String value = String.valueOf(row.getString(2));
                if (!IDENTITIES.contains(name) && !value.contains("/") && !name.startsWith("ssl_")) {
                    variables.put(name, value);
                }
            }
        }
        return variables;
    }
}
