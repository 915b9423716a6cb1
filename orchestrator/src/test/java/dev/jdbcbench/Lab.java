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

    /** Makes the lab, or skips the test. */
    public static Lab up(String rtt) {
        Outcome check = lab("check");
        if (!check.ok()) {
            skip("this machine cannot make the lab: " + check.lastLines());
        }
        if (lab("status").ok()) {
            skip("a lab is up already: end it with lab/lab down, the tests make their own");
        }
        Outcome up = lab("up", "--rtt", rtt);
        if (!up.ok()) {
            throw new IllegalStateException("lab/lab up: " + up.lastLines());
        }
        return new Lab();
    }

    private static void skip(String reason) {
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
