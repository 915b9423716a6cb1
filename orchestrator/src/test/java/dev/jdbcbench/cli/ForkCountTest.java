package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.result.ForkCount;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForkCountTest {
    private static final Instant AT = Instant.EPOCH;

    /** Two cells of one row, three forks each. */
    private final Plan plan = new RunExample("run-1", Topology.LOCAL, 3, true)
            .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1, 1, 1)
            .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 1, 1, 1)
            .plan();

    private final ForkCount count = new ForkCount(plan);
    private final String first = plan.cells().get(0).key();
    private final String second = plan.cells().get(1).key();

    private static Event fork(int block, String cell) {
        return new Event(
                1,
                AT,
                Source.AGENT,
                new Fact.ForkFinished(block, cell, AT, List.of(1.0), List.of(1L), Map.of(), null, null));
    }

    private void finished(int block, String cell) {
        count.onEvent(fork(block, cell));
    }

    private void failed(int block, String cell) {
        count.onEvent(new Event(1, AT, Source.AGENT, new Fact.ForkFailed(block, cell, "no", "log")));
    }

    private void decided(int block, boolean more) {
        String row = plan.cells().get(0).rowKey();
        count.onEvent(new Event(1, AT, Source.AGENT, new Fact.Decided(row, block, more, "why")));
    }

    @Test
    void plannedForksRemainUntilTheyEnd() {
        assertThat(count.planned()).isEqualTo(6);
        finished(1, first);
        assertThat(count.ended()).isEqualTo(1);
        assertThat(count.planned()).isEqualTo(6);
    }

    @Test
    void unmeasurableCellIsNotCounted() {
        failed(0, second);
        assertThat(count.planned()).isEqualTo(3);
        assertThat(count.cellsDone()).isEqualTo(1);
    }

    @Test
    void undecidedRowIsEstimatedFromItsForks() {
        Profile adaptive =
                new Profile("example", 3, 9, 6, Duration.ofMillis(250), null, 0.03, true, false, "for tests", false);
        ForkCount open = new ForkCount(new RunExample("run-1", Topology.LOCAL, 3, true)
                .profile(adaptive)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL)
                .plan());
        assertThat(open.planned()).as("six forks for each of two cells").isEqualTo(12);
        for (int block = 1; block <= 5; block++) {
            int number = block;
            if (block > 3) {
                open.onEvent(new Event(
                        1,
                        AT,
                        Source.AGENT,
                        new Fact.Decided(plan.cells().get(0).rowKey(), block, true, "why")));
            }
            open.onEvent(new Event(1, AT, Source.AGENT, new Fact.BlockStarted(block)));
            plan.cells().forEach(cell -> open.onEvent(fork(number, cell.key())));
        }
        assertThat(open.planned())
                .as("five forks of each cell suffice, because all scores are equal")
                .isEqualTo(10);
        assertThat(open.cellsDone()).as("the row is not decided yet").isZero();
        open.onEvent(new Event(
                1, AT, Source.AGENT, new Fact.Decided(plan.cells().get(0).rowKey(), 6, false, "why")));
        assertThat(open.planned()).isEqualTo(10);
        assertThat(open.cellsDone()).isEqualTo(2);
    }

    @Test
    void failedForksAreRepeatedAndGivenUpCellsEnd() {
        failed(1, first);
        assertThat(count.planned()).isEqualTo(7);
        failed(1, first);
        assertThat(count.planned())
                .as("two failed forks of one cell, and three forks of the other")
                .isEqualTo(5);
        finished(1, second);
        count.onEvent(new Event(1, AT, Source.AGENT, new Fact.ForkRejected(1, second, "steal")));
        assertThat(count.planned()).isEqualTo(6);
    }

    @Test
    void stoppedRowHasNoMoreForks() {
        finished(1, first);
        finished(1, second);
        decided(2, false);
        assertThat(count.planned()).isEqualTo(2);
        assertThat(count.cellsDone()).isEqualTo(2);
    }
}
