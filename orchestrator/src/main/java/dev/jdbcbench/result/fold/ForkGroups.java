package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.next.Forks;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.CellResult.BimodalEvidence;
import dev.jdbcbench.result.CellResult.Cause;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.sample.Bimodality;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Looks for the cause of two groups of forks. Pure. */
final class ForkGroups {
    /** Metrics that differ between JVMs when the JIT compiler took different decisions; both are nearly free of noise. */
    private static final List<String> JVM_METRICS = List.of("gc.alloc.rate.norm", "code.size");

    /** Smaller relative differences of the medians cannot be the cause. */
    private static final double LEAST_DIFFERENCE = 0.01;

    /** The neighbours of slow forks count as slow when they lose at least this share of what the slow forks lose. */
    private static final double SHARE_OF_NEIGHBOURS = 0.5;

    private final Plan plan;
    private final List<ForkFinished> inTime = new ArrayList<>();
    private final Map<String, Double> usual = new HashMap<>();

    ForkGroups(Plan plan, History history, List<Event> events) {
        this.plan = plan;
        Set<ForkFinished> counted = new HashSet<>();
        for (Cell cell : plan.measured()) {
            List<ForkFinished> forks = history.forks().of(cell.key());
            counted.addAll(forks);
            if (!forks.isEmpty()) {
                usual.put(
                        cell.key(),
                        Summary.median(forks.stream().map(this::logarithm).toList()));
            }
        }
        // Forks run one at a time and log an event when they end.
        Event.facts(events, ForkFinished.class).stream()
                .filter(counted::contains)
                .forEach(inTime::add);
    }

    private double logarithm(ForkFinished fork) {
        return Math.log(Forks.score(plan.profile(), fork));
    }

    /** @param forks of the cell, in time order */
    BimodalEvidence of(Bimodality two, List<ForkFinished> forks) {
        int n = forks.size();
        int slower = (int) Math.round(two.slowerShare() * n);
        double[] sorted = forks.stream().mapToDouble(this::logarithm).sorted().toArray();
        double firstOfSlower = sorted[n - slower];
        List<ForkFinished> slow =
                forks.stream().filter(fork -> logarithm(fork) >= firstOfSlower).toList();
        List<ForkFinished> fast =
                forks.stream().filter(fork -> logarithm(fork) < firstOfSlower).toList();
        Cause cause = Cause.UNKNOWN;
        if (JVM_METRICS.stream().anyMatch(name -> differ(name, slow, fast))) {
            cause = Cause.JVM;
        } else if (neighboursAreSlow(two, slow, fast)) {
            cause = Cause.HOST;
        }
        return new BimodalEvidence(chanceOfAStretch(n, Math.min(slower, n - slower)), cause);
    }

    /**
     * The probability that k of n forks are consecutive if their order is random: (n − k + 1)/C(n, k), where C(n, k) is the
     * number of combinations. With two equal groups either may be consecutive: 2 k of the combinations.
     */
    static double chanceOfAStretch(int n, int k) {
        double choices = 1;
        for (int i = 1; i <= k; i++) {
            choices *= (n - k + i) / (double) i;
        }
        return (2 * k == n ? 2 * k : n - k + 1) / choices;
    }

    /** Whether all forks of one group have a higher value than all forks of the other. */
    private static boolean differ(String name, List<ForkFinished> slow, List<ForkFinished> fast) {
        double[] ofSlow = last(name, slow);
        double[] ofFast = last(name, fast);
        if (ofSlow.length < slow.size() || ofFast.length < fast.size()) {
            return false;
        }
        double one = Summary.of(ofSlow).median();
        double other = Summary.of(ofFast).median();
        boolean apart = min(ofSlow) > max(ofFast) || min(ofFast) > max(ofSlow);
        return apart && Math.abs(one - other) > LEAST_DIFFERENCE * Math.min(Math.abs(one), Math.abs(other));
    }

    private static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    private static double[] last(String name, List<ForkFinished> forks) {
        return forks.stream()
                .flatMap(fork -> Optional.ofNullable(fork.secondary().get(name)).stream())
                .map(Secondary::values)
                .filter(values -> !values.isEmpty())
                .mapToDouble(values -> values.get(values.size() - 1))
                .toArray();
    }

    private boolean neighboursAreSlow(Bimodality two, List<ForkFinished> slow, List<ForkFinished> fast) {
        if (!plan.profile().interleaved()) {
            return false; // their times are unknown
        }
        OptionalDouble ofSlow = neighbours(slow);
        OptionalDouble ofFast = neighbours(fast);
        double gap = Math.log(two.slowerScore() / two.fasterScore());
        return ofSlow.isPresent()
                && ofFast.isPresent()
                && ofSlow.getAsDouble() - ofFast.getAsDouble() >= SHARE_OF_NEIGHBOURS * gap;
    }

    /** How much slower than usual the forks of other cells just before and after these were: the median, as a logarithm. */
    private OptionalDouble neighbours(List<ForkFinished> forks) {
        List<Double> slowness = new ArrayList<>();
        for (ForkFinished fork : forks) {
            int at = inTime.indexOf(fork);
            for (int neighbour : new int[] {at - 1, at + 1}) {
                if (at >= 0 && neighbour >= 0 && neighbour < inTime.size()) {
                    ForkFinished other = inTime.get(neighbour);
                    Double normal = usual.get(other.cell());
                    if (!other.cell().equals(fork.cell()) && normal != null) {
                        slowness.add(logarithm(other) - normal);
                    }
                }
            }
        }
        return slowness.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(slowness));
    }
}
