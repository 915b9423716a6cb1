package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.run.Event.Noise;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DisturbanceTest {
    private static final Duration LASTED = Duration.ofSeconds(6);
    private static final Noise QUIET = noise(0.1, 30.0, 0L, 0L, 0L);

    private static Noise noise(
            @Nullable Double steal,
            @Nullable Double foreign,
            @Nullable Long throttledMicros,
            @Nullable Long hot,
            @Nullable Long retransmits) {
        return new Noise(steal, foreign, 1.0, 0L, throttledMicros, hot, null, null, null, retransmits);
    }

    @Test
    void aQuietForkCounts() {
        assertThat(Disturbance.of(QUIET, LASTED, List.of(QUIET))).isEmpty();
        assertThat(Disturbance.of(null, LASTED, List.of())).isEmpty();
        assertThat(Disturbance.of(noise(null, null, null, null, null), LASTED, List.of(QUIET)))
                .isEmpty();
    }

    @Test
    void eachOutsideCauseIsNamed() {
        assertThat(Disturbance.of(noise(2.1, 30.0, 0L, 0L, 0L), LASTED, List.of()))
                .hasValue("steal 2.1 %");
        assertThat(Disturbance.of(noise(0.0, 30.0, 60_001L, 0L, 0L), LASTED, List.of()))
                .hasValue("stopped by a quota for 60 ms");
        assertThat(Disturbance.of(noise(0.0, 30.0, 0L, 2L, 0L), LASTED, List.of()))
                .hasValue("slowed down by heat 2 times");
        assertThat(Disturbance.of(noise(3.0, 45.0, 0L, 0L, 9L), LASTED, List.of(QUIET, QUIET)))
                .hasValue("steal 3.0 %, other processes 45.0 % (usually 30.0 %), 9 segments sent again");
    }

    /** A local database is another process, and how busy it is depends on the cell. */
    @Test
    void otherProcessesDisturbOnlyWhenTheyAreMoreThanBesideTheCellsOtherForks() {
        Noise busy = noise(0.0, 45.0, 0L, 0L, 0L);
        assertThat(Disturbance.of(busy, LASTED, List.of())).isEmpty();
        assertThat(Disturbance.of(busy, LASTED, List.of(busy, busy))).isEmpty();
        assertThat(Disturbance.of(busy, LASTED, List.of(QUIET, QUIET, busy))).isPresent();
    }

    @Test
    void aHostIsUnfitWhenMostForksOfTheFirstBlockWereDisturbed() {
        Noise stolen = noise(9.0, 30.0, 0L, 0L, 0L);
        assertThat(Disturbance.unfit(List.of(QUIET, QUIET, stolen), List.of())).isEmpty();
        assertThat(Disturbance.unfit(List.of(QUIET, stolen, stolen), List.of()))
                .singleElement()
                .asString()
                .contains("steal 9.0 %");
        assertThat(Disturbance.unfit(Collections.nCopies(3, QUIET), List.of(QUIET)))
                .as("no database is among the others of a distant fork")
                .singleElement()
                .asString()
                .contains("other processes 30.0 %");
    }
}
