package dev.jdbcbench.next;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Counted;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.PlanExample;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares two cells by their groups. */
class ComparingTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");
    private static final int ROUNDS = 30;

    private final Plan plan = PlanExample.plan(42, Profile.THOROUGH);
    private final Cell mariadb = PlanExample.cell(Topology.LOCAL, "Select1Row", Mode.TEXT, "mariadb");
    private final Cell distant = PlanExample.cell(Topology.DISTANT, "Select1Row", Mode.TEXT, "mysql");
    private final Cell mysql = PlanExample.cell(Topology.LOCAL, "Select1Row", Mode.TEXT, "mysql");
    private final Cell other = PlanExample.cell(Topology.LOCAL, "Insert1Row", Mode.TEXT, "mysql");
    private final List<Event> events = new ArrayList<>();
    private final Random random = new Random(7);

    private Comparing comparing() {
        return new History(plan, events).comparing();
    }

    private void add(Fact fact) {
        events.add(new Event(1, AT, Event.Source.AGENT, fact));
    }

    private void fork(int block, Cell cell, double[] micros, Instant started) {
        List<Double> iterations = new ArrayList<>();
        for (double one : micros) {
            iterations.add(one);
        }
        add(new Fact.ForkFinished(
                block,
                cell.key(),
                started,
                iterations,
                Collections.nCopies(micros.length, 1000L),
                Map.of(),
                null,
                null,
                new Counted(0, List.of()),
                null,
                List.of()));
    }

    private void end(int block, Cell cell) {
        add(new Fact.GroupFinished(block, cell.rowKey(), ROUNDS, 0, List.of()));
    }

    /**
     * A group on a host with slow phases of several rounds. On the logarithmic scale, they slow mysql down {@code more}
     * times as much as the others.
     */
    private void group(int block, double ratio, double more, double slowShare) {
        double[] one = new double[ROUNDS];
        double[] two = new double[ROUNDS];
        double[] far = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            boolean slow = (round / 5) % 6 < slowShare * 6;
            double phase = slow ? 0.4 : 0;
            one[round] = 50 * Math.exp(phase + 0.005 * random.nextGaussian());
            two[round] = 50 * ratio * Math.exp(more * phase + 0.005 * random.nextGaussian());
            far[round] = 50 * Math.exp(phase + 0.005 * random.nextGaussian());
        }
        fork(block, distant, far, AT.plusSeconds(block));
        fork(block, mariadb, one, AT.plusSeconds(block));
        fork(block, mysql, two, AT.plusSeconds(block));
        end(block, mariadb);
    }

    @Test
    void eachGroupIsOneSampleOfTheRatio() {
        for (int block = 1; block <= 4; block++) {
            group(block, 1.3, 1, 0);
        }
        Comparing.Samples samples = comparing().samples(new Axis.Pair(mysql, mariadb));
        assertThat(samples.size()).isEqualTo(4);
        assertThat(samples.quiet()).allSatisfy(sample -> assertThat(sample).isCloseTo(Math.log(1.3), within(0.01)));
        assertThat(comparing().samples(new Axis.Pair(mysql, mariadb), 3).size())
                .as("samples from the blocks before the third")
                .isEqualTo(2);
    }

    @Test
    void sensitivityToASlowHostIsRemovedFromTheRatio() {
        for (int block = 1; block <= 6; block++) {
            group(block, 1.3, 2, block % 2 == 0 ? 0.7 : 0.3);
        }
        assertThat(comparing().samples(new Axis.Pair(mysql, mariadb)).adjusted())
                .as("the row has no third cell on that server to show how slow the host was")
                .isFalse();
        Comparing.Samples samples = comparing().samples(new Axis.Pair(mysql, distant));
        assertThat(samples.adjusted()).isTrue();
        double quiet = samples.quiet().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        double disturbed = samples.disturbed().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        assertThat(Math.exp(quiet)).isCloseTo(1.3, within(0.03));
        assertThat(Math.exp(disturbed)).isGreaterThan(1.5);
    }

    @Test
    void cellsOfDifferentRowsAreComparedByBlock() {
        for (int block = 1; block <= 3; block++) {
            group(block, 1, 1, 0);
            fork(block, other, new double[] {100, 100, 100}, AT);
            end(block, other);
        }
        Comparing.Samples samples = comparing().samples(new Axis.Pair(other, mysql));
        assertThat(samples.adjusted()).isFalse();
        assertThat(samples.quiet())
                .hasSize(3)
                .allSatisfy(sample -> assertThat(sample).isCloseTo(Math.log(2), within(0.01)));
    }

    /** The second group replaced the first, except for a cell that only the first contained. */
    @Test
    void roundsOfDifferentGroupsAreNotPaired() {
        group(1, 1.3, 1, 0);
        fork(1, mysql, new double[] {65, 65, 65}, AT.plusSeconds(99));
        end(1, mysql);
        Comparing.Samples samples = comparing().samples(new Axis.Pair(mysql, mariadb));
        assertThat(samples.adjusted()).isFalse();
        assertThat(samples.quiet())
                .singleElement()
                .satisfies(sample -> assertThat(sample).isCloseTo(Math.log(1.3), within(0.01)));
    }

    @Test
    void ratioOfOneBlockHasNoInterval() {
        group(1, 1.3, 1, 0);
        Comparing comparing = comparing();
        assertThat(comparing
                        .ratio(new Axis.Pair(mysql, mariadb), 2, comparing.prior())
                        .orElseThrow()
                        .relativeHalfWidth(0.95))
                .isInfinite();
        assertThat(comparing.ratio(new Axis.Pair(mysql, mariadb), 1, comparing.prior()))
                .isEmpty();
    }
}
