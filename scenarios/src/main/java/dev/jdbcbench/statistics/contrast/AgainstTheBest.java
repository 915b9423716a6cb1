package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.LogMean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares cells with the fastest of them only, which is what "the fastest is A" claims: k − 1 comparisons instead of k (k −
 * 1)/2. The intervals are simultaneous, and valid even though the best is known only from the same data (D. G. Edwards, J. C.
 * Hsu, "Multiple comparisons with the best treatment", Journal of the American Statistical Association 78 (1983) 965–971).
 *
 * <p>The critical value is that of Dunnett's two-sided test (C. W. Dunnett, Journal of the American Statistical Association 50
 * (1955) 1096–1121): that of the maximum of k − 1 values of Student's t with correlation ½. Each comparison has its own
 * standard error and degrees of freedom, because drivers scatter differently (M. Hasler, L. A. Hothorn, "Multiple contrast
 * tests in the presence of heteroscedasticity", Biometrical Journal 50 (2008) 793–800). The correlation ½ is exact if all cells
 * have the same scatter, otherwise an approximation. With one comparison it is the t test.
 */
public final class AgainstTheBest {
    private static final double CONFIDENCE = LogMean.CONFIDENCE;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double ROOT_2 = Math.sqrt(2);

    /** The trapezoidal rule converges so fast for a normal density that this step leaves an error below 1e-9. */
    private static final double STEP = 0.25;

    private static final double FARTHEST = 6.5;
    private static final int SCALES = 80;
    private static final int HALVINGS = 40;
    private static final double LARGEST_T = 1e4;
    private static final Map<Double, Map<Integer, Double>> QUANTILES = new ConcurrentHashMap<>();

    private AgainstTheBest() {}

    /**
     * A cell relative to the best one, from blocks that have both.
     *
     * @param logDifferences ln(cell's score) − ln(best score) for each block, at least one, finite
     * @param others number of cells compared with the best one, including this one, at least 1
     * @return the ratio with its simultaneous 95 % interval, and a p value adjusted for all others
     */
    public static Contrast paired(double[] logDifferences, int others) {
        LogMean mean = LogMean.of(logDifferences);
        return of(mean.mean(), mean.standardError(), mean.n() - 1.0, mean.n(), others);
    }

    /**
     * A cell relative to the best one where forks are not paired, with the standard error and degrees of freedom of Welch's
     * test.
     *
     * @param logScores ln of the cell's fork scores, at least one, finite
     * @param bestLogScores ln of the best cell's fork scores
     */
    public static Contrast unpaired(double[] logScores, double[] bestLogScores, int others) {
        LogMean cell = LogMean.of(logScores);
        LogMean best = LogMean.of(bestLogScores);
        double one = cell.standardError() * cell.standardError();
        double other = best.standardError() * best.standardError();
        double freedom = (one + other) * (one + other) / (one * one / (cell.n() - 1) + other * other / (best.n() - 1));
        return of(cell.mean() - best.mean(), Math.sqrt(one + other), freedom, Math.min(cell.n(), best.n()), others);
    }

    private static Contrast of(double mean, double error, double freedom, int blocks, int others) {
        if (others < 1) {
            throw new IllegalArgumentException("compared with the best one are at least one other, not " + others);
        }
        if (blocks == 1) {
            return new Contrast(Math.exp(mean), 0, Double.POSITIVE_INFINITY, 1, 1);
        }
        if (error == 0) {
            return new Contrast(Math.exp(mean), Math.exp(mean), Math.exp(mean), mean == 0 ? 1 : 0, blocks);
        }
        double half = quantile(freedom, others) * error;
        return new Contrast(
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                pValue(Math.abs(mean) / error, freedom, others),
                blocks);
    }

    /** The probability that the maximum of {@code others} values |t| with correlation ½ exceeds {@code t}. */
    public static double pValue(double t, double freedom, int others) {
        if (others == 1) {
            return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t));
        }
        // Given s, the ratio of the estimated to the true standard deviation, and the best cell's mean z, the values
        // are independent.
        ChiSquaredDistribution chiSquared = ChiSquaredDistribution.of(freedom);
        double largest = 1 + 7 / Math.sqrt(freedom);
        double smallest = Math.max(0, 1 - 7 / Math.sqrt(2 * freedom));
        double step = (largest - smallest) / SCALES;
        double inside = 0;
        double all = 0;
        for (int i = 0; i < SCALES; i++) {
            double s = smallest + (i + 0.5) * step;
            double density = s * chiSquared.density(freedom * s * s);
            all += density;
            inside += density * normal(ROOT_2 * s * t, others);
        }
        return Math.min(1, Math.max(0, 1 - inside / all));
    }

    private static double normal(double bound, int others) {
        double sum = 0;
        for (double z = -FARTHEST; z <= FARTHEST; z += STEP) {
            double inside = NORMAL.cumulativeProbability(z + bound) - NORMAL.cumulativeProbability(z - bound);
            sum += NORMAL.density(z) * Math.pow(inside, others);
        }
        return sum * STEP;
    }

    /** The value that the maximum |t| exceeds with a probability of 5 %. */
    static double quantile(double freedom, int others) {
        return QUANTILES
                .computeIfAbsent(freedom, key -> new ConcurrentHashMap<>())
                .computeIfAbsent(others, key -> searched(freedom, others));
    }

    private static double searched(double freedom, int others) {
        if (others == 1) {
            return TDistribution.of(freedom).inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
        }
        double low = 0;
        double high = 1;
        while (pValue(high, freedom, others) > 1 - CONFIDENCE && high < LARGEST_T) {
            low = high;
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (pValue(middle, freedom, others) > 1 - CONFIDENCE) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
