package dev.jdbcbench.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Noise;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
        return new Noise(steal, foreign, 20.0, 1.0, 0L, throttledMicros, hot, null, null, null, retransmits);
    }

    private static Optional<String> local(Noise noise, Noise... others) {
        return of(noise, LASTED, false, others);
    }

    private static Optional<String> of(Noise noise, Duration lasted, boolean distant, Noise... others) {
        return Disturbance.of(
                new Disturbance.Fork(noise, lasted),
                Stream.of(others)
                        .map(other -> new Disturbance.Fork(other, LASTED))
                        .toList(),
                distant);
    }

    @Test
    void quietForkCounts() {
        assertThat(local(QUIET, QUIET)).isEmpty();
        assertThat(local(noise(null, null, null, null, null), QUIET)).isEmpty();
    }

    @Test
    void eachExternalCauseIsNamed() {
        assertThat(local(noise(2.1, 30.0, 0L, 0L, 0L))).hasValue("steal 2.1 %");
        assertThat(local(noise(0.0, 30.0, 60_001L, 0L, 0L))).hasValue("stopped by a quota for 60 ms");
        assertThat(local(noise(0.0, 30.0, 0L, 2L, 0L))).hasValue("slowed down by heat 2 times");
        assertThat(of(noise(3.0, 45.0, 0L, 0L, 9L), LASTED, true, QUIET, QUIET))
                .hasValue("steal 3.0 %, other processes 45.0 % (usually 30.0 %), 9 segments sent again");
    }

    @Test
    void retransmissionsDisturbDistantForksByTheirRate() {
        Noise lossy = noise(0.0, 30.0, 0L, 0L, 8L);
        assertThat(local(noise(0.0, 30.0, 0L, 0L, 90L), QUIET)).isEmpty();
        assertThat(of(noise(0.0, 30.0, 0L, 0L, 17L), LASTED, true, lossy, lossy))
                .isPresent();
        assertThat(of(noise(0.0, 30.0, 0L, 0L, 17L), LASTED.multipliedBy(2), true, lossy, lossy))
                .isEmpty();
    }

    /** With an average of fifty retransmits, forty and sixty are both usual. */
    @Test
    void usualVariationOfRetransmissionsIsTolerated() {
        Noise lossy = noise(0.0, 30.0, 0L, 0L, 50L);
        assertThat(of(noise(0.0, 30.0, 0L, 0L, 60L), LASTED, true, lossy, lossy))
                .isEmpty();
        assertThat(of(noise(0.0, 30.0, 0L, 0L, 75L), LASTED, true, lossy, lossy))
                .isPresent();
    }

    @Test
    void unusualForeignLoadDisturbs() {
        Noise busy = noise(0.0, 45.0, 0L, 0L, 0L);
        assertThat(local(busy)).isEmpty();
        assertThat(local(busy, busy, busy)).isEmpty();
        assertThat(local(busy, QUIET, QUIET, busy)).isPresent();
    }

    /** With load in half of the rounds, the median of all rounds would already be disturbed. */
    @Test
    void roundIsComparedWithEarlierQuietRounds() {
        Noise busy = noise(0.0, 60.0, 0L, 0L, 0L);
        assertThat(Disturbance.ofRound(busy, LASTED, List.of(busy, busy, QUIET, QUIET), false))
                .hasValue("other processes 60.0 % (usually 30.0 %)");
        assertThat(Disturbance.ofRound(busy, LASTED, List.of(busy, busy, busy, busy), false))
                .isEmpty();
    }

    /** Steady steal slows all members of every round alike. */
    @Test
    void roundIsComparedWithTheUsualSteal() {
        Noise some = noise(4.0, 30.0, 0L, 0L, 0L);
        Noise more = noise(9.0, 30.0, 0L, 0L, 0L);
        assertThat(Disturbance.ofRound(some, LASTED, List.of(some, QUIET, QUIET), false))
                .hasValue("steal 4.0 %");
        assertThat(Disturbance.ofRound(some, LASTED, List.of(some, some, QUIET), false))
                .isEmpty();
        assertThat(Disturbance.ofRound(more, LASTED, List.of(some, some, QUIET), false))
                .hasValue("steal 9.0 %");
        assertThat(local(some, some, some)).as("a fork").hasValue("steal 4.0 %");
    }

    /**
     * A fast fork makes a local database work more. If its CPU time cannot be separated from that of others, it must
     * not be blamed.
     */
    @Test
    void foreignLoadIncludingTheDatabaseIsNoCause() {
        Noise busy = new Noise(0.0, 45.0, null, 1.0, 0L, 0L, 0L, null, null, null, 0L);
        assertThat(local(busy, QUIET, QUIET)).isEmpty();
        assertThat(of(busy, LASTED, true, QUIET, QUIET)).isPresent();
    }

    @Test
    void hostIsUnfitIfMostFirstForksAreDisturbed() {
        Noise stolen = noise(9.0, 30.0, 0L, 0L, 0L);
        assertThat(Disturbance.unfit(List.of(QUIET, QUIET, stolen), List.of())).isEmpty();
        assertThat(Disturbance.unfit(List.of(QUIET, stolen, stolen), List.of()))
                .singleElement()
                .asString()
                .contains("steal 9.0 %");
        assertThat(Disturbance.unfit(Collections.nCopies(3, QUIET), List.of(QUIET)))
                .as("the other processes of a distant fork include no database")
                .singleElement()
                .asString()
                .contains("other processes 30.0 %");
    }
}
