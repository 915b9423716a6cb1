package dev.jdbcbench.statistics;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which cells of a row may be the fastest: multiple comparisons with the best (J. C. Hsu, "Constrained simultaneous confidence
 * intervals for multiple comparisons with the best", Annals of Statistics 12 (1984) 1136–1144). Each cell is compared with the
 * best of the others only, so a row of k cells costs k − 1 comparisons and not k (k − 1)/2.
 *
 * @param candidates the cells that may be the fastest; the risk that the fastest is missing is at most 5 %
 * @param toBestOfOthers for each cell the simultaneous 95 % interval of its time relative to the fastest of the others. It
 *     contains 1 or ends there: 1 is the lower limit for a cell that is not the fastest, and the upper limit for the only
 *     candidate
 */
public record Fastest(List<Integer> candidates, List<Interval> toBestOfOthers) {
    private static final double SIGNIFICANCE = 0.05;

    public Fastest {
        candidates = List.copyOf(candidates);
        toBestOfOthers = List.copyOf(toBestOfOthers);
    }

    /** The contrasts of a row. */
    @FunctionalInterface
    public interface Contrasts {
        /** ln(time of {@code cell} / time of {@code base}). */
        LogRatio of(int cell, int base);
    }

    /**
     * Finds the candidates of a row. The critical value is that of the one-sided Dunnett test for k − 1 comparisons, by Šidák's
     * inequality: the t quantile of (1 − 0.05)^(1/(k − 1)), for each contrast with its own standard error and degrees of
     * freedom. It is exact for two cells and otherwise conservative, because contrasts with a common cell are positively
     * correlated.
     *
     * @param cells at least 2
     * @param contrasts of any two of them
     * @throws IllegalArgumentException if there are fewer cells
     */
    public static Fastest of(int cells, Contrasts contrasts) {
        if (cells < 2) {
            throw new IllegalArgumentException("nothing to compare in a row of " + cells);
        }
        double level = 2 * Math.pow(1 - SIGNIFICANCE, 1.0 / (cells - 1)) - 1;
        Interval[][] intervals = new Interval[cells][cells];
        for (int cell = 0; cell < cells; cell++) {
            for (int base = 0; base < cells; base++) {
                intervals[cell][base] = base == cell
                        ? new Interval(0, 0, level)
                        : contrasts.of(cell, base).interval(level);
            }
        }
        double[] low = IntStream.range(0, cells)
                .mapToDouble(cell -> others(cells, cell)
                        .mapToDouble(base -> intervals[cell][base].low())
                        .max()
                        .orElseThrow())
                .toArray();
        List<Integer> candidates =
                IntStream.range(0, cells).filter(cell -> low[cell] <= 1).boxed().toList();
        List<Interval> toBest = IntStream.range(0, cells)
                .mapToObj(cell -> new Interval(
                        Math.min(1, low[cell]),
                        Math.max(
                                1,
                                others(cells, cell)
                                        .filter(candidates::contains)
                                        .mapToDouble(base -> intervals[cell][base].high())
                                        .max()
                                        .orElse(1)),
                        1 - SIGNIFICANCE))
                .toList();
        return new Fastest(candidates, toBest);
    }

    private static IntStream others(int cells, int cell) {
        return IntStream.range(0, cells).filter(other -> other != cell);
    }
}
