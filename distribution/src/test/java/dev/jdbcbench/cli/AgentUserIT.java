package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When bench runs as root, driver code runs as an unprivileged user. Tests which user that is and what it can reach. */
@OnThisMachine
class AgentUserIT {
    private static final String DATABASE = "47306";
    private static final String AGENT = "47307";
    /** CAP_NET_RAW, the only capability that a program may still gain, because ping needs it. */
    private static final long NET_RAW = 1L << 13;

    private static final LocalHost HERE = new LocalHost("localhost");

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void onlyAsRoot() {
        if (!System.getProperty("user.name").equals("root")) {
            Lab.skip("not root, so that the agent runs as the user of this test");
        }
    }

    private LocalBench start(String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("--scenario", "Do1", "--mode", "text", "--driver", "mysql"));
        words.addAll(List.of("--iterations", "50")); // 5 s to inspect the processes
        words.addAll(List.of(more));
        return LocalBench.start(directory, words.toArray(String[]::new));
    }

    /** The value of a field in {@code /proc/PID/status}. */
    private static String status(long pid, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip().replaceAll("\\s+", " "))
                .findFirst()
                .orElseThrow();
    }

    private static void assertUnprivileged(long pid) throws IOException {
        String all = String.join(" ", AGENT, AGENT, AGENT, AGENT);
        assertThat(status(pid, "Uid")).isEqualTo(all);
        assertThat(status(pid, "Gid")).isEqualTo(all);
        assertThat(status(pid, "Groups")).isEmpty();
        for (String set : List.of("CapInh", "CapPrm", "CapEff", "CapAmb")) {
            assertThat(Long.parseUnsignedLong(status(pid, set), 16)).as(set).isZero();
        }
        assertThat(Long.parseUnsignedLong(status(pid, "CapBnd"), 16)).isEqualTo(NET_RAW);
    }

    /** The measured JVM among an agent's descendants. */
    private static ProcessHandle fork(long agent) {
        return ProcessHandle.of(agent)
                .orElseThrow()
                .descendants()
                .filter(process -> commandLine(process.pid()).contains("org.openjdk.jmh.runner.ForkedMain"))
                .findFirst()
                .orElseThrow();
    }

    private static String commandLine(long pid) {
        return HERE.run(Command.query("cat", "/proc/" + pid + "/cmdline")).out().replace('\0', ' ');
    }

    /** Runs a shell command under that uid, as a driver's code could. */
    private static Outcome asUser(String uid, String shell, Path... places) {
        List<String> words = new ArrayList<>(
                List.of("setpriv", "--reuid", uid, "--regid", uid, "--clear-groups", "sh", "-c", shell, "sh"));
        for (Path place : places) {
            words.add(place.toString());
        }
        return HERE.run(Command.of(words));
    }

    private static void assertRefused(Path place, String shell) {
        assertThat(asUser(AGENT, shell, place).ok()).as(shell + " in " + place).isFalse();
    }

    @Test
    void agentAndMeasuredJvmsRunUnprivileged() throws Exception {
        try (LocalBench bench = start()) {
            bench.awaitIterationOf(1);
            long agent = bench.processes("agent").get(0);
            ProcessHandle fork = fork(agent);
            assertUnprivileged(agent);
            assertUnprivileged(fork.pid());
            assertThat(status(bench.processes("agent").get(1), "Uid"))
                    .as("uids of the supervisor")
                    .isEqualTo("0 0 0 0");
            assertThat(status(bench.processes("local-mariadb").get(0), "Uid"))
                    .isEqualTo(String.join(" ", DATABASE, DATABASE, DATABASE, DATABASE));
            assertThat(commandLine(fork.pid())).contains("-Djdk.serialFilter=");

            Path work = bench.workplace("agent");
            for (String attempt : List.of(
                    "echo 1 >\"$1/lease\"",
                    "echo 1 >>\"$1/plan.json\"",
                    ": >\"$1/deliver\"",
                    ": >\"$1/new\"",
                    "rm -f \"$1/events.ndjson\"",
                    "rm -f \"$1/pid\"",
                    "mv \"$1/logs\" \"$1/others\"",
                    "ln -s /etc/shadow \"$1/exit\"",
                    "rm -rf \"$1/secret\"",
                    "ls \"$1\"")) {
                assertRefused(work, attempt);
            }
            Path cache = Path.of(HostScript.install(HERE).cache());
            assertRefused(cache, ": >\"$1/new\"");
            assertRefused(cache, ": >\"$1/jars/new\"");
            assertRefused(cache, "for jar in \"$1\"/jars/*; do : >>\"$jar\" || exit; done");
            Path database = bench.workplace("local-mariadb");
            for (String attempt : List.of(
                    "ls \"$1/data\"",
                    "cat \"$1/data/ibdata1\"",
                    "ls \"$1/secret\"",
                    "ls \"$1/tmp\"",
                    ": >\"$1/exit\"")) {
                assertRefused(database, attempt);
            }
            assertThat(asUser(DATABASE, "cat \"$1/secret/session.properties\"", work)
                            .ok())
                    .as("whether the database's user can read the session")
                    .isFalse();
            assertThat(bench.exitCode()).as(bench.err()).isZero();
        }
        assertThat(HERE.run(Command.query(
                                "find",
                                "/tmp",
                                "/var/tmp",
                                "-xdev",
                                "-path",
                                "*/target/machines",
                                "-prune",
                                "-o",
                                "-uid",
                                AGENT,
                                "-print"))
                        .out())
                .isEmpty();
        assertThat(HERE.run(Command.query("pgrep", "-U", AGENT)).out()).isEmpty();
    }

    @Test
    @Full
    void filesPlantedByADriverAreNotReadByRoot() throws Exception {
        try (LocalBench bench = start()) {
            bench.awaitIterationOf(1);
            Outcome planted = asUser(
                    AGENT,
                    "cd \"$1/logs\" && ln -s /etc/shadow link.log && mkfifo pipe.log && mkdir -p deep.log/er && : >own.log",
                    bench.workplace("agent"));
            assertThat(planted.ok()).as(planted.lastLines()).isTrue();
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(Objects.requireNonNull(
                            bench.run().resolve("logs").toFile().list()))
                    .contains("own.log")
                    .doesNotContain("link.log", "pipe.log", "deep.log");
        }
    }
}
