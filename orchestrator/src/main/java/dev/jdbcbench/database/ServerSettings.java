package dev.jdbcbench.database;

import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Settings of a private server, and the configuration generated from them.
 *
 * @param run the ID of the run
 * @param role the name of its directory
 * @param needs requirements beyond TCP and one connection
 * @param address the address to listen on
 * @param clientAddresses addresses from which the user may connect
 * @param cpus CPUs to pin the server to, as taskset writes them; empty for all
 * @param lease it ends after this time unless renewed
 */
public record ServerSettings(
        String run,
        String role,
        ServerSpec spec,
        ServerNeeds needs,
        Binaries binaries,
        String address,
        List<String> clientAddresses,
        Optional<String> cpus,
        Duration lease) {
    /** The default of both kinds of server. */
    private static final int DEFAULT_MAX_CONNECTIONS = 151;

    /** Options with files that are not there in the first start, and those that forbid writing. */
    private static final Pattern NOT_YET =
            Pattern.compile("(?m)^(?:(?:init-file|log-error|ssl-cert|ssl-key) = |\\S*read[-_]only).*\n");

    public ServerSettings {
        clientAddresses = List.copyOf(clientAddresses);
    }

    private Version version() {
        // An unknown version is treated as the newest.
        return Version.of(binaries.version()).orElse(new Version(Integer.MAX_VALUE, 0, 0));
    }

    /** The path of its Unix socket. */
    static String socket(String directory) {
        return directory + "/tmp/db.sock";
    }

    /** The path of its error log. It is in the data directory, the only one of its own that survives a restart. */
    static String errorLog(String directory) {
        return directory + "/data/error.log";
    }

    /** The path of its file with its process ID. */
    static String pidFile(String directory) {
        return directory + "/data/db.pid";
    }

    /**
     * The text of its configuration file for the start in which an enclosure initialises the data directory. The other settings hold from
     * the beginning, because MySQL accepts some only then, such as lower_case_table_names. It has no network, and logs to stderr.
     */
    String firstConfiguration(String directory) {
        return NOT_YET.matcher(configuration(directory, 0)).replaceAll("") + "skip-networking\n";
    }

    /** The text of its configuration file. */
    String configuration(String directory, int port) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("basedir", binaries.baseDirectory());
        binaries.messages().ifPresent(messages -> options.put("lc-messages-dir", messages));
        binaries.plugins().ifPresent(plugins -> options.put("plugin-dir", plugins));
        options.put("datadir", directory + "/data");
        options.put("tmpdir", directory + "/tmp");
        options.put("socket", socket(directory));
        options.put("pid-file", pidFile(directory));
        options.put("log-error", errorLog(directory));
        options.put("init-file", directory + "/secret/init.sql");
        options.put("port", String.valueOf(port));
        options.put("bind-address", address);
        options.put("skip-log-bin", "");
        // Name lookups would slow down distant connections only.
        options.put("skip-name-resolve", "");
        options.put("max-allowed-packet", "40M");
        String characterSet = needs.utf8mb3() ? ServerProgram.of(binaries).utf8mb3(version()) : "utf8mb4";
        options.put("character-set-server", characterSet);
        options.put("collation-server", characterSet + "_unicode_ci");
        // The ping by TCP connect never logs in; after 100 of those a server would block the client (error 1129).
        options.put("max-connect-errors", "4294967295");
        options.put("max-connections", String.valueOf(Math.max(DEFAULT_MAX_CONNECTIONS, needs.connections())));
        // Otherwise servers derive these from file limits and memory, so the two hosts would have different ones.
        options.put("table-open-cache", "400");
        options.put("table-definition-cache", "400");
        options.put("innodb-buffer-pool-size", "128M");
        options.putAll(ServerProgram.of(binaries).options(version(), needs.tls()));
        if (needs.tls()) {
            options.put("ssl-cert", directory + "/secret/cert.pem");
            options.put("ssl-key", directory + "/secret/key.pem");
        }
        if (binaries.blackhole()) {
            options.put("plugin-load-add", "ha_blackhole");
        }
        Map<String, String> own = spec.options();
        if (names(own, "character-set-server") && !names(own, "collation-server")) {
            options.remove("collation-server"); // it may not belong to that character set
        }
        options.putAll(own);
        StringBuilder text = new StringBuilder("[mysqld]\n"); // section read by both kinds
        options.forEach((name, value) -> text.append(name)
                .append(value.isEmpty() && !own.containsKey(name) ? "" : " = " + value)
                .append('\n'));
        return text.toString();
    }

    private static boolean names(Map<String, String> options, String wanted) {
        return options.keySet().stream().anyMatch(name -> name.replace('_', '-').equalsIgnoreCase(wanted));
    }

    /** The statements that it executes before it answers: they remove all accounts, and create the schema and its user. One per line. */
    String initialStatements(Endpoint endpoint) {
        List<String> places = new ArrayList<>(clientAddresses);
        if (needs.socket()) {
            places.add("localhost");
        }
        // A server may begin every session with transactions that only read, or without autocommit.
        List<String> statements =
                new ArrayList<>(List.of("SET SESSION TRANSACTION READ WRITE", "SET SESSION autocommit = 1"));
        statements.addAll(ServerProgram.of(binaries).removeAccounts(version()));
        statements.addAll(ServerProgram.makeUser(endpoint.database(), endpoint.user(), endpoint.password(), places));
        return String.join(";\n", statements) + ";\n";
    }

    /** The path of the socket for the client; empty unless it uses the socket. */
    Optional<String> offeredSocket(String directory) {
        return needs.socket() ? Optional.of(socket(directory)) : Optional.empty();
    }
}
