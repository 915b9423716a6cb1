package dev.jdbcbench.statistics;

/**
 * Finds how many of a fork's first iterations belong to its warm-up: the rule MSER of K. P. White, "An effective truncation
 * heuristic for bias reduction in simulation output", Simulation 69 (1997) 323–334.
 */
public final class WarmupCut {
    /** Before so many forks nobody can say that a cell does not settle. */
    public static final int FEWEST_TO_SETTLE = 3;

    /** A single iteration has no standard error. */
    private static final int FEWEST_LEFT = 2;

    /** One fork is cut late by chance too often. */
    private static final int FEWEST_LATE = 2;

    private WarmupCut() {}

    /**
     * The number of leading iterations to leave out: the d ≤ 2I/3 that minimises the squared standard error of what remains,
     * Σ(xᵢ − x̄)² / (I − d)² over i &gt; d. The smallest such d wins a tie. Two iterations remain at least, for one has no error.
     *
     * @param iterations in the order in which they were measured, at least one
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
     * Whether the cut leaves more than half of the fork: false when it falls in the last half, that is when {@code cut} is at least half
     * of {@code iterations} (12 of 24, 13 of 25). So late a cut says that the fork may not have reached its steady state, or that it never
     * does.
     *
     * @param cut as {@link #of} returns it
     * @param iterations of the fork, those before the cut included
     */
    public static boolean settled(int cut, int iterations) {
        return 2 * cut < iterations;
    }

    /**
     * Whether a cell settles: false when it has {@value #FEWEST_TO_SETTLE} forks at least and a third of them, {@value #FEWEST_LATE} at
     * least, are late.
     *
     * @param late forks of which {@link #settled} is false
     * @param forks all of the cell
     */
    public static boolean cellSettles(int late, int forks) {
        return forks < FEWEST_TO_SETTLE || late < FEWEST_LATE || 3 * late < forks;
    }

    /** The arithmetic mean of the iterations from {@code cut} on. */
    public static double mean(double[] iterations, int cut) {
        double sum = 0;
        for (int i = cut; i < iterations.length; i++) {
            sum += iterations[i];
        }
        return sum / (iterations.length - cut);
    }
}
