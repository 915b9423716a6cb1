package dev.jdbcbench.statistics.sample;

import java.util.OptionalInt;

/**
 * The knee of a load curve: the last number of threads up to which each further thread adds at least half of what the first
 * ones gave. Beyond it, throughput still grows, but threads mostly wait. A fit of Gunther's Universal Scalability Law would
 * need more points than a run has, and its parameters have wide intervals; this rule needs none.
 */
public final class Knee {
    /** Share of the first threads' throughput that an added thread must give. */
    public static final double SHARE = 0.5;

    private static final int FEWEST_POINTS = 3;

    private Knee() {}

    /**
     * Finds the knee.
     *
     * @param threads in ascending order
     * @param rates operations per second of all threads together, for each number of threads
     * @return the number of threads at the knee; empty if there is none up to the largest number, or with fewer than
     *     {@value #FEWEST_POINTS} points
     */
    public static OptionalInt of(int[] threads, double[] rates) {
        if (threads.length != rates.length) {
            throw new IllegalArgumentException(threads.length + " numbers of threads, and " + rates.length + " rates");
        }
        if (threads.length < FEWEST_POINTS) {
            return OptionalInt.empty();
        }
        double first = rates[0] / threads[0];
        for (int i = 1; i < threads.length; i++) {
            if (threads[i] <= threads[i - 1]) {
                throw new IllegalArgumentException("the numbers of threads do not ascend");
            }
            double added = (rates[i] - rates[i - 1]) / (threads[i] - threads[i - 1]);
            if (added < SHARE * first) {
                return OptionalInt.of(threads[i - 1]);
            }
        }
        return OptionalInt.empty();
    }
}
