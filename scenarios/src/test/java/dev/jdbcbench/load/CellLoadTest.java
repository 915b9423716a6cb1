package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CellLoadTest {
    private static TurnLoad turn(long served, long unserved, double elapsed, boolean grew) {
        Histogram times = Times.histogram();
        times.recordValueWithCount(100_000, served);
        String text = Times.encoded(times);
        return new TurnLoad(1_000_000_000, Math.round(elapsed * 1e9), served, unserved, served * 1e5, grew, text, text);
    }

    private static CellLoad of(TurnLoad... turns) {
        return CellLoad.of(List.of(ForkLoad.of(List.of(turns), 5000))).orElseThrow();
    }

    @Test
    void clientServingEverythingInTimeKeepsUp() {
        CellLoad load = of(turn(1000, 0, 1, false), turn(1000, 0, 1.02, true));
        assertThat(load.keepsUp()).isTrue();
        assertThat(load.reason()).isNull();
        assertThat(load.askedPerSecond()).isEqualTo(1000);
        assertThat(load.achievedPerSecond()).isCloseTo(2000 / 2.02, within(1e-9));
        assertThat(load.capacityPerSecond()).isEqualTo(5000);
        assertThat(load.response().operations()).isEqualTo(2000);
    }

    @Test
    void below95PercentOfTheRateIsNotKeepingUp() {
        assertThat(of(turn(1000, 0, 1 / 0.951, false)).keepsUp()).isTrue();
        CellLoad slow = of(turn(1000, 0, 1 / 0.949, false));
        assertThat(slow.verdict()).hasToString("cannot keep up");
        assertThat(slow.reason()).isEqualTo("it achieved 94.9 % of the rate");
        assertThat(of(turn(700, 300, 1, false)).reason()).isEqualTo("it achieved 70.0 % of the rate");
    }

    /**
     * A slight overload does not reduce the achieved rate to below 95 %, but a backlog that grows in most turns reveals
     * it.
     */
    @Test
    void growingBacklogIsNotKeepingUp() {
        assertThat(of(turn(1000, 0, 1.01, true), turn(1000, 0, 1, false)).keepsUp())
                .isTrue();
        assertThat(of(turn(1000, 0, 1.01, true), turn(1000, 0, 1.01, true), turn(1000, 0, 1, false))
                        .reason())
                .isEqualTo("its backlog grew to the end in 2 of 3 turns");
    }

    @Test
    void forksAreAdded() {
        ForkLoad one = ForkLoad.of(List.of(turn(1000, 0, 1, false)), 5000);
        ForkLoad other = ForkLoad.of(List.of(turn(500, 500, 1, true)), 3000);
        CellLoad both = CellLoad.of(List.of(one, other)).orElseThrow();
        assertThat(both.achievedPerSecond()).isEqualTo(750);
        assertThat(both.unserved()).isEqualTo(500);
        assertThat(both.capacityPerSecond()).isEqualTo(4000);
        assertThat(CellLoad.of(List.of())).isEmpty();
    }

    @Test
    void turnSurvivesItsLine() {
        TurnLoad turn = turn(10, 2, 1.5, true);
        assertThat(TurnLoad.of(turn.line())).isEqualTo(turn);
        assertThat(TurnLoad.isLine(turn.line())).isTrue();
        assertThat(ClosedTurn.isLine(turn.line())).isFalse();
        ClosedTurn closed = new ClosedTurn(12, 345_678);
        assertThat(ClosedTurn.of(closed.line())).isEqualTo(closed);
        assertThat(closed.perSecond(2)).isCloseTo(12 * 2 / 345_678e-9, within(1e-6));
        for (String line : List.of("", "LOAD 1 2", "CLOSED 1 x", "CLOSED 1")) {
            assertThatThrownBy(() -> TurnLoad.of(line)).isInstanceOf(NumberFormatException.class);
            assertThatThrownBy(() -> ClosedTurn.of(line)).isInstanceOf(NumberFormatException.class);
        }
    }

    @Test
    void impossiblePartsOfAFileAreRefused() {
        ForkLoad load = ForkLoad.of(List.of(turn(10, 0, 1, false)), 5000);
        Stream.<Runnable>of(
                        () -> new ForkLoad(0, 0, 1, 1, 10, 0, 1, load.response(), load.service()),
                        () -> new ForkLoad(1, 2, 1, 1, 10, 0, 1, load.response(), load.service()),
                        () -> new ForkLoad(1, 0, 0, 1, 10, 0, 1, load.response(), load.service()),
                        () -> new ForkLoad(1, 0, 2, 1, 10, 0, 1, load.response(), load.service()),
                        () -> new ForkLoad(1, 0, 1, Double.NaN, 10, 0, 1, load.response(), load.service()),
                        () -> new ForkLoad(1, 0, 1, 1, -1, 0, 1, load.response(), load.service()),
                        () -> new ForkLoad(1, 0, 1, 1, 10, 0, 1, "x", load.service()))
                .forEach(wrong -> assertThatThrownBy(wrong::run).isInstanceOf(IllegalArgumentException.class));
    }

    /** The largest counts that a stored run may have. */
    @Test
    void sumOfVeryLargeCountsDoesNotBecomeNegative() {
        ForkLoad one = ForkLoad.of(List.of(turn(1000, 0, 1, false)), 5000);
        ForkLoad large = new ForkLoad(
                1, 0, 1, 1, 1_000_000_000_000_000L, 1_000_000_000_000_000L, 5000, one.response(), one.service());
        CellLoad load = CellLoad.of(Collections.nCopies(4_700, large)).orElseThrow();
        assertThat(load.askedPerSecond()).isCloseTo(2e15, within(1e3));
        assertThat(load.achievedPerSecond()).isCloseTo(1e15, within(1e3));
        assertThat(load.unserved()).isPositive();
    }
}
