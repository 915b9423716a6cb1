package dev.jdbcbench;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * The two-host lab, used by one test at a time. On a machine that cannot create the lab, tests are skipped with the
 * reason.
 */
public final class Lab implements AutoCloseable {
    private static final Path PROGRAM =
            Path.of("..", "lab", "lab").toAbsolutePath().normalize();
    /** A snapshot of all files on a host takes about 10 MB. */
    private static final int MOST_PRINTED = 256 << 20;

    private static final LocalHost HERE = new LocalHost("localhost");

    private final Exclusive.Turn turn;

    private Lab(Exclusive.Turn turn) {
        this.turn = turn;
    }

    /** Creates the lab with a client and a database host, or skips the test. */
    public static Lab up(String rtt) {
        return up(rtt, "client,db");
    }

    /**
     * Whether this machine can create the lab. May return false while another test sets the lab up or tears it down.
     */
    public static boolean possible() {
        return lab("check").ok();
    }

    /**
     * Creates the lab with these hosts, or skips the test. Waits until no other test uses it.
     *
     * @param more further options for {@code lab up}
     */
    public static Lab up(String rtt, String hosts, String... more) {
        Exclusive.Turn turn = Exclusive.LAB.take();
        try {
            make(rtt, hosts, more);
            return new Lab(turn);
        } catch (RuntimeException e) {
            turn.close();
            throw e;
        }
    }

    private static void make(String rtt, String hosts, String... more) {
        Outcome check = lab("check");
        if (!check.ok()) {
            skip("this machine cannot make the lab: " + check.lastLines());
        }
        if (lab("status").ok()) {
            skip("a lab is up already: end it with lab/lab down, the tests make their own");
        }
        List<String> words = new ArrayList<>(List.of("up", "--rtt", rtt, "--hosts", hosts));
        words.addAll(List.of(more));
        Outcome up = lab(words.toArray(String[]::new));
        if (!up.ok()) {
            throw new IllegalStateException("lab/lab up: " + up.lastLines());
        }
    }

    /** Skips a test that cannot run on this machine, and prints the reason. */
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
        String files = System.getenv("BENCH_LAB_FILES");
        return (files == null ? PROGRAM.resolveSibling("run") : Path.of(files)).resolve("hosts.yaml");
    }

    /** Runs a command on a host, as root. */
    public Outcome exec(String host, String... words) {
        List<String> all = new ArrayList<>(List.of(PROGRAM.toString(), "exec", host));
        all.addAll(List.of(words));
        return HERE.run(Command.of(all).printing(MOST_PRINTED));
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
     * Removes every database from a host, as its administrator would, and makes a directory its only apt source.
     *
     * @param repository directory with packages; it is copied to the host
     */
    public void removeDatabases(String host, Path repository) {
        script(host, """
                export DEBIAN_FRONTEND=noninteractive
                apt-get purge -y -q 'mariadb-*' >/tmp/purge.log 2>&1 || { tail -n 5 /tmp/purge.log; exit 1; }
                apt-get purge -y -q libaio1 libsnappy1v5 >/tmp/purge.log 2>&1
                rm -rf /usr/local/mysql /var/cache/bench
                mkdir /srv/packages
                """);
        copy(repository, host, "/srv/packages");
        script(host, """
                chmod -R a+rX /srv
                rm -rf /etc/apt/sources.list.d/* /var/lib/apt/lists/*
                echo 'deb [trusted=yes] copy:/srv/packages ./' >/etc/apt/sources.list
                ! command -v mariadbd mysqld
                """);
    }

    /** Copies a directory of this machine, which may be invisible to a host, into a directory on the host. */
    public void copy(Path from, String host, String to) {
        String copy = "tar -C \"$1\" -cf - . | \"$2\" exec \"$3\" tar -C \"$4\" -xf -";
        Outcome outcome = HERE.run(Command.of("sh", "-euc", copy, "sh", from.toString(), PROGRAM.toString(), host, to));
        if (!outcome.ok()) {
            throw new IllegalStateException("to " + host + ": " + outcome.lastLines());
        }
    }

    /**
     * Which part of a host to capture: everything, or only its configuration and the places that an ordinary user can
     * write to.
     */
    public enum View {
        ALL,
        WRITABLE;

        private List<String> places() {
            return this == ALL ? List.of("/", "/usr") : List.of("/etc", "/home", "/opt", "/srv", "/usr/local", "/var");
        }
    }

    /**
     * Captures a host's packages, its files with size, owner, mode and time, checksums of the most important files, and
     * its processes. Omits everything that differs between hosts anyway, or changes with each process of this machine.
     */
    public Snapshot snapshot(String host, View view) {
        Instant begun = Instant.now();
        List<String> words =
                new ArrayList<>(List.of(PROGRAM.getParent().getParent().toString()));
        words.addAll(view.places());
        String out = script(host, """
                checkout=$1
                shift
                dpkg-query -W
                find "$@" -xdev \\( -path "$checkout" -o -path /root -o -path /tmp -o -path /var/tmp -o -path /run -o -path /proc \\
                    -o -path /sys -o -path /dev -o -path /var/log -o -path /var/cache/bench \\) -prune -o -type d -printf '%y %m %u %g %p\\n' \\
                    -o -printf '%y %m %u %g %s %T@ %p %l\\n' | sort
                find /tmp /var/tmp -ignore_readdir_race -user bench
                find /home /etc /srv /var/lib/dpkg /var/lib/apt -xdev -path "$checkout" -prune -o -type f -exec sha256sum {} + | sort
                ps -u bench -o args= | grep -v sshd | sort
                """, words.toArray(String[]::new));
        return new Snapshot(new HashSet<>(out.lines().toList()), begun);
    }

    /** Cuts, restores or stretches links: {@code db data down}. */
    public void link(String... words) {
        List<String> all = new ArrayList<>(List.of(PROGRAM.toString(), "link"));
        all.addAll(List.of(words));
        HERE.require("change a link", Command.of(all));
    }

    /** Kills all processes of a host, empties its /tmp and /run, and restarts its sshd. */
    public void reboot(String host) {
        HERE.require("reboot a host", Command.of(PROGRAM.toString(), "reboot", host));
    }

    /** The root of a host's file system, as seen from this machine. */
    public Path root(String host) {
        return lab("status")
                .out()
                .lines()
                .filter(line -> line.startsWith(host + " "))
                .map(line -> Path.of("/proc", line.split(" +", -1)[1], "root"))
                .findFirst()
                .orElseThrow();
    }

    /** Removes the lab. Other tests cannot use it until this instance is closed. */
    public void down() {
        Outcome down = lab("down");
        if (!down.ok()) {
            throw new IllegalStateException("lab/lab down: " + down.lastLines());
        }
    }

    @Override
    public void close() {
        try {
            down();
        } finally {
            turn.close();
        }
    }
}
