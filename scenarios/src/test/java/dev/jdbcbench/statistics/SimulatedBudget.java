package dev.jdbcbench.statistics;

import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.Comparison;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.ComparisonRule;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.VariancePrior;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A simulated run with a budget. The first half of its rows has a second comparison, without a difference. As in a real run, rows that
 * can be decided in time go first, those that are decided but not certain come next, and then those that will stay open.
 */
final class SimulatedBudget {
    private static final ComparisonRule RULE = SimulationTables.UNTIL_DECIDED;
    private static final int DEGREES_OF_FREEDOM = 8;

    private final List<List<Simulated>> rows = new ArrayList<>();
    private final Random random;
    private final boolean holm;

    /** A comparison with a known truth. */
    private final class Simulated {
        private final double truth;
        private final double sd;
        private double[] samples = {};

        Simulated(double truth, double sd) {
            this.truth = truth;
            this.sd = sd;
        }

        void group() {
            samples = Arrays.copyOf(samples, samples.length + 1);
            samples[samples.length - 1] = truth + sd * random.nextGaussian();
        }

        double[] without(int last) {
            return Arrays.copyOf(samples, samples.length - last);
        }
    }

    /** The rows that want another group. */
    private record Wish(int row, int urgency, int groups) {}

    /**
     * A run in which each row has had three groups.
     *
     * @param firsts differences of the rows' first comparisons: 0.02 for 2 %
     * @param sd the usual scatter between groups
     * @param holm whether differences that are certain make the others' limits less strict
     */
    SimulatedBudget(double[] firsts, double sd, boolean holm, Random random) {
        this.random = random;
        this.holm = holm;
        for (int row = 0; row < firsts.length; row++) {
            List<Simulated> comparisons = new ArrayList<>();
            comparisons.add(new Simulated(Math.log1p(firsts[row]), scatter(sd)));
            if (row < firsts.length / 2) {
                comparisons.add(new Simulated(0, scatter(sd)));
            }
            rows.add(comparisons);
            for (int group = 0; group < RULE.fewest(); group++) {
                comparisons.forEach(Simulated::group);
            }
        }
    }

    private double scatter(double sd) {
        double chi = IntStream.range(0, DEGREES_OF_FREEDOM)
                .mapToDouble(i -> Math.pow(random.nextGaussian(), 2))
                .sum();
        return sd * Math.sqrt(DEGREES_OF_FREEDOM / chi);
    }

    /** Measures that many further groups, or fewer if no row wants more. */
    void measure(int groups) {
        for (int left = groups; left > 0; left--) {
            Optional<Integer> next = next(left);
            if (next.isEmpty()) {
                return;
            }
            rows.get(next.get()).forEach(Simulated::group);
        }
    }

    private List<List<LogRatio>> estimates(int without) {
        List<double[]> all = rows.stream()
                .flatMap(List::stream)
                .map(one -> one.without(without))
                .toList();
        VariancePrior prior = VariancePrior.robust(
                all.stream().mapToDouble(Summary::variance).toArray(),
                all.stream().mapToDouble(samples -> samples.length - 1.0).toArray());
        return rows.stream()
                .map(row -> row.stream()
                        .map(one -> prior.moderate(one.without(without)))
                        .toList())
                .toList();
    }

    private Optional<Integer> next(int left) {
        List<List<LogRatio>> now = estimates(0);
        List<List<LogRatio>> before = estimates(1);
        return IntStream.range(0, rows.size())
                .boxed()
                .flatMap(row -> wish(row, now, before, left).stream())
                .min(Comparator.comparingInt(Wish::urgency).thenComparingInt(Wish::groups))
                .map(Wish::row);
    }

    private Optional<Wish> wish(int row, List<List<LogRatio>> now, List<List<LogRatio>> before, int left) {
        int groups = rows.get(row).get(0).samples.length;
        List<ComparisonRule.Contest> contests = contests(now.get(row));
        int family = competing(row, now, Claims.EARLY_SIGNIFICANCE);
        if (!RULE.decide(groups, contests, contests(before.get(row)), family).more()) {
            return Optional.empty();
        }
        double waiting = holm ? Claims.WAITING_SIGNIFICANCE : Claims.EARLY_SIGNIFICANCE;
        boolean decided = RULE.open(contests, competing(row, now, waiting), waiting) == 0;
        double level = decided ? Claims.EARLY_SIGNIFICANCE : waiting;
        int needed = RULE.groupsToNextDecision(groups, contests, competing(row, now, level), level);
        return Optional.of(new Wish(row, decided ? 1 : needed <= left ? 0 : 2, needed));
    }

    private int competing(int row, List<List<LogRatio>> now, double significance) {
        if (!holm) {
            return comparisons();
        }
        List<Comparison> all =
                ComparisonFamily.of(now.stream().flatMap(List::stream).toList(), Claims.MARGIN, significance);
        int first = now.stream().limit(row).mapToInt(List::size).sum();
        long elsewhere = IntStream.range(0, all.size())
                .filter(i -> i < first || i >= first + now.get(row).size())
                .filter(i -> all.get(i).different())
                .count();
        return all.size() - (int) elsewhere;
    }

    private static List<ComparisonRule.Contest> contests(List<LogRatio> estimates) {
        return estimates.stream()
                .map(estimate -> new ComparisonRule.Contest("a / b", estimate, Claims.MARGIN))
                .toList();
    }

    private Stream<Simulated> all() {
        return rows.stream().flatMap(List::stream);
    }

    int comparisons() {
        return (int) all().count();
    }

    private List<Comparison> ended() {
        return ComparisonFamily.of(estimates(0).stream().flatMap(List::stream).toList(), Claims.MARGIN);
    }

    /** Number of comparisons with a verdict. */
    int decided() {
        return (int) ended().stream()
                .filter(one -> one.verdict() != Verdict.UNDECIDED)
                .count();
    }

    /** Number of comparisons whose 95 % interval holds the truth. */
    int covered() {
        List<Simulated> simulated = all().toList();
        List<Comparison> ended = ended();
        return (int) IntStream.range(0, simulated.size())
                .filter(i -> ended.get(i).estimate().pValue(Math.exp(simulated.get(i).truth)) >= Claims.SIGNIFICANCE)
                .count();
    }

    /** Whether a difference is claimed where there is none. */
    boolean anyFalseDifference() {
        List<Simulated> simulated = all().toList();
        List<Comparison> ended = ended();
        return IntStream.range(0, simulated.size())
                .anyMatch(i -> simulated.get(i).truth == 0 && ended.get(i).different());
    }
}
