package dev.jdbcbench.statistics.contrast;

import dev.jdbcbench.statistics.sample.LogMean;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Combined information from all contrasts of a run on how much a contrast scatters between groups: a scaled inverse χ²
 * distribution of variances (G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential expression in
 * microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004) article 3). With it, four groups
 * are worth as much as ten alone.
 *
 * @param degreesOfFreedom d₀: number of degrees of freedom that the other contrasts are worth; 0 for none, may be infinite
 * @param variance s₀², of samples on the log scale
 * @param most total degrees of freedom of the run, the upper limit for a contrast
 */
public record VariancePrior(double degreesOfFreedom, double variance, double most) {
    /** Uses only a contrast's own groups: Student's t. */
    public static final VariancePrior NONE = new VariancePrior(0, 1, Double.POSITIVE_INFINITY);

    /** With fewer contrasts, d₀ is mostly random, and often infinite by chance. */
    public static final int FEWEST_CONTRASTS = 8;

    /**
     * A contrast whose variance exceeds that of 95 % of its kind may be of a different kind; borrowing would understate its
     * variance.
     */
    private static final double OUTLIER = 0.05;

    /** The tails that Phipson et al. winsorise by default. */
    private static final double LOWER_TAIL = 0.05;

    private static final double UPPER_TAIL = 0.1;

    /** Above this limit, the distribution of variances cannot be distinguished from a single variance. */
    private static final double LARGEST = 1000;

    /**
     * Estimates by the moments of ln s²: its variance over the contrasts, minus the part explained by the contrasts' own
     * degrees of freedom, is ψ′(d₀/2). A variance of 0 counts as 10⁻⁵ of the median, as in limma.
     *
     * @param variances of the contrasts' samples
     * @param degreesOfFreedom of each; contrasts with none are ignored
     * @return {@link #NONE} with fewer than {@value #FEWEST_CONTRASTS} contrasts, or if half of them have no scatter
     */
    public static VariancePrior of(double[] variances, double[] degreesOfFreedom) {
        Sample sample = Sample.of(variances, degreesOfFreedom);
        if (!sample.suffices()) {
            return NONE;
        }
        int n = sample.logs.length;
        double[] e = new double[n];
        double explained = 0;
        for (int i = 0; i < n; i++) {
            double half = sample.degrees[i] / 2;
            e[i] = sample.logs[i] - Polygamma.digamma(half) + Math.log(half);
            explained += Polygamma.trigamma(half) / n;
        }
        double mean = Arrays.stream(e).average().orElseThrow();
        double rest = squares(e, mean) / (n - 1) - explained;
        if (!(rest > Polygamma.trigamma(LARGEST / 2))) {
            return new VariancePrior(Double.POSITIVE_INFINITY, Math.exp(mean), sample.total());
        }
        double half = Polygamma.trigammaInverse(rest);
        return new VariancePrior(2 * half, Math.exp(mean + Polygamma.digamma(half) - Math.log(half)), sample.total());
    }

    /**
     * Estimates robustly, for runs in which a few contrasts scatter much more than the others, following B. Phipson et al.,
     * "Robust hyperparameter estimation protects against hypervariable genes", Annals of Applied Statistics 10 (2016) 946–963.
     * The lowest 5 % and the highest 10 % of ln s² are winsorised, and d₀ and s₀² are those whose F distribution has the same
     * winsorised variance and mean, by numerical integration.
     *
     * <p>To keep d₀ conservative, the variance of ln s² is increased by one standard error (of a normal sample). A run has
     * dozens of contrasts, not thousands of genes, and if d₀ is too large by chance, all intervals of the run are too narrow at
     * once.
     */
    public static VariancePrior robust(double[] variances, double[] degreesOfFreedom) {
        Sample sample = Sample.of(variances, degreesOfFreedom);
        if (!sample.suffices()) {
            return NONE;
        }
        int n = sample.logs.length;
        double[] sorted = sample.logs.clone();
        Arrays.sort(sorted);
        double low = Summary.quantile(sorted, LOWER_TAIL);
        double high = Summary.quantile(sorted, 1 - UPPER_TAIL);
        double[] clipped =
                Arrays.stream(sorted).map(z -> Math.max(low, Math.min(high, z))).toArray();
        double mean = Arrays.stream(clipped).average().orElseThrow();
        double variance = squares(clipped, mean) / (n - 1) * (1 + Math.sqrt(2.0 / (n - 1)));
        Moments single = Moments.of(sample.degrees, Double.POSITIVE_INFINITY);
        if (variance <= Moments.of(sample.degrees, LARGEST).variance) {
            return new VariancePrior(Double.POSITIVE_INFINITY, Math.exp(mean - single.mean), sample.total());
        }
        double below = Math.log(0.1);
        double above = Math.log(LARGEST);
        for (int step = 0; step < 14; step++) {
            double middle = (below + above) / 2;
            if (Moments.of(sample.degrees, Math.exp(middle)).variance > variance) {
                below = middle;
            } else {
                above = middle;
            }
        }
        double prior = Math.exp((below + above) / 2);
        return new VariancePrior(prior, Math.exp(mean - Moments.of(sample.degrees, prior).mean), sample.total());
    }

