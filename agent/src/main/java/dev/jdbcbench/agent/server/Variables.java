package dev.jdbcbench.agent.server;

import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.untrusted.SecretWords;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A server's variables with non-default values, and the ones that a comparison always needs because results depend on them or
 * servers often differ in them.
 *
 * @param chosen what was set explicitly, and what a comparison always needs
 * @param derived what the server derived from its host
 */
record Variables(Map<String, String> chosen, Map<String, String> derived) {
    /** Values of origin AUTO depend on CPUs and file limits; so do some that MariaDB reports as its compiled ones. */
    private static final String OF_MARIADB =
            "SELECT VARIABLE_NAME, GLOBAL_VALUE, GLOBAL_VALUE_ORIGIN NOT IN ('AUTO', 'COMPILE-TIME')"
                    + " FROM information_schema.SYSTEM_VARIABLES WHERE GLOBAL_VALUE IS NOT NULL AND (GLOBAL_VALUE_ORIGIN <> 'COMPILE-TIME'"
                    + " OR (DEFAULT_VALUE IS NOT NULL AND GLOBAL_VALUE <> DEFAULT_VALUE))";
    /** MySQL reports who set a variable, but neither its default nor whether it derived the value. */
    private static final String OF_MYSQL = "SELECT i.VARIABLE_NAME, g.VARIABLE_VALUE, i.VARIABLE_SOURCE <> 'COMPILED'"
            + " FROM performance_schema.variables_info i"
            + " JOIN performance_schema.global_variables g ON g.VARIABLE_NAME = i.VARIABLE_NAME"
            + " WHERE i.VARIABLE_SOURCE <> 'COMPILED' OR i.VARIABLE_NAME IN ('"
            + String.join("', '", new TreeSet<>(ServerFacts.DERIVABLE)) + "')";

    /** Always read, default or not; for some of these, servers do not report that they were set. */
    private static final String FIRST_ASKED_FOR =
            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('character_set_server',"
                    + " 'collation_server', 'default_storage_engine', 'innodb_buffer_pool_size', 'innodb_flush_log_at_trx_commit',"
                    + " 'log_bin', 'max_allowed_packet', 'performance_schema', 'query_cache_size', 'skip_name_resolve', 'sql_mode',"
                    + " 'sync_binlog')";

    private static final String BUFFER_POOL = "innodb_buffer_pool_size";

    private static final int NO_SUCH_TABLE = 1146;

    /** Variables that identify the machine or its file locations, or change at every start. No result depends on them. */
    private static final Pattern IDENTITIES =
            Pattern.compile("hostname|bind_address|report_(host|port)|(extra_)?port|server_uu?id|timestamp"
                    + "|pseudo_thread_id|socket|pid_file|log_error|version.*|have_.*|ssl_.*|system_time_zone|in_transaction|last_gtid|gtid_.*"
                    + "|init_file|.*_(file|basename|index|dir|directory)");

    /**
     * Reads the variables.
     *
     * @throws SQLException when this user may not read them
     */
    static Variables read(Connection connection, ServerKind kind) throws SQLException {
        Variables variables = new Variables(new TreeMap<>(), new TreeMap<>());
        boolean bufferPoolIsChosen = kind == ServerKind.MARIADB;
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(FIRST_ASKED_FOR)) {
                while (row.next()) {
                    variables.add(row, true);
                }
            }
            try (ResultSet row = statement.executeQuery(kind == ServerKind.MARIADB ? OF_MARIADB : OF_MYSQL)) {
                while (row.next()) {
                    bufferPoolIsChosen |= row.getString(1).equals(BUFFER_POOL);
                    variables.add(row, row.getBoolean(3));
                }
            } catch (SQLException e) {
                if (e.getErrorCode() != NO_SUCH_TABLE) { // MySQL 5.7 does not report who set a variable
                    throw e;
                }
            }
        }
        if (!bufferPoolIsChosen && "ON".equals(variables.chosen.get("innodb_dedicated_server"))) {
            variables.derived.put(BUFFER_POOL, String.valueOf(variables.chosen.remove(BUFFER_POOL)));
        }
        return variables;
    }

    private void add(ResultSet row, boolean isChosen) throws SQLException {
        String name = String.valueOf(row.getString(1)).toLowerCase(Locale.ROOT);
        String value = String.valueOf(row.getString(2));
        if (IDENTITIES.matcher(name).matches() || value.contains("/") || chosen.containsKey(name)) {
            return;
        }
        // The variables become part of the results, which are shared: report_password, init_connect …
        boolean secret = SecretWords.inOption(name, value)
                .or(() -> SecretWords.inSql(value))
                .isPresent();
        (isChosen ? chosen : derived).put(name, secret ? "***" : value);
    }
}
