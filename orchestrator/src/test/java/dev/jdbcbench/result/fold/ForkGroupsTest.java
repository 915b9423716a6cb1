package dev.jdbcbench.result.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.result.CellResult.BimodalEvidence;
import dev.jdbcbench.result.CellResult.Cause;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ForkGroupsTest {
    private static final double[] TWO = {60, 61, 80, 81, 80.5, 60.2, 60.5, 60.7};
    private static final double[] STEADY = {62, 63, 61, 62, 62.5, 61.5, 62, 62};

    /** C(8, 3) = 56 choices, 6 of them without a gap; of 6 forks, 3 and 3: SSSFFF, FSSSFF, FFSSSF and the same with S and F swapped. */
    @Test
    void probabilityOfConsecutiveForksIsThatOfARandomOrder() {
        assertThat(ForkGroups.chanceOfAStretch(8, 3)).isCloseTo(6 / 56.0, within(1e-12));
        assertThat(ForkGroups.chanceOfAStretch(10, 2)).isCloseTo(9 / 45.0, within(1e-12));
        assertThat(ForkGroups.chanceOfAStretch(6, 3)).isCloseTo(6 / 20.0, within(1e-12));
        assertThat(ForkGroups.chanceOfAStretch(7, 1)).isEqualTo(1);
    }

    private static BimodalEvidence evidence(List<Event> events, RunExample run) {
        return new Fold(run.plan(), events)
                .results().cells().stream()
                        .filter(cell -> cell.cell().driver().equals("mysql"))
                        .findFirst()
                        .map(cell -> Objects.requireNonNull(cell.steadiness().bimodalEvidence()))
                        .orElseThrow();
    }

    private static RunExample run(double[] neighbour) {
        return new RunExample("r", Topology.LOCAL, 8, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, neighbour)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, TWO);
    }

    private static List<Event> allocating(RunExample run, ToDoubleFunction<ForkFinished> bytes) {
        return run.events().stream()
                .map(event -> event.fact() instanceof ForkFinished fork
                        ? allocating(event, fork, bytes.applyAsDouble(fork))
                        : event)
                .toList();
    }

    private static Event allocating(Event event, ForkFinished fork, double bytes) {
        return new Event(
                event.seq(),
                event.at(),
                event.source(),
                new ForkFinished(
                        fork.block(),
                        fork.cell(),
                        fork.startedAt(),
                        fork.iterations(),
                        fork.operations(),
                        Map.of(
                                "gc.alloc.rate.norm",
                                new Secondary(
                                        "B/op",
                                        Collections.nCopies(fork.iterations().size(), bytes))),
                        fork.noise(),
                        fork.rtt()));
    }

    private static boolean slow(ForkFinished fork) {
        return fork.block() >= 3 && fork.block() <= 5;
    }

    @Test
    void withoutEvidenceThereIsNoCause() {
        RunExample run = run(STEADY);
        assertThat(evidence(run.events(), run).cause()).isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void jvmIsNamedIfAllocationsDiffer() {
        RunExample run = run(STEADY);
        assertThat(evidence(allocating(run, fork -> slow(fork) ? 1640 : 1480), run)
                        .cause())
                .isEqualTo(Cause.JVM);
        assertThat(evidence(allocating(run, fork -> slow(fork) ? 1480.5 : 1480), run)
                        .cause())
                .as("allocations differ only by 0.03 %")
                .isEqualTo(Cause.UNKNOWN);
        assertThat(evidence(allocating(run, fork -> slow(fork) || fork.block() == 1 ? 1640 : 1480), run)
                        .cause())
                .as("a fast fork also allocates more")
                .isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void hostIsNamedIfNeighboursAreSlow() {
        RunExample both = run(new double[] {62, 63, 81, 82, 82.5, 61.5, 62, 62});
        assertThat(evidence(both.events(), both).cause()).isEqualTo(Cause.HOST);
        RunExample elsewhere = run(new double[] {81, 82, 62, 63, 61.5, 62, 62, 82.5});
        assertThat(evidence(elsewhere.events(), elsewhere).cause()).isEqualTo(Cause.UNKNOWN);
    }
}
