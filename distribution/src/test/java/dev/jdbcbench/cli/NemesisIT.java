package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
// import dev.jdbcbench.RealMachine;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs commands from two desks, kills and pauses them at random moments, with the database on this machine. */
// @RealMachine
@OnThisMachine
class NemesisIT {
    private static final int SCHEDULES = Boolean.getBoolean("bench.full") ? 35 : 1;

    static List<Long> seeds() {
        return NemesisSeeds.of(SCHEDULES);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void randomFaultsKeepEachForkOnceAndLeaveNothing(long seed, @TempDir Path directory) throws Exception {
        HostScript script = HostScript.install(new LocalHost("localhost"));
        try (Witness witness = new Witness(Path.of(script.runs()));
                SmallDisk disk = SmallDisk.failing(Nemesis.results(directory), "64m")) {
            assertThat(new Nemesis(
                                    seed,
                                    directory,
                                    List.of("--topology", "local", "--install", "portable"),
                                    List.of(),
                                    Optional.empty(),
                                    witness,
                                    disk)
                            .carryOut())
                    .as("seed %d: -Dbench.nemesis.seed=%d repeats it", seed, seed)
                    .isEmpty();
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(script.entries()).as("seed %d", seed).isEmpty());
    }
}
