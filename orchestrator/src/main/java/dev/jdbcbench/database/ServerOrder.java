package dev.jdbcbench.database;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Session.Endpoint;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a private server is to be, and what it is therefore told at its start.
 *
 * @param run the id of the run
 * @param role what its directory is called
 * @param address it is bound to
 * @param clientAddress from which the user may come
 * @param prefix runs the server pinned: {@code taskset -c 2-3}; may be empty
 * @param lease after which it ends unless renewed
 */
public record ServerOrder(
        String run,
        String role,
        ServerSpec spec,
        Binaries binaries,
        String address,
        String clientAddress,
        List<String> prefix,
        Duration lease) {
    public ServerOrder {
        prefix = List.copyOf(prefix);
    }

    /** The text of its configuration file. */
    String configuration(String directory, int port) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("basedir", binaries.baseDirectory());
        binaries.messages().ifPresent(messages -> options.put("lc-messages-dir", messages));
        options.put("datadir", directory + "/data");
        options.put("tmpdir", directory + "/tmp");
        options.put("socket", directory + "/db.sock");
        options.put("pid-file", directory + "/db.pid");
        options.put("log-error", directory + "/error.log");
        options.put("init-file", directory + "/secret/init.sql");
        options.put("port", String.valueOf(port));
        options.put("bind-address", address);
        options.put("skip-log-bin", "");
        // Looking up names costs distant connections only.
        options.put("skip-name-resolve", "");
        // No certificate is made at start, and no driver chooses TLS by itself.
        options.put("skip-ssl", "");
        options.put("max-allowed-packet", "40M");
        options.put("character-set-server", "utf8mb4");
        options.put("collation-server", "utf8mb4_unicode_ci");
        // The ping by TCP connect never logs in; after 100 of those a server would block the client (error 1129).
        options.put("max-connect-errors", "4294967295");
        if (binaries.blackhole()) {
            options.put("plugin-load-add", "ha_blackhole");
        }
        options.putAll(spec.options());
        StringBuilder text = new StringBuilder("[mariadbd]\n");
        options.forEach((name, value) ->
                text.append(name).append(value.isEmpty() ? "" : " = " + value).append('\n'));
        return text.toString();
    }

    /** What it does before it answers: removes all accounts, makes the schema and its user. One statement a line. */
    String initialStatements(Endpoint endpoint) {
        String user = "'" + endpoint.database() + "'@'" + clientAddress + "'";
        return "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';\n"
                + "FLUSH PRIVILEGES;\n"
                + "CREATE DATABASE " + endpoint.database() + ";\n"
                + "CREATE USER " + user + " IDENTIFIED BY '" + endpoint.password() + "';\n"
                + "GRANT ALL ON " + endpoint.database() + ".* TO " + user + ";\n";
    }
}
