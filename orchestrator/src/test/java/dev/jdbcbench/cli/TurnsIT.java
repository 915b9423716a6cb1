package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are measured in turns, with a real database. */
@OnThisMachine
class TurnsIT {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void theDriversOfARowAreAliveAtOnceAndAreMeasuredInTurns() throws Exception {
        try (LocalBench bench = LocalBench.start(
                directory,
                "--turns",
                "--scenario",
                "Do1",
                "--mode",
                "text",
                "--threads",
                "2",
                "--driver",
                "mysql,mariadb")) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(Event.facts(bench.events(), Fact.ForkFailed.class)).isEmpty();
            assertThat(Event.facts(bench.events(), Fact.GroupStarted.class)).hasSize(2);
            List<Fact.GroupFinished> groups = Event.facts(bench.events(), Fact.GroupFinished.class);
            assertThat(groups).hasSize(2);
            List<Fact.ForkFinished> forks = Event.facts(bench.events(), Fact.ForkFinished.class);
            assertThat(forks).hasSize(4).allSatisfy(fork -> {
                assertThat(fork.counted()).isNotNull();
                assertThat(fork.iterations())
                        .hasSize(groups.get(fork.block() - 1).rounds())
                        .allSatisfy(micros -> assertThat(micros).isPositive());
                assertThat(Objects.requireNonNull(fork.secondary().get("gc.alloc.rate.norm"))
                                .values())
                        .allMatch(bytes -> bytes > 0);
            });
            assertThat(forks.get(0).startedAt())
                    .as("of the same group")
                    .isEqualTo(forks.get(1).startedAt());
            assertThat(bench.out()).contains("mysql 9.7.0", "mariadb 4.0.0").doesNotContain("failed");
        }
    }
}
