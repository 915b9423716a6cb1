package dev.jdbcbench.statistics.contrast;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjusts p values for the number of comparisons: the step-down rule of S. Holm, "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6 (1979) 65–70. It is valid for any dependence between the comparisons.
 */
public final class Holm {
    private Holm() {}

    /**
     * For the i-th smallest of m p values, max over j ≤ i of min(1, (m − j + 1) p₍ⱼ₎). Comparisons with an adjusted value below
     * 0.05 are significant; the risk that any of them is a false positive is at most 5 %.
     *
     * @param pValues 0 … 1 each, may be empty
     * @return the adjusted values in the order of the input
     * @throws IllegalArgumentException if a value is not between 0 and 1
     */
    public static double[] adjusted(double[] pValues) {
        for (double p : pValues) {
            if (!(p >= 0 && p <= 1)) {
                throw new IllegalArgumentException("a p value is between 0 and 1, not " + p);
            }
        }
        int[] smallestFirst = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[pValues.length];
        double previous = 0;
        for (int rank = 0; rank < smallestFirst.length; rank++) {
            int i = smallestFirst[rank];
            previous = Math.max(previous, Math.min(1, (pValues.length - rank) * pValues[i]));
            adjusted[i] = previous;
        }
        return adjusted;
    }
}
