package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts on which bench logs in as root. */
@RealMachine
@OnThisMachine // the lab's hosts share root-owned directories of this machine
class AgentUserLabIT {
    private static final String AGENT = "47307";

    @TempDir
    private Path directory = Path.of("");

    private Path hostsAsRoot(Lab lab) throws IOException {
        String text = Files.readString(lab.hosts());
        assertThat(text).contains("user: bench");
        return Files.writeString(
                directory.resolve("hosts.yaml"),
                text.replace("user: bench", "user: root")
                        .replace(
                                "identity: id_ed25519",
                                "identity: " + lab.hosts().resolveSibling("id_ed25519")));
    }

    private Ended bench(Lab lab) throws IOException {
        return BenchTest.bench(Words.of(
                "run --topology local,distant --hosts {} --profile smoke --scenario Do1 --mode text "
                        + "--driver mysql --results {}",
                hostsAsRoot(lab),
                directory.resolve("results")));
    }

    /** The uids of all JVMs of a host. */
    private static Set<String> uidsOfJvms(Lab lab, String host) {
        Set<String> uids = new HashSet<>();
        lab.exec(host, "ps", "-C", "java", "-o", "uid=").out().lines().forEach(line -> uids.add(line.strip()));
        return uids;
    }

    @Test
    void unprivilegedAgentPingsAndLeavesNothing() throws Exception {
        try (Lab lab = Lab.up("1ms")) {
            CompletableFuture<Ended> running = CompletableFuture.supplyAsync(() -> {
                try {
                    return bench(lab);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            Set<String> uids = new HashSet<>();
            while (!running.isDone()) {
                // Checks only while a fork runs, when root's `java -version` and the switch to the agent's user have
                // ended.
                if (lab.exec("client", "pgrep", "-f", "ForkedMain").ok()) {
                    uids.addAll(uidsOfJvms(lab, "client"));
                }
            }
            Ended run = running.get();
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(uids).containsExactly(AGENT);
            Path results = directory.resolve("results");
            String only = Objects.requireNonNull(results.toFile().list())[0];
            Path ping = results.resolve(only).resolve("ping.json");
            assertThat(ping).content().contains("\"icmp\"").doesNotContain("ping got no answer");
            for (String host : new String[] {"client", "db"}) {
                assertThat(lab.exec(host, "find", "/tmp", "/var/tmp", "-xdev", "-uid", AGENT)
                                .out())
                        .isEmpty();
                assertThat(lab.exec(host, "ls", "-A", "/var/tmp/bench", "/var/cache/bench/journal")
                                .out())
                        .doesNotContain("local-distant");
            }
        }
    }
}
