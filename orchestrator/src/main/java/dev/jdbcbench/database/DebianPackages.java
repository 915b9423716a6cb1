package dev.jdbcbench.database;

import com.google.auto.service.AutoService;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server packages of the host's own distribution. The host's apt downloads them as the login user, and they are
 * unpacked in bench's cache with the libraries that the host lacks. Nothing is installed, no service is created, and
 * root is not needed.
 */
public final class DebianPackages implements BinarySource {
    /** Time for apt to download 100 MB from a slow mirror. */
    private static final Duration APT_LIMIT = Duration.ofMinutes(30);

    /**
     * Prints {@code names} (of the server's package and of the one with its plugins) and {@code version}, or why there
     * are none. Of several versions it takes the requested one, else the newest.
     */
    private static final String CHOOSE = """
            kind=$1 wanted=$2 lists=$3
            for program in apt-get apt-cache dpkg dpkg-deb; do
                command -v $program >/dev/null || { echo "missing=$program"; exit; }
            done
            cache() { LC_ALL=C apt-cache -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= ${lists:+-o "Dir::State::lists=$lists"} "$@"; }
            best= best_version=
            for name in $(cache pkgnames "$kind-server-core" | sort); do
                case $name in "$kind-server-core" | "$kind-server-core-"[0-9]*) ;; *) continue ;; esac
                version=$(cache policy "$name" | sed -n 's/^  Candidate: //p')
                case $version in '' | '(none)') continue ;; esac
                # What is only installed, and in no list, cannot be fetched.
                [ -n "$(cache show "$name=$version" 2>/dev/null | grep '^Filename: ')" ] || continue
                upstream=${version#*:}
                case $upstream in "$wanted"*) ;; *) echo "other=$upstream"; continue ;; esac
                if [ -z "$best" ] || dpkg --compare-versions "$version" gt "$best_version"; then
                    best=$name best_version=$version
                fi
            done
            [ -n "$best" ] || exit 0
            upstream=${best_version#*:}
            echo "server=$best"
            echo "version=$(echo "$upstream" | tr -c 'A-Za-z0-9.+~\\n-' _)"
            """;

    /** Downloads bench's own package lists from the host's sources, as an ordinary user. The host's lists stay unchanged. */
    private static final String UPDATE = """
            lists=$1
            mkdir -p "$lists/partial" "$lists.cache/archives/partial" || exit
            trap 'rm -rf "$lists.cache"' EXIT
            as=
            if [ "$(id -u)" = 0 ]; then
                # A host may have hooks behind an update, which are not to be carried out as root for a benchmark.
                chown -R "$2:$2" "$lists" "$lists.cache" || exit
                as="setpriv --reuid $2 --regid $2 --clear-groups"
            fi
            LC_ALL=C $as apt-get -q -o Debug::NoLocking=true -o Dir::State::lists="$lists" -o Dir::Cache="$lists.cache" \
                -o APT::Update::Error-Mode=any update
            """;

    /**
     * Downloads and unpacks the packages. Dependencies of the server's package are included if the host lacks them; of
     * the packages with plugins and small programs, only their own files are used.
     */
    private static final String FETCH = """
            umask 022
            part=$1 directory=$2 server=$3 lists=$4
            export LC_ALL=C DEBIAN_FRONTEND=noninteractive
            mkdir -p "$part/apt/archives/partial" "$part/root" || exit
            trap 'rm -rf "$part"' EXIT
            apt() { # its locks are for those who share directories
                program=$1
                shift
                $program -q -o Debug::NoLocking=true -o Dir::Cache="$part/apt" ${lists:+-o "Dir::State::lists=$lists"} "$@"
            }
            apt apt-get --yes --no-install-recommends --reinstall --download-only install "$server" || exit
            cd "$part/apt/archives" || exit
            for name in $(echo "$server" | sed s/-core//) $(echo "$server" | sed s/server/client/); do
                if apt apt-cache show "$name" >/dev/null 2>&1; then
                    apt apt-get download "$name" || exit
                fi
            done
            cd / || exit
            for package in "$part"/apt/archives/*.deb; do
                [ -e "$package" ] || { echo "apt fetched nothing" >&2; exit 1; }
                # The C library of the host is the one that its loader fits.
                case ${package##*/} in libc6_* | libc-bin_* | locales_*) continue ;; esac
                dpkg-deb --extract "$package" "$part/root" || exit
                basename "$package" >>"$part/root/PACKAGES"
            done
            chmod -R a+rX "$part/root" || exit
            seal "$part/root" || exit
            mv -T "$part/root" "$directory" 2>/dev/null || sealed "$directory"
            """;

