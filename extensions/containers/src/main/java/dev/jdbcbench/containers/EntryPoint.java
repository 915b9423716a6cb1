package dev.jdbcbench.containers;

import dev.jdbcbench.driver.ServerKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entry point of the official images of MySQL and MariaDB, and of images that are made from them. Called with the name of the
 * server and its options, it initialises an empty data directory as variables say, with a temporary server, and then becomes the
 * server.
 *
 * @param program the name of the server that the image starts by default: {@code mysqld} or {@code mariadbd}; empty if it names none
 */
record EntryPoint(Optional<String> program) {
    /** Printed after the temporary server has ended, before the server starts. */
    static final String DONE = "init process done. Ready for start up";

    /** Scripts and data that the entry point loads. bench hides them: an image may be made to have accounts and schemas of its own. */
    static final String SCRIPTS = "/docker-entrypoint-initdb.d";

    /** As the survey prints it: the words of the entry point, then the default words, as Go quotes them. */
    private static final Pattern OFFICIAL =
            Pattern.compile("\\[\"(?:[^\"\\\\]*/)?docker-entrypoint\\.sh\"]\\|\\[(?:\"(mysqld|mariadbd)\")?.*");

    /** An image may set these. Empty, they mean the same to the entry point as unset. */
    private static final List<String> EMPTY = List.of(
            "ROOT_PASSWORD",
            "ROOT_PASSWORD_HASH",
            "ROOT_HOST_FILE",
            "RANDOM_ROOT_PASSWORD",
            "ONETIME_PASSWORD",
            "DATABASE",
            "DATABASE_FILE",
            "USER",
            "USER_FILE",
            "PASSWORD",
            "PASSWORD_FILE",
            "PASSWORD_HASH",
            "REPLICATION_USER",
            "REPLICATION_PASSWORD",
            "REPLICATION_PASSWORD_HASH",
            "MASTER_HOST",
            "MYSQL_LOCALHOST_USER");

    /** Parses what the survey prints; empty if the entry point is another one. */
    static Optional<EntryPoint> of(String printed) {
        Matcher official = OFFICIAL.matcher(printed);
        return official.matches()
                ? Optional.of(new EntryPoint(Optional.ofNullable(official.group(1))))
                : Optional.empty();
    }

    /**
     * The variables by which it makes one account, an administrator who cannot log in over the network. MariaDB's images first had
     * the names of MySQL's.
     *
     * @param password the path of a file with the administrator's password
     */
    static List<String> variables(ServerKind kind, String password) {
        List<String> all = new ArrayList<>();
        for (String prefix : kind == ServerKind.MARIADB ? List.of("MYSQL_", "MARIADB_") : List.of("MYSQL_")) {
            all.add(prefix + "ROOT_PASSWORD_FILE=" + password);
            all.add(prefix + "ROOT_HOST=localhost");
            all.add(prefix + "INITDB_SKIP_TZINFO=1");
            EMPTY.forEach(name -> all.add(prefix + name + "="));
        }
        all.add("PERCONA_TELEMETRY_DISABLE=1"); // Percona's entry point would start a program that reports to Percona
        return all;
    }
}
