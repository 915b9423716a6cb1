package dev.jdbcbench.database;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Identifies the programs of a server in a directory, and checks that they run on that host. */
public final class Programs {
    /** Prints which of the paths used by vendors and distributions exist, and the server's version text. */
    private static final String LOOK = """
            base=$1
            found() { # NAME PATH...: prints the first path that is there
                name=$1
                shift
                for path in "$@"; do
                    [ ! -e "$base/$path" ] || { echo "$name=$base/$path"; return; }
                done
            }
            libraries=
            for directory in "$base"/usr/lib/*-linux-gnu* "$base"/lib/*-linux-gnu* "$base/usr/lib64" "$base/lib64"; do
                [ ! -d "$directory" ] || libraries=$libraries:$directory
            done
            [ "$2" = own-libraries ] || libraries=
            found server bin/mariadbd bin/mysqld usr/sbin/mariadbd usr/sbin/mysqld sbin/mariadbd sbin/mysqld
            found install scripts/mariadb-install-db scripts/mysql_install_db usr/bin/mariadb-install-db usr/bin/mysql_install_db bin/mariadb-install-db
            found messages usr/share/mysql/english/errmsg.sys share/english/errmsg.sys usr/share/mariadb/english/errmsg.sys usr/share/mysql-*/english/errmsg.sys
            found plugins lib/plugin usr/lib/mysql/plugin lib/mysql/plugin usr/lib64/mysql/plugin
            found blackhole lib/plugin/ha_blackhole.so usr/lib/mysql/plugin/ha_blackhole.so lib/mysql/plugin/ha_blackhole.so usr/lib64/mysql/plugin/ha_blackhole.so
            [ -z "$libraries" ] || echo "libraries=${libraries#:}"
            server=$(found server bin/mariadbd bin/mysqld usr/sbin/mariadbd usr/sbin/mysqld sbin/mariadbd sbin/mysqld)
            server=${server#server=}
            [ -n "$server" ] || exit 0
            [ -z "$libraries" ] || export LD_LIBRARY_PATH=${libraries#:}
            ldd "$server" 2>/dev/null | sed -n 's/^[[:space:]]*\\([^ ]*\\) => not found.*/missing=\\1/p'
            "$server" --no-defaults --version 2>&1 | sed 's/^/version=/'
            """;

    private static final Pattern VERSION = Pattern.compile("Ver ([0-9][^ ]*)");

    private Programs() {}

    /**
     * Examines a directory.
     *
     * @param ownLibraries whether the directory has libraries that the host lacks
     * @throws Failure.Command when there is no server of that kind in it, or it cannot run on this host
     */
    static Binaries in(Host host, String directory, ServerKind kind, Install install, boolean ownLibraries) {
        return in(host, words -> Command.query(words.toArray(String[]::new)), directory, kind, install, ownLibraries);
    }

    /**
     * Examines a directory of what a command enters.
     *
     * @param entering makes the command that runs these words there
     * @param ownLibraries whether the directory has libraries that it lacks there
     * @throws Failure.Command when there is no server of that kind in it, or it cannot run there
     */
    public static Binaries in(
            Host host,
            Function<List<String>, Command> entering,
            String directory,
            ServerKind kind,
            Install install,
            boolean ownLibraries) {
        Outcome look = host.run(entering.apply(
                List.of("sh", "-c", LOOK, "sh", directory, ownLibraries ? "own-libraries" : "hosts-libraries")));
        Map<String, String> found = new HashMap<>();
        StringBuilder missing = new StringBuilder();
        StringBuilder said = new StringBuilder();
        look.out().lines().forEach(line -> {
            String[] parts = line.split("=", 2);
            switch (parts[0]) {
                case "missing" -> missing.append(missing.isEmpty() ? "" : ", ").append(parts[1]);
                case "version" -> said.append(parts[1]).append('\n');
                default -> found.put(parts[0], parts.length == 2 ? parts[1] : "");
            }
        });
        String server = found.get("server");
        if (server == null && host.isDryRun()) {
            return new Binaries(
                    kind,
                    install,
                    Binaries.UNKNOWN_VERSION,
                    directory,
                    directory + (kind == ServerKind.MARIADB ? "/bin/mariadbd" : "/bin/mysqld"),
                    directory + "/scripts/mariadb-install-db",
                    false);
        }
        if (server == null) {
            throw new Failure.Command(
                    "there is no server in " + directory + " on " + host.name(),
                    "neither mariadbd nor mysqld is in its bin, sbin or usr/sbin",
                    "Name the vendor's generic Linux build, or take another source with `install:`.",
                    null);
        }
        if (!missing.isEmpty()) {
            throw new Failure.Command(
                    server + " cannot run on " + host.name(),
                    "libraries are missing there: " + missing,
                    "Install them (Debian: apt install libaio1 libnuma1 libncurses6), or take another source with `install:`.",
                    null);
        }
        Matcher version = VERSION.matcher(said);
        if (!version.find()) {
            throw new Failure.Command(
                    server + " cannot run on " + host.name(),
                    said.toString(),
                    "Is it built for its processors (uname -m) and its C library? Take another source with `install:`.",
                    null);
        }
        ServerKind is = version.group(1).contains("MariaDB") ? ServerKind.MARIADB : ServerKind.MYSQL;
        if (is != kind) {
            throw new Failure.Command(
                    server + " on " + host.name() + " is not " + kind.title(),
                    "it calls itself " + version.group(1),
                    "Correct `kind:` or the source of the server in the hosts file.",
                    null);
        }
        String base = server.replaceFirst("/s?bin/[^/]+$", "");
        return new Binaries(
                        kind,
                        install,
                        version.group(1),
                        base,
                        server,
                        Optional.ofNullable(found.get("install")).orElse(""),
                        found.containsKey("blackhole"))
                .with(copy -> copy.messages(Optional.ofNullable(found.get("messages"))
                                .map(file -> file.replaceFirst("/english/errmsg\\.sys$", "")))
                        .plugins(Optional.ofNullable(found.get("plugins")))
                        .libraries(Optional.ofNullable(found.get("libraries"))));
    }
}
