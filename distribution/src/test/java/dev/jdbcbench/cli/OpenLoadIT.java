package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.ForkLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stops a database on this machine for a moment, while operations arrive at it. */
@OnThisMachine
@Full
class OpenLoadIT {
    private static final String DATABASE = "local-mariadb";

    /** A tenth of a turn. A closed loop would have only one slow operation. */
    private static final Duration STALL = Duration.ofMillis(200);

    /**
     * Number of turns before the first counted one: the warm-up, five closed loops that show the capacity, and one in
     * which the JVM settles.
     */
    private static final int SETTLED = 7;

    @TempDir
    private Path directory = Path.of("");

    private static void signal(String signal, long pid) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }

    /**
     * Waits until a turn under open load is in progress: the JVM's log has the results of this many turns.
     *
     * @return false if the group ended before
     */
    private static boolean awaitTurn(LocalBench bench, int turns) throws IOException {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    assertThat(bench.process().isAlive()).as(bench.err()).isTrue();
                    if (firstGroupEnded(bench)) {
                        return true;
                    }
                    try (Stream<Path> logs = Files.list(bench.workplace("agent").resolve("logs"))) {
                        for (Path log : logs.toList()) {
                            if (Files.readString(log).contains("iteration " + turns + ":")) {
                                return true;
                            }
                        }
                        return false;
                    }
                });
        return !firstGroupEnded(bench);
    }

    private static boolean firstGroupEnded(LocalBench bench) throws IOException {
        return !Event.facts(bench.events(), Fact.GroupFinished.class).isEmpty();
    }

    private static void stall(long process) throws IOException, InterruptedException {
        signal("STOP", process);
        try {
            Thread.sleep(STALL.toMillis()); // the stall that is measured
        } finally {
            signal("CONT", process);
        }
    }

    /**
     * 500 arrivals per second in turns of 2 s. During a stall of 200 ms, 100 operations are due. Their response times
     * range from 200 ms to 0 ms. In terms of service time, only one or two operations are slow. Every turn has a stall,
     * because turns with noise from other processes do not count.
     */
    @Test
    void stallOfTheDatabaseShowsInResponseTimes() throws Exception {
        try (LocalBench bench = LocalBench.start(
                directory,
                Words.of("--scenario Do1 --mode text --driver mariadb --no-explain --rate 500/s --iteration-time 2s "
                        + "--groups 2 --iterations 2"))) {
            bench.awaitIterationOf(1);
            long database = bench.processes(DATABASE).get(0);
            for (int turn = SETTLED; awaitTurn(bench, turn); turn++) {
                stall(database);
            }
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            List<ForkLoad> forks = Event.facts(bench.events(), Fact.ForkFinished.class).stream()
                    .map(fork -> Objects.requireNonNull(fork.load()))
                    .toList();
            CellLoad stalled = CellLoad.of(List.of(forks.get(0))).orElseThrow();
            double stall = STALL.toNanos() / 1e3;
            assertThat(stalled.response().operations()).isEqualTo(2 * 1000);
            assertThat(stalled.response().maxMicros()).isBetween(0.95 * stall, 3 * stall);
            assertThat(stalled.response().p99Micros())
                    .as("160 of 2000 operations respond after more than a fifth of the stall")
                    .isGreaterThan(0.5 * stall);
            assertThat(stalled.service().maxMicros()).isGreaterThan(0.95 * stall);
            assertThat(stalled.service().p99Micros())
                    .as("nearly all service times are short")
                    .isLessThan(0.25 * stall);
            assertThat(stalled.keepsUp()).isTrue();
        }
    }

    /** Other tests check the conditions of the verdict without a database. */
    @Test
    void clientThatCannotKeepUpIsReported() throws Exception {
        try (LocalBench bench = LocalBench.start(
                directory,
                Words.of("--scenario Select1000BigRows --mode text --driver mariadb --no-explain --rate 100000/s "
                        + "--arrivals poisson --threads 2 --groups 2 --iterations 1"))) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            ForkLoad fork = Objects.requireNonNull(
                    Event.facts(bench.events(), Fact.ForkFinished.class).get(0).load());
            CellLoad load = CellLoad.of(List.of(fork)).orElseThrow();
            assertThat(load.keepsUp()).isFalse();
            assertThat(load.achievedPerSecond()).isLessThan(50_000);
            assertThat(load.unserved())
                    .as("arrivals beyond the time limit are unserved")
                    .isPositive();
            assertThat(bench.out()).contains("cannot keep up");
        }
    }
}
