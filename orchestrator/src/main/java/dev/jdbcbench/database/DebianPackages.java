package dev.jdbcbench.database;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server's packages of the host's own distribution: fetched by its apt as whoever bench is there, and unpacked in bench's cache with
 * the libraries that the host lacks. Nothing is installed, no service is made, nobody needs root.
 */
public final class DebianPackages implements BinarySource {
    /**
     * Prints {@code names} (of the server's package and of the one with its plugins), {@code version}, or why there are none. Of several
     * versions the one is taken that is asked for, else the newest.
     */
    private static final String CHOOSE = """
            kind=$1 wanted=$2
            for program in apt-get apt-cache dpkg dpkg-deb; do
                command -v $program >/dev/null || { echo "missing=$program"; exit; }
            done
            best= best_version=
            for name in $(apt-cache pkgnames "$kind-server-core" | sort); do
                case $name in "$kind-server-core" | "$kind-server-core-"[0-9]*) ;; *) continue ;; esac
                version=$(apt-cache policy "$name" | sed -n 's/^  Candidate: //p')
                case $version in '' | '(none)') continue ;; esac
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

    /**
     * Fetches and unpacks. What the server's package depends on comes along where the host lacks it; of the package with the plugins
     * only its own files are wanted.
     */
    private static final String FETCH = """
            umask 022
            part=$1 directory=$2 server=$3 kind=$4
            export LC_ALL=C DEBIAN_FRONTEND=noninteractive
            mkdir -p "$part/apt/archives/partial" "$part/root" || exit
            trap 'rm -rf "$part"' EXIT
            apt() { # its locks are for those who share directories
                program=$1
                shift
                $program -q -o Debug::NoLocking=true -o Dir::Cache="$part/apt" $lists "$@"
            }
            fetch() {
                apt apt-get --yes --no-install-recommends --reinstall --download-only install "$server" >&2 || return
                plugins=$(echo "$server" | sed s/-core//)
                client=$(echo "$server" | sed s/server/client/)
                cd "$part/apt/archives" || return
                for name in $plugins $client; do
                    if apt apt-cache show "$name" >/dev/null 2>&1; then
                        apt apt-get download "$name" >&2 || return
                    fi
                done
                cd / || return
            }
            lists=
            if ! fetch; then
                # Another try with lists of packages of our own: those of the host may be old.
                echo "with the host's lists of packages it did not work; fetching new ones" >&2
                mkdir -p "$part/lists/partial" || exit
                lists="-o Dir::State::lists=$part/lists -o APT::Update::Error-Mode=any"
                apt apt-get update >&2 && fetch || exit
            fi
            for package in "$part"/apt/archives/*.deb; do
                [ -e "$package" ] || { echo "apt fetched nothing" >&2; exit 1; }
                # The C library of the host is the one that its loader fits.
                case ${package##*/} in libc6_* | libc-bin_* | locales_*) continue ;; esac
                dpkg-deb --extract "$package" "$part/root" || exit
                basename "$package" >>"$part/root/PACKAGES"
            done
            chmod -R a+rX "$part/root" || exit
            mv -T "$part/root" "$directory" 2>/dev/null || [ -d "$directory" ]
            """;

    private final ServerSpec server;

    /** Of the version that the hosts file asks for, or of any. */
    public DebianPackages(ServerSpec server) {
        this.server = server;
    }

    @Override
    public Binaries provide(HostScript script) {
        Host host = script.host();
        String wanted = server.version().orElse("");
        String kind = server.kind().id();
        Outcome chosen = host.run(Command.query("sh", "-c", CHOOSE, "sh", kind, wanted));
        String program = value(chosen.out(), "missing");
        if (!program.isEmpty()) {
            throw new Failure.Command(
                    "there are no packages to unpack on " + host.name(),
                    program + " is not there: it is no Debian or Ubuntu",
                    "Install " + server.kind().title()
                            + " by hand and take `install: host`, or take `install: portable` or `archive`.",
                    null);
        }
        String name = value(chosen.out(), "server");
        if (name.isEmpty()) {
            String other = value(chosen.out(), "other");
            throw new Failure.Command(
                    "the distribution of " + host.name() + " has no "
                            + server.kind().title() + (wanted.isEmpty() ? "" : " " + wanted),
                    other.isEmpty()
                            ? "its apt knows no package " + kind + "-server-core"
                            : "its apt has version " + other,
                    "If its lists of packages are missing or old: sudo apt-get update. Else take another source with `install:`.",
                    null);
        }
        String version = value(chosen.out(), "version");
        String directory = script.cache() + "/package-" + name + "-" + version;
        if (!host.run(Command.query("test", "-d", directory)).ok()) {
            fetch(host, name, directory, kind);
        }
        return Programs.in(host, directory, server.kind(), Install.PACKAGE, true);
    }

    private void fetch(Host host, String name, String directory, String kind) {
        String part = directory + "." + Long.toHexString(new SecureRandom().nextLong()) + ".part";
        Outcome fetched = host.run(Command.of("sh", "-c", FETCH, "sh", part, directory, name, kind));
        if (!fetched.ok()) {
            throw new Failure.Command(
                    "cannot fetch the packages of " + name + " on " + host.name() + ": exit status " + fetched.exit(),
                    fetched.lastLines(),
                    "Can apt reach its sources from there (apt-get download " + name
                            + ")? If only an installation can do it, install it by hand and take `install: host`.",
                    null);
        }
    }

    private static String value(String text, String key) {
        Matcher matcher =
                Pattern.compile("^" + key + "=(.*)$", Pattern.MULTILINE).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }
}
