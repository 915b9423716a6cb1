package dev.jdbcbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CellClientsTest {
    private static String histogram(List<Long> nanos) {
        Histogram times = Times.histogram();
        nanos.forEach(times::recordValue);
        return Times.encoded(times);
    }

    /** The quantile: the value that this share of all samples does not exceed. */
    private static double percentile(List<Long> samples, double percent) {
        List<Long> sorted = new ArrayList<>(samples);
        Collections.sort(sorted);
        return sorted.get((int) Math.ceil(percent / 100 * sorted.size()) - 1) / 1000.0;
    }

    /** Three clients with different times: the mean of their percentiles would be far off. */
    @Test
    void percentilesCoverAllOperations() {
        SplittableRandom random = new SplittableRandom(4);
        List<Long> pooled = new ArrayList<>();
        List<ClientShare> shares = new ArrayList<>();
        int[] operations = {20_000, 3_000, 500};
        for (int client = 0; client < operations.length; client++) {
            List<Long> own = new ArrayList<>();
            for (int i = 0; i < operations[client]; i++) {
                own.add((long) (50_000 * Math.pow(10, client) * (1 + random.nextExponential())));
            }
            pooled.addAll(own);
            shares.add(new ClientShare("c" + (client + 1), 2, own.size(), own.size() / 10.0, client, histogram(own)));
        }
        CellClients all = CellClients.of(shares).orElseThrow();
        double resolution = 0.001;
        assertThat(all.times().operations()).isEqualTo(pooled.size());
        for (double[] expected : new double[][] {
            {50, all.times().p50Micros()},
            {95, all.times().p95Micros()},
            {99, all.times().p99Micros()},
            {99.9, all.times().p999Micros()}
        }) {
            double pool = percentile(pooled, expected[0]);
            assertThat(expected[1]).as("p%s", expected[0]).isCloseTo(pool, within(pool * resolution));
        }
        double mean = shares.stream()
                .mapToDouble(share -> Percentiles.of(List.of(share.times())).p50Micros())
                .average()
                .orElseThrow();
        assertThat(mean)
                .isNotCloseTo(all.times().p99Micros(), within(all.times().p99Micros() * 0.5));
    }

    @Test
    void shareOfEachClientCoversAllForks() {
        String times = histogram(List.of(1000L));
        CellClients all = CellClients.of(List.of(
                        new ClientShare("c1", 2, 300, 30, 0.5, times),
                        new ClientShare("c2", 1, 100, 10, 3.5, times),
                        new ClientShare("c1", 2, 500, 50, 0.25, times),
                        new ClientShare("c2", 1, 100, 10, 1, times)))
                .orElseThrow();
        assertThat(all.parts())
                .containsExactly(
                        new CellClients.Part("c1", 2, 800, 40, 80), new CellClients.Part("c2", 1, 200, 10, 20));
        assertThat(all.latestStartMillis()).isEqualTo(3.5);
        assertThat(CellClients.of(List.of())).isEmpty();
    }

    @Test
    void timedLoopRecordsEachOperation() throws SQLException {
        SteppedTicks ticks = new SteppedTicks();
        TimedLoop loop = new TimedLoop();
        loop.run(() -> ticks.pass(400_000), ticks, 1_000_000);
        TimedTurn turn = TimedTurn.of(loop.result().line());
        assertThat(turn.operations()).isEqualTo(3);
        assertThat(turn.nanos()).isEqualTo(1_200_000);
        assertThat(turn.meanMicros()).isEqualTo(400);
        assertThat(Percentiles.of(List.of(turn.times())).maxMicros()).isCloseTo(400, within(0.4));
        loop.run(() -> ticks.pass(2_000_000), ticks, 1_000_000);
        assertThat(loop.result().operations())
                .as("a turn discards the times of the previous one")
                .isEqualTo(1);
    }

    @Test
    void turnsOfSeveralJvmsAreAdded() {
        TimedTurn sum = TimedTurn.sum(List.of(
                new TimedTurn(2, 3000, histogram(List.of(1000L, 2000L))),
                new TimedTurn(1, 4000, histogram(List.of(4000L)))));
        assertThat(sum.operations()).isEqualTo(3);
        assertThat(sum.nanos()).isEqualTo(7000);
        assertThat(Percentiles.of(List.of(sum.times())).operations()).isEqualTo(3);
        assertThatThrownBy(() -> TimedTurn.of("TIMED 1 2")).isInstanceOf(NumberFormatException.class);
    }
}
