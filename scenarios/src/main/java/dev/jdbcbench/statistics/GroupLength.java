package dev.jdbcbench.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * For how long each JVM of a group is to measure: the optimum of T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM
 * 2013, for two levels: T² = overhead × λ / σ². Here λ is the long-run variance of a turn's difference times the seconds of a turn,
 * so that λ/T is what the noise of the turns adds to the variance of a group, and σ² is the variance between groups without it.
 *
 * @param seconds measured by each JVM of a group, 2 … 4
 * @param longRunVariance λ, in s; NaN where no group has four rounds
 * @param betweenGroups σ²; 0 where the noise of the turns explains all scatter of the groups, NaN for one group
 */
public record GroupLength(double seconds, double longRunVariance, double betweenGroups) {
    /** Fewer seconds hold too few turns to see a regime of the host. */
    public static final double SHORTEST = 2;

    /** The optimum is flat: more seconds cost more than they give. */
    public static final double LONGEST = 4;

    private static final int FEWEST_ROUNDS = 4;

    /**
     * The optimum for one contrast. The long-run variance is that of W. K. Newey and K. D. West ("A simple, positive semi-definite,
     * heteroskedasticity and autocorrelation consistent covariance matrix", Econometrica 55 (1987) 703–708), with Bartlett's weights up to a lag of √T of T
     * rounds, within groups, averaged over them. It sees too little of regimes that last longer than a group; those are in σ².
     *
     * @param differences for each group ln(cell / base) of each counted round
     * @param secondsOfTurn how long a turn is, above 0
     * @param overheadSeconds what a JVM costs before it counts: its start and its warm-up, above 0
     * @return {@link #LONGEST} where the groups do not scatter more than their turns explain, or nothing is known
     * @throws IllegalArgumentException if there is no group, or a duration is not positive
     */
    public static GroupLength of(List<double[]> differences, double secondsOfTurn, double overheadSeconds) {
        if (differences.isEmpty() || !(secondsOfTurn > 0) || !(overheadSeconds > 0)) {
            throw new IllegalArgumentException("an optimum needs groups and positive durations, not "
                    + differences.size() + ", " + secondsOfTurn + " s and " + overheadSeconds + " s");
        }
        double turn = differences.stream()
                .filter(d -> d.length >= FEWEST_ROUNDS)
                .mapToDouble(GroupLength::longRunVariance)
                .average()
                .orElse(Double.NaN);
        double lambda = turn * secondsOfTurn;
        double[] means = differences.stream()
                .filter(d -> d.length > 0)
                .mapToDouble(d -> Arrays.stream(d).average().orElseThrow())
                .toArray();
        if (means.length < 2) {
            return new GroupLength(LONGEST, lambda, Double.NaN);
        }
        double rounds = differences.stream().mapToInt(d -> d.length).average().orElseThrow();
        double error = LogMean.of(means).standardError();
        double between = Math.max(0, error * error * means.length - turn / rounds);
        double optimum = between > 0 ? Math.sqrt(overheadSeconds * lambda / between) : LONGEST;
        double seconds = Double.isNaN(optimum) ? LONGEST : Math.max(SHORTEST, Math.min(LONGEST, optimum));
        return new GroupLength(seconds, lambda, Double.isNaN(between) ? 0 : between);
    }

    /** γ₀ + 2 Σ (1 − k/(L + 1)) γₖ. */
    private static double longRunVariance(double[] d) {
        int lags = (int) Math.sqrt(d.length);
        double mean = Arrays.stream(d).average().orElseThrow();
        double sum = 0;
        for (int lag = 0; lag <= lags; lag++) {
            double covariance = 0;
            for (int i = lag; i < d.length; i++) {
                covariance += (d[i] - mean) * (d[i - lag] - mean) / d.length;
            }
            sum += (lag == 0 ? 1 : 2 * (1 - lag / (lags + 1.0))) * covariance;
        }
        return sum;
    }
}
