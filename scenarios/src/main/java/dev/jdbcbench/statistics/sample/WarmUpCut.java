package dev.jdbcbench.statistics.sample;

/**
 * Finds the number of warm-up iterations at the start of a fork that ran alone; groups have the agent's WarmUp. The rule is
 * MSER of K. P. White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69 (1997) 323–334.
 */
public final class WarmUpCut {
    /** Minimum number of forks to report that a cell does not settle. */
    public static final int FEWEST_TO_SETTLE = 3;

    /** A single iteration has no standard error. */
    private static final int FEWEST_LEFT = 2;

    /** A single fork is cut late by chance too often. */
    private static final int FEWEST_LATE = 2;

    private WarmUpCut() {}

    /**
     * The number of leading iterations to cut: the d ≤ 2I/3 that minimises the squared standard error of the remaining ones,
     * Σ(xᵢ − x̄)² / (I − d)² over i &gt; d. The smallest such d wins a tie. At least two iterations remain, because one has no
     * error.
     *
     * @param iterations in the order of measurement, at least one
     * @return 0 … ⌊2I/3⌋
     */
    public static int of(double[] iterations) {
        if (iterations.length == 0) {
            throw new IllegalArgumentException("a fork without iterations has no warm-up");
        }
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        int most = Math.max(0, Math.min(iterations.length * 2 / 3, iterations.length - FEWEST_LEFT));
        for (int cut = 0; cut <= most; cut++) {
            int rest = iterations.length - cut;
            double mean = mean(iterations, cut);
            double squares = 0;
            for (int i = cut; i < iterations.length; i++) {
                squares += (iterations[i] - mean) * (iterations[i] - mean);
            }
            double squaredError = squares / ((double) rest * rest);
            if (squaredError < least) {
                least = squaredError;
                best = cut;
            }
        }
        return best;
    }

    /**
     * Whether the cut leaves more than half of the fork: false when it falls in the second half, that is when {@code cut} is at
     * least half of {@code iterations} (12 of 24, 13 of 25). A cut that late indicates that the fork may not have reached its
     * steady state, or never does.
     *
     * @param cut the result of {@link #of}
     * @param iterations total number of iterations of the fork
     */
    public static boolean settled(int cut, int iterations) {
        return 2 * cut < iterations;
    }

    /**
     * Whether a cell settles: false when it has at least {@value #FEWEST_TO_SETTLE} forks and at least a third of them, and at
     * least {@value #FEWEST_LATE}, are late.
     *
     * @param late number of forks for which {@link #settled} is false
     * @param forks total number of forks of the cell
     */
    public static boolean cellSettles(int late, int forks) {
        return forks < FEWEST_TO_SETTLE || late < FEWEST_LATE || 3 * late < forks;
    }

    /** The arithmetic mean of the iterations, without the first {@code cut}. */
    public static double mean(double[] iterations, int cut) {
        double sum = 0;
        for (int i = cut; i < iterations.length; i++) {
            sum += iterations[i];
        }
        return sum / (iterations.length - cut);
    }
}
