package dev.jdbcbench.database;

import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The MariaDB that is installed on a host: its programs are used, its data, configuration and service are not touched. */
public final class InstalledMariaDb {
    /** Prints the paths of server and mariadb-install-db, the version, and whether the plugin is where the server looks. */
    private static final String SEARCH = """
            PATH=$PATH:/usr/sbin:/usr/local/sbin:/usr/local/mysql/bin:/usr/local/mysql/scripts
            server=$(command -v mariadbd) || server=$(command -v mysqld) || exit 1
            install=$(command -v mariadb-install-db) || install=$(command -v mysql_install_db) || install=
            plugins=$("$server" --no-defaults --help --verbose 2>/dev/null | sed -n 's/^plugin-dir  *//p')
            printf '%s\\n%s\\n' "$server" "$install"
            "$server" --no-defaults --version
            if [ -e "${plugins%/}/ha_blackhole.so" ]; then echo blackhole; else echo none; fi
            """;

    private static final Pattern VERSION = Pattern.compile("Ver ([0-9][^ ]*)");

    private InstalledMariaDb() {}

    /** What is installed, or empty when there is no MariaDB. */
    public static Optional<Binaries> find(Host host) {
        Outcome found = host.run(Command.of("sh", "-c", SEARCH));
        if (!found.ok()) {
            return Optional.empty();
        }
        List<String> lines = found.out().lines().toList();
        Matcher version = VERSION.matcher(lines.size() == 4 ? lines.get(2) : "");
        if (!version.find() || !version.group(1).contains("MariaDB")) {
            return Optional.empty();
        }
        String server = lines.get(0);
        return Optional.of(new Binaries(
                Install.HOST,
                version.group(1),
                server.replaceFirst("/s?bin/[^/]+$", ""),
                server,
                lines.get(1),
                Optional.empty(),
                lines.get(3).equals("blackhole")));
    }

    /**
     * What is installed.
     *
     * @throws Failure.Command when there is no MariaDB
     */
    public static Binaries require(Host host) {
        return find(host)
                .orElseThrow(() -> new Failure.Command(
                        "there is no MariaDB on " + host.name(),
                        "neither mariadbd nor a mysqld of MariaDB is on the PATH or in /usr/sbin",
                        "Install it (Debian: apt install mariadb-server), or take --install portable.",
                        null));
    }
}
