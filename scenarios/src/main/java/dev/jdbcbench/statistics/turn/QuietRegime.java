package dev.jdbcbench.statistics.turn;

import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The contrasts of a row as they would be on a quiet host: an analysis of covariance whose covariate is the current slowness of
 * the host. A slow regime of the host affects drivers differently, so the plain ratio depends on how much of the time it was
 * slow.
 *
 * <p>For each round, s is the mean of ln time over the <em>other</em> cells of the row, and d = ln time of the cell − ln time
 * of its base. The two cells themselves cannot show how slow the host is: a JVM has slow phases of its own, which would enter
 * both s and d, and equal drivers would seem to be affected differently. In a row of two cells nothing is adjusted. A turn with
 * few operations is noisy, so the slope of d on s is estimated with an instrument z, the mean of s in the rounds before and
 * after: γ = Σ z d / Σ z s, over all rounds of the row with two real neighbours, everything centred within groups. A group then
 * has d* = d̄ − γ (s̄ − s*), where s* is the 20 % quantile of the means of s over {@value #STRETCHES} stretches of each group.
 * Single rounds scatter by themselves: their quantile would be below any slowness that the host really has. Interval and test
 * come from a jackknife that leaves out one group at a time and estimates γ and s* again (B. Efron, C. Stein, "The jackknife
 * estimate of variance", Annals of Statistics 9 (1981) 586–596). If s* were treated as known, and the cells' sensitivities
 * differed by a factor of two, the intervals would cover the true value in only 88 % of cases.
 *
 * <p>A slope that is barely larger than its error would widen an interval more than it corrects. So the samples move only part
 * of the way from the plain to the adjusted ones: w = max(0, 1 − SE² / γ²), the positive part of the estimator of W. James and
 * C. Stein ("Estimation with quadratic loss", Proc. 4th Berkeley Symposium 1 (1961) 361–379). SE is the error of γ over the
 * rounds, robust against their autocorrelation: W. Newey, K. West, Econometrica 55 (1987) 703–708, with as many lags as a fifth
 * of a group's rounds, at most {@value #MOST_LAGS}. A JVM may have a slope of its own: if the jackknife over the groups gives a
 * significantly larger error (χ² test, {@value #DIFFERENT_SLOPES}), that one is used.
 *
 * <p>The slope comes from within the groups, and the groups themselves can contradict it: d̄ − wγ s̄ should scatter less between
 * groups than d̄, or hardly more. If it scatters significantly more (F test, {@value #CONTRADICTION}), the plain samples are used.
 *
 * <p>γ is 0 if the rounds cannot determine it. They can if neighbouring rounds resemble each other (Σ z s > 0) and the F
 * statistic of s on its instrument is at least {@value #LEAST_F}, the limit of D. Staiger and J. Stock ("Instrumental variables
 * regression with weak instruments", Econometrica 65 (1997) 557–586). If the groups that the jackknife
 * leaves cannot determine it, they use the slope of all groups, because they are no evidence that it is 0.
 */
public final class QuietRegime {
    /** Quantile of the slowness that defines the quiet regime for which contrasts are given. */
    static final double QUIET = 0.2;

    private static final double LEAST_F = 10;

    /** Significance of the test whether the slope increases the scatter between groups. */
    private static final double CONTRADICTION = 0.1;

    /** A variance below this is only rounding. */
    private static final double ROUNDING = 1e-18;

    /** More than half a second for a row with several cells; slow phases hardly change within that time. */
    private static final int MOST_LAGS = 8;

    private static final int ROUNDS_PER_LAG = 5;

    /** Significance of the test whether slopes differ between groups. */
    private static final double DIFFERENT_SLOPES = 0.05;

    /** Two groups hardly show how much a slope differs between them. */
    private static final int FEWEST_GROUPS = 3;

    /** As many as a group has tenths of a second for each cell, or rounds if there are fewer. */
    private static final int STRETCHES = 20;

    private final List<Series> groups;

    private QuietRegime(List<Series> groups) {
        this.groups = groups;
    }

    /** The rounds of a group as logarithms, which all contrasts of the row need. */
    private static final class Series {
        /** The ln time for each cell and round. */
        final double[][] times;

        /** The ln score for each cell. */
        final double[] scores;

        /** For each round, whether it has both neighbours, with no dropped round in between. */
        final boolean[] inner;

        Series(Group group) {
            List<Round> rounds = group.rounds();
            times = new double[group.cells()][rounds.size()];
            scores = new double[group.cells()];
            for (int cell = 0; cell < scores.length; cell++) {
                scores[cell] = Math.log(group.score(cell));
                for (int r = 0; r < rounds.size(); r++) {
                    times[cell][r] = Math.log(rounds.get(r).turns().get(cell).meanMicros());
                }
            }
            inner = new boolean[rounds.size()];
            for (int r = 1; r < inner.length - 1; r++) {
                inner[r] = rounds.get(r - 1).precedes(rounds.get(r))
                        && rounds.get(r).precedes(rounds.get(r + 1));
            }
        }

        int cells() {
            return scores.length;
        }

        int rounds() {
            return inner.length;
        }

        /** For each round, the mean ln time of these cells. */
        double[] slowness(int[] cells) {
            double[] means = new double[rounds()];
            for (int cell : cells) {
                for (int r = 0; r < means.length; r++) {
                    means[r] += times[cell][r] / cells.length;
                }
            }
            return means;
        }

        /** For each round, ln(time of the cell / time of the base). */
        double[] differences(int cell, int base) {
            double[] differences = new double[rounds()];
            for (int r = 0; r < differences.length; r++) {
                differences[r] = times[cell][r] - times[base][r];
            }
            return differences;
        }
    }

    /** The slowness of the host, as measured by some cells of the row. */
    private static final class Host {
        /** For each group, the mean ln time of these cells in each round, and the mean over the rounds. */
        private final double[][] slowness;

        private final double[] meanSlowness;

        /** s* of the row with each group left out. */
        private final double[] quietWithout;

        private final double quiet;

        Host(double[][] slowness) {
            this.slowness = slowness;
            this.meanSlowness =
                    Arrays.stream(slowness).mapToDouble(QuietRegime::mean).toArray();
            List<Moment> sorted = sorted(slowness);
            this.quiet = quantile(sorted, -1);
            this.quietWithout = IntStream.range(0, slowness.length)
                    .mapToDouble(left -> slowness.length == 1 ? quiet : quantile(sorted, left))
                    .toArray();
        }

        /** Tukey's n θ − (n − 1) θ₍₋f₎, shifted so that their mean is θ. */
        double[] pseudoValues(Sums[] sums, double[] means) {
            int n = means.length;
            double whole = estimate(sums, means, -1);
            if (n == 1) {
                return new double[] {whole};
            }
            double[] without = IntStream.range(0, n)
                    .mapToDouble(group -> estimate(sums, means, group))
                    .toArray();
            double mean = Arrays.stream(without).average().orElseThrow();
            return Arrays.stream(without)
                    .map(left -> whole + (n - 1) * (mean - left))
                    .toArray();
        }

        /** Whether this slope makes the groups' mean differences scatter significantly more than they do without it. */
        boolean contradicts(double gamma, double[] means) {
            double[] along = IntStream.range(0, means.length)
                    .mapToDouble(group -> means[group] - gamma * meanSlowness[group])
                    .toArray();
            double scatter = Summary.variance(along);
            if (!(scatter > ROUNDING)) {
                return false; // also for a single group
            }
            double without = Summary.variance(means);
            int degrees = means.length - 1;
            return without == 0
                    || FDistribution.of(degrees, degrees).survivalProbability(scatter / without) < CONTRADICTION;
        }

        private double estimate(Sums[] sums, double[] means, int left) {
            Sums some = Sums.without(sums, left);
            double gamma = (some.tellsSlope() ? some : Sums.without(sums, -1)).slope();
            double reference = left < 0 ? quiet : quietWithout[left];
            double sum = 0;
            for (int group = 0; group < means.length; group++) {
                sum += group == left ? 0 : means[group] - gamma * (meanSlowness[group] - reference);
            }
            return sum / (left < 0 ? means.length : means.length - 1);
        }
    }

    /**
     * The regime for the groups of a row.
     *
     * @param groups at least one, all of the same cells
     * @throws IllegalArgumentException if there is none, or they differ in the number of cells
     */
    public static QuietRegime of(List<Group> groups) {
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("no group, no contrast");
        }
        for (Group group : groups) {
            if (group.cells() != groups.get(0).cells()) {
                throw new IllegalArgumentException("the groups of a row have equally many cells");
            }
        }
        return new QuietRegime(groups.stream().map(Series::new).toList());
    }

    /**
     * A contrast of two cells of the row.
     *
     * @param gamma the slope used, wγ: the increase of ln(cell / base) per increase of ln of the others' time; 0 if it cannot
     *     be determined
     * @param adjusted whether the rounds determine the slope, so the samples are those of the quiet regime
     * @param samples one for each group, to be averaged and tested like plain differences. With w = 1 they are the jackknife's
     *     pseudo-values, shifted so that their mean is the mean of d*
     * @param plain one for each group: ln(score / score), without adjustment
     */
    public record QuietContrast(double gamma, boolean adjusted, List<Double> samples, List<Double> plain) {
        public QuietContrast {
            samples = List.copyOf(samples);
            plain = List.copyOf(plain);
        }

        /** The samples as an array. */
        public double[] values() {
            return samples.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** The plain samples as an array. */
        public double[] plainValues() {
            return plain.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /**
         * Whether to report both ratios, because the disturbance of the host changed the ratio: each lies outside the other's
         * interval. The arguments are the estimates from {@link #samples} and from {@link #plain}.
         */
        public static boolean differ(LogRatio quiet, LogRatio disturbed, double level) {
            return !quiet.interval(level).contains(disturbed.ratio())
                    && !disturbed.interval(level).contains(quiet.ratio());
        }
    }

    /**
     * The contrast of a cell with a base. If the slope cannot be determined, the samples are the plain ones. A single group has
     * one sample, with its own slope.
     *
     * @throws IllegalArgumentException if the row lacks one of the cells, or both are the same
     */
    public QuietContrast contrast(int cell, int base) {
        int cells = groups.get(0).cells();
        if (Math.min(cell, base) < 0 || Math.max(cell, base) >= cells || cell == base) {
            throw new IllegalArgumentException("no contrast of " + cell + " and " + base + " in a row of " + cells);
        }
        int[] others = IntStream.range(0, cells)
                .filter(other -> other != cell && other != base)
                .toArray();
        double[] plain = groups.stream()
                .mapToDouble(group -> group.scores[cell] - group.scores[base])
                .toArray();
        if (others.length == 0) {
            return new QuietContrast(0, false, boxed(plain), boxed(plain));
        }
        Host host =
                new Host(groups.stream().map(group -> group.slowness(others)).toArray(double[][]::new));
        double[][] differences =
                groups.stream().map(group -> group.differences(cell, base)).toArray(double[][]::new);
        Sums[] sums = IntStream.range(0, groups.size())
                .mapToObj(group -> Sums.of(groups.get(group).inner, host.slowness[group], differences[group]))
                .toArray(Sums[]::new);
        double[] means =
                Arrays.stream(differences).mapToDouble(QuietRegime::mean).toArray();
        Sums all = Sums.without(sums, -1);
        if (!all.tellsSlope()) {
            return new QuietContrast(0, false, boxed(plain), boxed(plain));
        }
        double share = shrinkage(sums, host, differences);
        if (share == 0 || host.contradicts(share * all.slope(), means)) {
            return new QuietContrast(0, false, boxed(plain), boxed(plain));
        }
        double[] adjusted = host.pseudoValues(sums, means);
        double[] samples = IntStream.range(0, plain.length)
                .mapToDouble(group -> plain[group] + share * (adjusted[group] - plain[group]))
                .toArray();
        return new QuietContrast(share * all.slope(), true, boxed(samples), boxed(plain));
    }

    /** w: the part of the slope that exceeds its error, from 0 to 1. */
    private double shrinkage(Sums[] sums, Host host, double[][] differences) {
        Sums all = Sums.without(sums, -1);
        double variance = 0;
        for (int group = 0; group < differences.length; group++) {
            variance += scoreVariance(groups.get(group).inner, host.slowness[group], differences[group], all.slope());
        }
        // SE² / γ², where Σ z s cancels out.
        double withinGroups = Math.max(0, variance) / (all.zd() * all.zd());
        double betweenGroups = betweenGroups(sums) / (all.slope() * all.slope());
        boolean differs = sums.length >= FEWEST_GROUPS
                && ChiSquaredDistribution.of(sums.length - 1.0)
                                .survivalProbability((sums.length - 1) * betweenGroups / withinGroups)
                        < DIFFERENT_SLOPES;
        double relative = differs ? betweenGroups : withinGroups;
        return relative < 1 ? 1 - relative : 0; // also when γ is 0 and this is NaN
    }

    /** The jackknife's variance of the slope, leaving out one group at a time; 0 if too few groups determine it. */
    private static double betweenGroups(Sums[] sums) {
        double[] slopes = IntStream.range(0, sums.length)
                .mapToObj(left -> Sums.without(sums, left))
                .filter(Sums::tellsSlope)
                .mapToDouble(Sums::slope)
                .toArray();
        int n = slopes.length;
        return n < FEWEST_GROUPS ? 0 : (n - 1.0) * (n - 1) / n * Summary.variance(slopes);
    }

    /** Newey and West's estimate for the sum of z (d − γ s) over the rounds of a group. */
    private static double scoreVariance(boolean[] inner, double[] s, double[] d, double gamma) {
        double meanS = mean(s);
        double meanD = mean(d);
        double[] scores = new double[s.length];
        for (int r = 1; r < s.length - 1; r++) {
            if (inner[r]) {
                double z = (s[r - 1] + s[r + 1]) / 2 - meanS;
                scores[r] = z * (d[r] - meanD - gamma * (s[r] - meanS));
            }
        }
        double variance = 0;
        int lags = Math.min(MOST_LAGS, s.length / ROUNDS_PER_LAG);
        for (int lag = 0; lag <= lags; lag++) {
            double weight = lag == 0 ? 1 : 2 * (1 - lag / (lags + 1.0));
            for (int r = lag; r < scores.length; r++) {
                variance += weight * scores[r] * scores[r - lag];
            }
        }
        return variance;
    }

    private static double mean(double[] values) {
        return mean(values, 0, values.length);
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }

    private static List<Double> boxed(double[] values) {
        return Arrays.stream(values).boxed().toList();
    }

    /** The slowness of the host in one stretch. */
    private record Moment(double slowness, int group) {}

    private static List<Moment> sorted(double[][] slowness) {
        List<Moment> moments = new ArrayList<>();
        for (int group = 0; group < slowness.length; group++) {
            double[] rounds = slowness[group];
            int length = Math.max(1, rounds.length / STRETCHES);
            for (int from = 0; from + length <= rounds.length; from += length) {
                moments.add(new Moment(mean(rounds, from, from + length), group));
            }
        }
        moments.sort(Comparator.comparingDouble(Moment::slowness));
        return moments;
    }

    /** The quantile over all groups except one. */
    private static double quantile(List<Moment> sorted, int left) {
        double[] values = new double[sorted.size()];
        int n = 0;
        for (Moment moment : sorted) {
            if (moment.group() != left) {
                values[n++] = moment.slowness();
            }
        }
        return Summary.quantile(Arrays.copyOf(values, n), QUIET);
    }

    /** Sums over rounds with two neighbours: products of the instrument z, the covariate s and the difference d. */
    private record Sums(double zz, double zs, double ss, double zd, int degreesOfFreedom) {
        static Sums of(boolean[] inner, double[] s, double[] d) {
            double meanS = mean(s);
            double meanD = mean(d);
            double zz = 0;
            double zs = 0;
            double ss = 0;
            double zd = 0;
            int count = 0;
            for (int r = 1; r < s.length - 1; r++) {
                if (inner[r]) {
                    double z = (s[r - 1] + s[r + 1]) / 2 - meanS;
                    zz += z * z;
                    zs += z * (s[r] - meanS);
                    ss += (s[r] - meanS) * (s[r] - meanS);
                    zd += z * (d[r] - meanD);
                    count++;
                }
            }
            // Centring costs one degree of freedom per group.
            return new Sums(zz, zs, ss, zd, Math.max(0, count - 1));
        }

        /** The sum over all groups except one; over all for −1. */
        static Sums without(Sums[] groups, int left) {
            double zz = 0;
            double zs = 0;
            double ss = 0;
            double zd = 0;
            int degreesOfFreedom = 0;
            for (int group = 0; group < groups.length; group++) {
                if (group != left) {
                    zz += groups[group].zz;
                    zs += groups[group].zs;
                    ss += groups[group].ss;
                    zd += groups[group].zd;
                    degreesOfFreedom += groups[group].degreesOfFreedom;
                }
            }
            return new Sums(zz, zs, ss, zd, degreesOfFreedom);
        }

        /** Whether the instrument is strong enough; also false when the values vary only by rounding. */
        boolean tellsSlope() {
            if (!(zs > 0) || !(ss > ROUNDING) || degreesOfFreedom < 2) {
                return false;
            }
            double explained = zs * zs / zz;
            double left = Math.max(0, ss - explained);
            return explained * (degreesOfFreedom - 1) >= LEAST_F * left;
        }

        double slope() {
            return zd / zs;
        }
    }
}
