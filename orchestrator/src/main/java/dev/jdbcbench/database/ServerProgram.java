package dev.jdbcbench.database;

import dev.jdbcbench.driver.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds of server, with their differences in initialisation and start. */
enum ServerProgram {
    MARIADB {
        @Override
        List<String> initialise(Binaries binaries, String directory) {
            List<String> words = new ArrayList<>(List.of(
                    binaries.installDb(),
                    "--no-defaults",
                    "--basedir=" + binaries.baseDirectory(),
                    "--datadir=" + directory + "/data",
                    "--tmpdir=" + directory + "/tmp",
                    "--auth-root-authentication-method=normal",
                    "--skip-test-db",
                    "--skip-name-resolve",
                    // Without it, the script refuses hosts that cannot resolve their own name, which is not needed.
                    "--force"));
            words.addAll(places(binaries));
            return words;
        }

        @Override
        Map<String, String> options(Version version, boolean tls) {
            // MariaDB then creates no certificate at start, and no driver chooses TLS by itself.
            return tls ? Map.of() : Map.of("skip-ssl", "");
        }

        @Override
        String utf8mb3(Version version) {
            return version.atLeast(10, 6, 1) ? "utf8mb3" : "utf8";
        }

        @Override
        List<String> removeAccounts(Version version) {
            if (!version.atLeast(10, 4, 0)) {
                return List.of("DELETE FROM mysql.user", "FLUSH PRIVILEGES");
            }
            return List.of("DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys'", "FLUSH PRIVILEGES");
        }
    },

    MYSQL {
        @Override
        List<String> initialise(Binaries binaries, String directory) {
            List<String> words = new ArrayList<>(List.of(
                    binaries.server(),
                    "--no-defaults",
                    "--initialize-insecure",
                    "--basedir=" + binaries.baseDirectory(),
                    "--datadir=" + directory + "/data",
                    "--tmpdir=" + directory + "/tmp",
                    "--secure-file-priv=NULL"));
            words.addAll(places(binaries));
            return words;
        }

        @Override
        Map<String, String> options(Version version, boolean tls) {
            Map<String, String> options = new LinkedHashMap<>();
            options.put("secure-file-priv", "NULL"); // its default is a directory of a regular installation
            options.put("loose-mysqlx", "OFF"); // a second port with another protocol; unknown to 5.7
            if (!tls && version.atLeast(8, 0, 16)) {
                options.put("tls-version", "''");
            } else if (!tls) {
                options.put("skip-ssl", "");
            }
            return options;
        }

        @Override
        String utf8mb3(Version version) {
            return version.atLeast(8, 0, 30) ? "utf8mb3" : "utf8";
        }

        @Override
        List<String> removeAccounts(Version version) {
            // The other accounts are locked.
            return List.of("DROP USER 'root'@'localhost'");
        }
    };

    /** The command that initialises the data directory; run as the server's user. */
    abstract List<String> initialise(Binaries binaries, String directory);

    /** Options specific to this kind. */
    abstract Map<String, String> options(Version version, boolean tls);

    /** The name of the character set utf8mb3, also used in collation names. */
    abstract String utf8mb3(Version version);

    /** The statements that remove all accounts with administrator rights. */
    abstract List<String> removeAccounts(Version version);

    /** Command line words for the messages directory, if the server does not find it itself. */
    private static List<String> places(Binaries binaries) {
        return binaries.messages()
                .map(directory -> List.of("--lc-messages-dir=" + directory))
                .orElse(List.of());
    }

    static ServerProgram of(Binaries binaries) {
        return switch (binaries.kind()) {
            case MARIADB -> MARIADB;
            case MYSQL -> MYSQL;
        };
    }

    /** The statements that create the schema, and its user for each of the given host patterns. */
    static List<String> makeUser(String schema, String user, String password, List<String> places) {
        List<String> statements = new ArrayList<>(List.of("CREATE DATABASE " + schema));
        for (String place : places) {
            String account = "'" + user + "'@'" + place + "'";
            statements.add("CREATE USER " + account + " IDENTIFIED BY '" + password + "'");
            statements.add("GRANT ALL ON " + schema + ".* TO " + account);
        }
        return statements;
    }
}
