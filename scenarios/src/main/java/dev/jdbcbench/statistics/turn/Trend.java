package dev.jdbcbench.statistics.turn;

import dev.jdbcbench.statistics.sample.LogMean;
import java.util.List;

/**
 * Whether a cell is still getting faster while it is measured, tested over its groups: δ = ln(mean of the third quarter of the
 * counted turns) − ln(mean of the fourth). A slow regime of the host makes a single δ large, but with either sign.
 *
 * @param mean δ̄ over the groups
 * @param lower δ̄ − 1.65 s/√n: approximate lower limit of a one-sided 95 % interval; minus infinity for one group
 * @param groups number of groups with at least eight counted rounds
 */
public record Trend(double mean, double lower, int groups) {
    /** A JVM that gets faster by more than 2 % between the last two quarters has not settled. */
    public static final double LIMIT = 0.02;

    private static final double QUANTILE = 1.65;
    private static final int FEWEST_ROUNDS = 8;
    private static final int FEWEST_GROUPS = 3;

    /** The trend of a cell; groups with fewer than eight counted rounds are ignored. */
    public static Trend of(List<Group> groups, int cell) {
        double[] deltas = groups.stream()
                .filter(group -> group.rounds().size() >= FEWEST_ROUNDS)
                .mapToDouble(group -> {
                    int n = group.rounds().size();
                    return Math.log(mean(group, cell, n / 2, n / 2 + n / 4) / mean(group, cell, n - n / 4, n));
                })
                .toArray();
        if (deltas.length == 0) {
            return new Trend(0, Double.NEGATIVE_INFINITY, 0);
        }
        LogMean mean = LogMean.of(deltas);
        return new Trend(mean.mean(), mean.mean() - QUANTILE * mean.standardError(), deltas.length);
    }

    /** Whether to mark the cell as not settled; never with fewer than three groups. */
    public boolean notSettled() {
        return groups >= FEWEST_GROUPS && lower > LIMIT;
    }

    private static double mean(Group group, int cell, int from, int to) {
        return group.rounds().subList(from, to).stream()
                .mapToDouble(round -> round.turns().get(cell).meanMicros())
                .average()
                .orElseThrow();
    }
}
