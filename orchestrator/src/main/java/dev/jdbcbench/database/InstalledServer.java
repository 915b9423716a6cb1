package dev.jdbcbench.database;

import com.google.auto.service.AutoService;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server that is installed on a host. bench uses its programs, and does not touch its data, configuration or service. */
public final class InstalledServer {
    /**
     * Prints for each candidate program: its path, the path of mariadb-install-db, its version text, and whether
     * BLACKHOLE is in its plugin directory. A mysqld may be a MariaDB, so all are listed.
     */
    private static final String SEARCH = """
            PATH=$PATH:/usr/sbin:/usr/local/sbin:/usr/local/mysql/bin:/usr/local/mysql/scripts:/opt/mysql/bin
            install=$(command -v mariadb-install-db) || install=$(command -v mysql_install_db) || install=
            seen=
            IFS=:
            for name in mariadbd mysqld; do
                for directory in $PATH; do
                    server=$directory/$name
                    [ -x "$server" ] || continue
                    real=$(readlink -f "$server")
                    case $seen in *":$real:"*) continue ;; esac
                    seen="$seen:$real:"
                    plugins=$("$server" --no-defaults --help --verbose 2>/dev/null | sed -n 's/^plugin-dir  *//p')
                    blackhole=none
                    [ ! -e "${plugins%/}/ha_blackhole.so" ] || blackhole=blackhole
                    version=$("$server" --no-defaults --version 2>/dev/null | grep ' Ver ')
                    printf '%s\\t%s\\t%s\\t%s\\n' "$server" "$install" "$blackhole" "$version"
                done
            done
            """;

    private static final Pattern VERSION = Pattern.compile("Ver ([0-9][^ ]*)");

    private InstalledServer() {}

    /** {@code install: host}. */
    @AutoService(Install.class)
    public static final class Source extends ProgramSource {
        @Override
        public String id() {
            return "host";
        }

        @Override
        public String meaning() {
            return "the mariadbd or mysqld that is installed on the host, in a private instance";
        }

        @Override
        protected int place() {
            return -1;
        }

        @Override
        public boolean brought() {
            return false;
        }

        @Override
        public String noun(ServerSpec server) {
            return "installed " + server.kind().title()
                    + server.version().map(version -> " " + version).orElse("");
        }

        @Override
        public Optional<String> there(ServerSpec server, HostScript script) {
            return find(script.host(), server.kind())
                    .filter(found -> server.version()
                            .filter(wanted -> !found.version().startsWith(wanted))
                            .isEmpty())
                    .filter(found -> server.kind() == ServerKind.MYSQL
                            || !found.installDb().isEmpty())
                    .map(found -> server.kind().title() + " " + found.version()
                            + (found.blackhole() ? " with BLACKHOLE" : "") + " is installed");
        }

        @Override
        public BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache) {
            return script -> require(script.host(), server.kind());
        }
    }

    /** Finds the installed server of a kind; empty when there is none. */
    public static Optional<Binaries> find(Host host, ServerKind kind) {
        Outcome found = host.run(Command.query("sh", "-c", SEARCH));
        return found.out()
                .lines()
                .flatMap(line -> binaries(line).stream())
                .filter(binaries -> binaries.kind() == kind)
                .findFirst();
    }

    private static Optional<Binaries> binaries(String line) {
        List<String> words = List.of(line.split("\t", 4));
        Matcher version = VERSION.matcher(words.size() == 4 ? words.get(3) : "");
        if (!version.find()) {
            return Optional.empty();
        }
        String server = words.get(0);
        return Optional.of(new Binaries(
                version.group(1).contains("MariaDB") ? ServerKind.MARIADB : ServerKind.MYSQL,
                Install.named("host"),
                version.group(1),
                server.replaceFirst("/s?bin/[^/]+$", ""),
                server,
                words.get(1),
                words.get(2).equals("blackhole")));
    }

    /**
     * Finds the installed server of a kind.
     *
     * @throws Failure.Command when there is none of this kind
     */
    public static Binaries require(Host host, ServerKind kind) {
        return find(host, kind).orElseThrow(() -> switch (kind) {
            case MARIADB ->
                new Failure.Command(
                        "there is no MariaDB on " + host.name(),
                        "neither mariadbd nor a mysqld of MariaDB is on the PATH or in /usr/sbin",
                        "Install it (Debian: apt install mariadb-server), or take --install portable or package, which install nothing.",
                        null);
            case MYSQL ->
                new Failure.Command(
                        "there is no MySQL on " + host.name(),
                        "no mysqld of MySQL is on the PATH, in /usr/sbin, /usr/local/mysql/bin or /opt/mysql/bin",
                        "Install it, or name MySQL's generic Linux build with `archive:` of the server in the hosts file.",
                        null);
        });
    }
}
