package dev.jdbcbench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The two-host lab, for tests. A machine that cannot make it skips them, and says why. */
public final class Lab implements AutoCloseable {
    private static final Path PROGRAM =
            Path.of("..", "lab", "lab").toAbsolutePath().normalize();
    private static final LocalHost HERE = new LocalHost("localhost");

    private Lab() {}

    /** Makes the lab with a client and a database host, or skips the test. */
    public static Lab up(String rtt) {
        return up(rtt, "client,db");
    }

    /** Makes the lab with these hosts, or skips the test. */
    public static Lab up(String rtt, String hosts) {
        Outcome check = lab("check");
        if (!check.ok()) {
            skip("this machine cannot make the lab: " + check.lastLines());
        }
        if (lab("status").ok()) {
            skip("a lab is up already: end it with lab/lab down, the tests make their own");
        }
        Outcome up = lab("up", "--rtt", rtt, "--hosts", hosts);
        if (!up.ok()) {
            throw new IllegalStateException("lab/lab up: " + up.lastLines());
        }
        return new Lab();
    }

    /** Skips a test that cannot run on this machine, and says why where it is seen. */
    public static void skip(String reason) {
        System.err.println("SKIPPED: " + reason);
        assumeTrue(false, reason);
    }

    private static Outcome lab(String... words) {
        List<String> all = new ArrayList<>(List.of(PROGRAM.toString()));
        all.addAll(List.of(words));
        return HERE.run(Command.of(all));
    }

    /** The hosts file that the lab wrote. */
    public Path hosts() {
        return PROGRAM.resolveSibling("run").resolve("hosts.yaml");
    }

    /** Runs a command on a host, as root. */
    public Outcome exec(String host, String... words) {
        List<String> all = new ArrayList<>(List.of(PROGRAM.toString(), "exec", host));
        all.addAll(List.of(words));
        return HERE.run(Command.of(all));
    }

    /** Runs a shell script on a host, as root; it must succeed. */
    public String script(String host, String script, String... words) {
        List<String> all = new ArrayList<>(List.of("sh", "-euc", script, "sh"));
        all.addAll(List.of(words));
        Outcome outcome = exec(host, all.toArray(String[]::new));
        if (!outcome.ok()) {
            throw new IllegalStateException("on " + host + ": " + outcome.lastLines());
        }
        return outcome.out();
    }

    /**
     * Takes every database off a host, as its administrator would, and gives it an apt whose only source is a directory.
     *
     * @param repository with packages; copied to the host
     */
    public void removeDatabases(String host, Path repository) {
        script(host, """
                export DEBIAN_FRONTEND=noninteractive
                apt-get purge -y -q 'mariadb-*' >/tmp/purge.log 2>&1 || { tail -n 5 /tmp/purge.log; exit 1; }
                apt-get purge -y -q libaio1 libsnappy1v5 >/tmp/purge.log 2>&1
                rm -rf /usr/local/mysql /var/cache/bench
                mkdir /srv/packages
                cp -r "$1"/. /srv/packages
                chmod -R a+rX /srv
                rm -rf /etc/apt/sources.list.d/* /var/lib/apt/lists/*
                echo 'deb [trusted=yes] copy:/srv/packages ./' >/etc/apt/sources.list
                ! command -v mariadbd mysqld
                """, repository.toString());
    }

    /** What is seen of a host: everything, or what an ordinary user may write to and what says how the host is set up. */
    public enum View {
        ALL,
        WRITABLE;

        private List<String> places() {
            return this == ALL ? List.of("/", "/usr") : List.of("/etc", "/home", "/opt", "/srv", "/usr/local", "/var");
        }
    }

    /**
     * A host as it is: its packages, its files with size, owner, mode and time, the bytes of those that matter most, its processes. A host
     * sees the files of this machine below its own; those that this machine changes meanwhile are left out.
     */
    public String snapshot(String host, View view) {
        List<String> words =
                new ArrayList<>(List.of(PROGRAM.getParent().getParent().toString()));
        words.addAll(view.places());
        return script(host, """
                checkout=$1
                shift
                dpkg-query -W
                find "$@" -xdev \\( -path "$checkout" -o -path /root -o -path /tmp -o -path /var/tmp -o -path /run -o -path /proc \\
                    -o -path /sys -o -path /dev -o -path /var/log -o -path /var/cache/bench \\) -prune -o -type d -printf '%y %m %u %g %p\\n' \\
                    -o -printf '%y %m %u %g %s %T@ %p %l\\n' | sort
                find /tmp /var/tmp -user bench
                find /home /etc /srv /var/lib/dpkg /var/lib/apt -xdev -type f -exec sha256sum {} + | sort
                ps -u bench -o args= | grep -v sshd | sort
                """, words.toArray(String[]::new));
    }

    /** Cuts, restores or stretches links: {@code db data down}. */
    public void link(String... words) {
        List<String> all = new ArrayList<>(List.of(PROGRAM.toString(), "link"));
        all.addAll(List.of(words));
        HERE.require("change a link", Command.of(all));
    }

    @Override
    public void close() {
        Outcome down = lab("down");
        if (!down.ok()) {
            throw new IllegalStateException("lab/lab down: " + down.lastLines());
        }
    }
}