    /**
     * The estimate from a contrast's samples, with the variance s̃² = (d₀ s₀² + ν s²) / (d₀ + ν) and ν + d₀ degrees of freedom.
     * A contrast that scatters more than the others, beyond 95 % of their F distribution, keeps its own variance. A single
     * sample gets no interval, because it would be entirely borrowed.
     *
     * @param samples ln ratio for each group, at least one
     * @throws IllegalArgumentException if there is none, or one is not finite
     */
    public LogRatio moderate(double[] samples) {
        int n = samples.length;
        if (n == 0) {
            throw new IllegalArgumentException("no group, no contrast");
        }
        for (double sample : samples) {
            if (!Double.isFinite(sample)) {
                throw new IllegalArgumentException("a sample of a ratio's logarithm must be finite, not " + sample);
            }
        }
        LogMean own = LogMean.of(samples);
        if (n == 1) {
            return new LogRatio(own.mean(), Double.POSITIVE_INFINITY, 0, 1);
        }
        double ownVariance = own.standardError() * own.standardError() * n;
        double nu = n - 1;
        if (degreesOfFreedom == 0 || tail(ownVariance / variance, nu) < OUTLIER) {
            return new LogRatio(own.mean(), own.standardError(), nu, n);
        }
        double moderated = Double.isInfinite(degreesOfFreedom)
                ? variance
                : (degreesOfFreedom * variance + nu * ownVariance) / (degreesOfFreedom + nu);
        double total = Math.max(nu, Math.min(nu + degreesOfFreedom, most));
        return new LogRatio(own.mean(), Math.sqrt(moderated / n), total, n);
    }

    private double tail(double f, double nu) {
        return Double.isInfinite(degreesOfFreedom)
                ? ChiSquaredDistribution.of(nu).survivalProbability(nu * f)
                : FDistribution.of(nu, degreesOfFreedom).survivalProbability(f);
    }

    private static double squares(double[] values, double mean) {
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    }

    /** ln s² of the contrasts that have degrees of freedom, and those degrees of freedom. */
    private static final class Sample {
        private static final double LEAST_OF_MEDIAN = 1e-5;

        final double[] logs;
        final double[] degrees;

        private Sample(double[] logs, double[] degrees) {
            this.logs = logs;
            this.degrees = degrees;
        }

        static Sample of(double[] variances, double[] degreesOfFreedom) {
            if (variances.length != degreesOfFreedom.length) {
                throw new IllegalArgumentException(
                        variances.length + " variances with " + degreesOfFreedom.length + " degrees of freedom");
            }
            int[] kept = IntStream.range(0, variances.length)
                    .filter(i -> degreesOfFreedom[i] >= 1)
                    .toArray();
            double[] positive =
                    Arrays.stream(kept).mapToDouble(i -> variances[i]).sorted().toArray();
            double least = kept.length == 0 ? 0 : LEAST_OF_MEDIAN * Summary.quantile(positive, 0.5);
            return new Sample(
                    Arrays.stream(kept)
                            .mapToDouble(i -> Math.log(Math.max(least, variances[i])))
                            .toArray(),
                    Arrays.stream(kept).mapToDouble(i -> degreesOfFreedom[i]).toArray());
        }

        boolean suffices() {
            return logs.length >= FEWEST_CONTRASTS && Arrays.stream(logs).allMatch(Double::isFinite);
        }

        double total() {
            return Arrays.stream(degrees).sum();
        }
    }

    /** Mean and variance of ln F, winsorised, for a mixture of contrasts with these degrees of freedom. */
    private record Moments(double mean, double variance) {
        private static final double FROM = -14;
        private static final double TO = 10;
        private static final int STEPS = 240;

        /** eˣ − 1 at each step. */
        private static final double[] EXPM1 =
                IntStream.range(0, STEPS).mapToDouble(i -> Math.expm1(at(i))).toArray();

        static Moments of(double[] degrees, double prior) {
            double[] density = new double[STEPS];
            double[] distinct = Arrays.stream(degrees).distinct().toArray();
            for (double nu : distinct) {
                double share = Arrays.stream(degrees).filter(d -> d == nu).count() / (double) degrees.length;
                double[] one = new double[STEPS];
                double sum = 0;
                for (int i = 0; i < STEPS; i++) {
                    one[i] = Math.exp(logDensity(i, nu, prior));
                    sum += one[i];
                }
                for (int i = 0; i < STEPS; i++) {
                    density[i] += share * one[i] / sum;
                }
            }
            return winsorised(density);
        }

        private static double at(double i) {
            return FROM + (i + 0.5) * (TO - FROM) / STEPS;
        }

        /** Up to a constant: 0 at 0, so it neither overflows nor vanishes. */
        private static double logDensity(int step, double nu, double prior) {
            double x = at(step);
            return Double.isInfinite(prior)
                    ? nu / 2 * (x - EXPM1[step])
                    : nu / 2 * x - (nu + prior) / 2 * Math.log1p(nu * EXPM1[step] / (nu + prior));
        }

        private static Moments winsorised(double[] density) {
            double low = quantile(density, LOWER_TAIL);
            double high = quantile(density, 1 - UPPER_TAIL);
            double mean = 0;
            double square = 0;
            for (int i = 0; i < density.length; i++) {
                double x = Math.max(low, Math.min(high, at(i)));
                mean += density[i] * x;
                square += density[i] * x * x;
            }
            return new Moments(mean, square - mean * mean);
        }

        private static double quantile(double[] density, double share) {
            double sum = 0;
            for (int i = 0; i < density.length; i++) {
                if (sum + density[i] >= share) {
                    return at(i - 0.5 + (share - sum) / density[i]);
                }
                sum += density[i];
            }
            return TO;
        }
    }
}