    /** {@code install: package}. */
    @AutoService(Install.class)
    public static final class Source extends ProgramSource {
        @Override
        public String id() {
            return "package";
        }

        @Override
        public String meaning() {
            return "the packages of the host's Debian or Ubuntu, fetched by its apt and unpacked, never installed; no root";
        }

        @Override
        public BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache) {
            return new DebianPackages(server);
        }
    }

    private final ServerSpec server;

    /** Uses the version that the hosts file asks for, or any. */
    public DebianPackages(ServerSpec server) {
        this.server = server;
    }

    /** An available server package, with the package lists in which it was found. */
    private record Choice(String name, String version, String lists) {}

    @Override
    public Binaries provide(HostScript script) {
        Host host = script.host();
        String ownLists = script.cache() + "/apt-lists";
        Optional<Choice> choice = choose(host, "").or(() -> choose(host, ownLists));
        if (choice.isEmpty()) {
            update(host, ownLists);
            choice = choose(host, ownLists);
        }
        if (choice.isEmpty() && host.isDryRun()) {
            return Programs.in(host, ownLists + "-rehearsed", server.kind(), Install.named("package"), true);
        }
        Choice chosen = choice.orElseThrow(() -> notThere(host, ownLists));
        String directory = script.cache() + "/package-" + chosen.name() + "-" + chosen.version();
        if (!Seal.whole(host, directory)) {
            if (host.run(Command.query("test", "-e", directory)).ok()) {
                Seal.clear(host, directory);
            }
            fetch(host, chosen, directory, ownLists);
        }
        return Programs.in(host, directory, server.kind(), Install.named("package"), true);
    }

    private Outcome ask(Host host, String lists) {
        return host.run(Command.query(
                "sh", "-c", CHOOSE, "sh", server.kind().id(), server.version().orElse(""), lists));
    }

    private Optional<Choice> choose(Host host, String lists) {
        String said = ask(host, lists).out();
        String program = value(said, "missing");
        if (!program.isEmpty()) {
            throw new Failure.Command(
                    "cannot use Debian packages on " + host.name(),
                    program + " is missing: the host does not run Debian or Ubuntu",
                    "Install " + server.kind().title()
                            + " by hand and take `install: host`, or take `install: portable` or `archive`.",
                    null);
        }
        String name = value(said, "server");
        return name.isEmpty() ? Optional.empty() : Optional.of(new Choice(name, value(said, "version"), lists));
    }

    private static void update(Host host, String lists) {
        Outcome updated = host.run(Command.of("sh", "-c", UPDATE, "sh", lists, Account.DATABASE.id())
                .within(APT_LIMIT));
        if (!updated.ok()) {
            throw new Failure.Command(
                    "the apt of " + host.name() + " has no such package, and cannot fetch new package lists",
                    updated.lastLines(),
                    "Check that the host reaches its package sources, or take another source with `install:`.",
                    null);
        }
    }

    private Failure.Command notThere(Host host, String lists) {
        String other = value(ask(host, lists).out(), "other");
        return new Failure.Command(
                "the distribution of " + host.name() + " has no "
                        + server.kind().title()
                        + server.version().map(version -> " " + version).orElse(""),
                other.isEmpty()
                        ? "its apt knows no package " + server.kind().id() + "-server-core, even with fresh lists"
                        : "its apt has version " + other,
                "Correct `version:` of servers." + server.label()
                        + " in the hosts file, or take another source with `install:`.",
                null);
    }

    private void fetch(Host host, Choice chosen, String directory, String ownLists) {
        String part = directory + "." + Long.toHexString(new SecureRandom().nextLong()) + ".part";
        Outcome fetched = host.run(
                Command.of("sh", "-c", Seal.FUNCTIONS + FETCH, "sh", part, directory, chosen.name(), chosen.lists())
                        .within(APT_LIMIT));
        if (!fetched.ok() && chosen.lists().isEmpty()) {
            // The host's lists are out of date and name files that the mirrors no longer have.
            update(host, ownLists);
            fetched = host.run(
                    Command.of("sh", "-c", Seal.FUNCTIONS + FETCH, "sh", part, directory, chosen.name(), ownLists)
                            .within(APT_LIMIT));
        }
        if (!fetched.ok()) {
            throw new Failure.Command(
                    "cannot fetch the packages of " + chosen.name() + " on " + host.name() + ": exit status "
                            + fetched.exit(),
                    fetched.lastLines(),
                    "If that cannot be solved, install the server by hand and take `install: host`.",
                    null);
        }
    }

    private static String value(String text, String key) {
        Matcher matcher =
                Pattern.compile("^" + key + "=(.*)$", Pattern.MULTILINE).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
