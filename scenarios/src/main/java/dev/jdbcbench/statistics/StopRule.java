package dev.jdbcbench.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * When a row, the cells that are compared with each other, has had enough forks: when every cell's interval is as narrow as the target
 * and every comparison is decided, and both still holds {@value #CONFIRMATIONS} forks later. A result that stops the moment it pleases
 * is one that luck has picked; the forks that confirm it are not picked.
 *
 * @param fewest forks of each cell before anything is decided, at least 1
 * @param most forks of each cell, whatever they say, at least {@code fewest}; if both are equal, the number is fixed
 * @param target the relative half width of a cell's 95 % interval that is enough: 0.03 for ±3 %; above 0, infinite if none is asked for
 */
public record StopRule(int fewest, int most, double target) {
    /** How many forks follow those that satisfy the rule for the first time. */
    public static final int CONFIRMATIONS = 2;

    /** The least difference between two drivers that matters: 2 %, or the A/A floor where that is more. */
    public static final double MARGIN = 0.02;

    /**
     * What the adjusted p value of a difference must be below to end a row before its last fork. Stricter than a verdict at the end, after
     * the thought of R. Peto et al., "Design and analysis of randomized clinical trials requiring prolonged observation of each patient, I",
     * British Journal of Cancer 34 (1976) 585–612: who looks after each block and stops at the first 0.05 is wrong more often than in 5 %.
     */
    private static final double EARLY_SIGNIFICANCE = 0.01;

    /** Two forks say next to nothing of how much they scatter. */
    private static final int FEWEST_TO_EXPECT = 3;

    public StopRule {
        if (fewest < 1 || most < fewest) {
            throw new IllegalArgumentException(
                    "a row needs at least one fork, and most ≥ fewest, not " + fewest + " and " + most);
        }
        if (!(target > 0)) {
            throw new IllegalArgumentException("a target is above 0, not " + target);
        }
    }

    /**
     * What follows from the forks so far.
     *
     * @param more whether the row is to get another block
     * @param need how urgent that is, larger is more: (widest relative half width / target)², where the widest is that of a cell or of an
     *     undecided comparison; infinite while no cell has two forks
     * @param reason one line for a person, naming the cell or comparison that decides
     */
    public record Decision(boolean more, double need, String reason) {}

    /**
     * A comparison which the row is to settle.
     *
     * @param cell the index of A
     * @param base the index of B, which A is compared with
     * @param margin the difference that matters, usually the larger of {@link #MARGIN} and the A/A floor
     */
    public record Pair(int cell, int base, double margin) {
        /** With a margin of {@link #MARGIN}. */
        public Pair(int cell, int base) {
            this(cell, base, MARGIN);
        }
    }

    /**
     * Decides whether the row gets another block. A cell that has no score at all, because each of its forks failed, and its comparisons
     * are left out: more forks would not help. A comparison is decided when its verdict is, or its interval is within the target; before
     * the last fork, a difference must be surer than a verdict asks for (p &lt; 0.01). A cell with a single score keeps the row going, but
     * does not make it urgent.
     *
     * @param names of the cells, for the reason
     * @param scoresByBlock for each cell its fork scores in the order of the blocks, equally many; NaN where the cell has none
     * @param pairs the comparisons; one family, so that their p values are adjusted together
     * @param margin the difference that matters, usually the larger of {@link #MARGIN} and the A/A floor
     * @throws IllegalArgumentException if the lengths differ, a pair names no cell, or a score is neither positive nor NaN
     */
    public Decision decide(List<String> names, List<double[]> scoresByBlock, List<Pair> pairs, double margin) {
        return decide(
                names,
                scoresByBlock,
                pairs.stream()
                        .map(pair -> new Pair(pair.cell(), pair.base(), margin))
                        .toList(),
                pairs.size());
    }

    /**
     * The same where the comparisons of this row are only some of those that are looked at together: a comparison then has to be as sure
     * as it must be among all of them (Bonferroni, which is never less strict than Holm's rule over the whole family).
     *
     * @param pairs the comparisons, each with the difference that matters
     * @param family how many comparisons are looked at together, those of this row included
     */
    public Decision decide(List<String> names, List<double[]> scoresByBlock, List<Pair> pairs, int family) {
        check(names, scoresByBlock, pairs);
        int n = scoresByBlock.isEmpty() ? 0 : scoresByBlock.get(0).length;
        State now = new Row(names, scoresByBlock, pairs, family).state(significance(n), n, 0);
        double need = now.need(target);
        if (n >= most) {
            return new Decision(false, need, forks(n) + ", " + outcome(now));
        }
        if (n < fewest) {
            String soFar = n + " of " + (fewest == most ? "" : "at least ") + forks(fewest);
            return new Decision(true, need, n < 2 ? soFar : soFar + ", " + widest(now));
        }
        if (!now.open(target).isEmpty()) {
            return new Decision(true, need, missing(now));
        }
        int before = n - CONFIRMATIONS;
        boolean confirmed = before >= fewest
                && new Row(names, scoresByBlock, pairs, family)
                        .state(significance(n), before, 0)
                        .open(target)
                        .isEmpty();
        return new Decision(!confirmed, need, (confirmed ? "" : "confirming: ") + enough(now));
    }

    private double significance(int forks) {
        return forks >= most ? Verdict.SIGNIFICANCE : EARLY_SIGNIFICANCE;
    }

    /**
     * About how many forks each cell is going to have had when the row ends, if those to come scatter as those so far: from {@code fewest}
     * to {@code most}. Of a row that has ended it says nothing. The parameters are those of {@link #decide}.
     */
    public int expected(List<String> names, List<double[]> scoresByBlock, List<Pair> pairs, int family) {
        check(names, scoresByBlock, pairs);
        int n = scoresByBlock.isEmpty() ? 0 : scoresByBlock.get(0).length;
        if (n < FEWEST_TO_EXPECT) {
            return (Math.min(most, fewest + CONFIRMATIONS) + most) / 2;
        }
        Row row = new Row(names, scoresByBlock, pairs, family);
        if (n > fewest && enough(row, n, n) && enough(row, n - 1, n - 1)) {
            return Math.min(most, n - 1 + CONFIRMATIONS);
        }
        for (int forks = Math.max(n, fewest); forks < most; forks++) {
            if (enough(row, n, forks)) {
                return Math.min(most, forks + CONFIRMATIONS);
            }
        }
        return most;
    }

    /** Whether so many forks are enough, of which those after the first {@code known} are only expected. */
    private boolean enough(Row row, int known, int forks) {
        return row.state(significance(forks), known, forks - known).open(target).isEmpty();
    }

    /** What is said of a row that has had all forks it may have. */
    private String outcome(State now) {
        if (fewest == most) {
            return widest(now);
        }
        List<Width> open = now.open(target);
        if (open.isEmpty()) {
            return enough(now);
        }
        return open.stream().anyMatch(width -> !width.pair()) ? widest(now) : missing(now);
    }

    private String missing(State now) {
        Width width = Width.widest(now.open(target));
        return width.pair() ? width.text().get() + " not decided" : width.text().get() + ", target ±" + percent(target);
    }

    private String enough(State now) {
        String all = now.cells().isEmpty() ? "no cell has a score" : "all within ±" + percent(target);
        return now.pairs().isEmpty() ? all : all + ", every contrast decided or narrow enough";
    }

    private static String widest(State now) {
        if (now.cells().isEmpty()) {
            return "no cell has a score";
        }
        Width width = Width.widest(now.cells());
        return "widest ±" + percent(width.halfWidth()) + " (" + width.name() + ")";
    }

    private static String forks(int n) {
        return n == 1 ? "1 fork" : n + " forks";
    }

    /** Rounded up, so that what misses the target never reads like the target. */
    private static String percent(double share) {
        if (Double.isInfinite(share)) {
            return "∞";
        }
        // 0.03 · 100 is a little more than 3 in binary: what is below a millionth of a percent is no reason to round
        // up.
        return BigDecimal.valueOf(share * 100)
                        .setScale(6, RoundingMode.HALF_EVEN)
                        .setScale(1, RoundingMode.CEILING)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    private static void check(List<String> names, List<double[]> scoresByBlock, List<Pair> pairs) {
        if (names.size() != scoresByBlock.size()) {
            throw new IllegalArgumentException(names.size() + " names of " + scoresByBlock.size() + " cells");
        }
        for (double[] scores : scoresByBlock) {
            if (scores.length != scoresByBlock.get(0).length) {
                throw new IllegalArgumentException("the cells of a row have equally many blocks");
            }
            for (double score : scores) {
                if (score <= 0 || Double.isInfinite(score)) {
                    throw new IllegalArgumentException("a fork score must be positive, not " + score);
                }
            }
        }
        for (Pair pair : pairs) {
            if (Math.min(pair.cell(), pair.base()) < 0 || Math.max(pair.cell(), pair.base()) >= names.size()) {
                throw new IllegalArgumentException(pair + " names no cell of " + names);
            }
        }
    }

    /**
     * How well a cell or a comparison is known.
     *
     * @param text what it is and how wide
     */
    private record Width(String name, Supplier<String> text, double halfWidth, boolean pair, boolean decided) {
        static Width widest(List<Width> widths) {
            return widths.stream()
                    .reduce((a, b) -> b.halfWidth > a.halfWidth ? b : a)
                    .orElseThrow();
        }

        boolean open(double target) {
            return !decided && !(halfWidth <= target);
        }
    }

    /** The cells of a row and their comparisons, as {@link #decide} is given them. */
    private record Row(List<String> names, List<double[]> scoresByBlock, List<Pair> pairs, int family) {
        /**
         * How well it is known.
         *
         * @param blocks of which the scores count
         * @param more blocks that are to come, and are taken to scatter as these do
         */
        State state(double significance, int blocks, int more) {
            List<double[]> logarithms = scoresByBlock.stream()
                    .map(scores ->
                            Arrays.stream(scores).limit(blocks).map(Math::log).toArray())
                    .toList();
            List<Width> cells = IntStream.range(0, names.size())
                    .filter(cell -> known(logarithms.get(cell)))
                    .mapToObj(cell -> cell(names.get(cell), logarithms.get(cell), more))
                    .toList();
            List<Pair> alive = pairs.stream()
                    .filter(pair -> known(logarithms.get(pair.cell())) && known(logarithms.get(pair.base())))
                    .toList();
            return new State(cells, comparisons(logarithms, alive, significance, more));
        }

        private static boolean known(double[] logarithms) {
            return Arrays.stream(logarithms).anyMatch(y -> !Double.isNaN(y));
        }

        private static Width cell(String name, double[] logarithms, int more) {
            double halfWidth = Math.expm1(LogMean.of(Arrays.stream(logarithms)
                            .filter(y -> !Double.isNaN(y))
                            .toArray())
                    .with(more)
                    .halfWidth());
            return new Width(name, () -> name + " ±" + percent(halfWidth), halfWidth, false, false);
        }

        private List<Width> comparisons(List<double[]> logarithms, List<Pair> alive, double significance, int more) {
            List<Contrast> contrasts = new ArrayList<>();
            for (Pair pair : alive) {
                double[] differences = logarithms.get(pair.cell()).clone();
                Arrays.setAll(
                        differences, block -> differences[block] - logarithms.get(pair.base())[block]);
                contrasts.add(
                        known(differences)
                                ? Contrast.expected(differences, more)
                                : new Contrast(1, 0, Double.POSITIVE_INFINITY, 1, 0));
            }
            double[] adjusted = Holm.adjusted(
                    contrasts.stream().mapToDouble(Contrast::pValue).toArray());
            List<Width> widths = new ArrayList<>();
            for (int i = 0; i < adjusted.length; i++) {
                Contrast contrast = contrasts.get(i);
                String name = names.get(alive.get(i).cell()) + " / "
                        + names.get(alive.get(i).base());
                Supplier<String> text = () -> String.format(
                        Locale.ROOT, "%s %.2f [%.2f–%s]", name, contrast.ratio(), contrast.low(), upper(contrast));
                double p = family > alive.size()
                        ? Math.max(adjusted[i], Math.min(1, family * contrast.pValue()))
                        : adjusted[i];
                boolean decided = Verdict.of(contrast, p, alive.get(i).margin(), significance) != Verdict.UNDECIDED;
                widths.add(new Width(name, text, contrast.relativeHalfWidth(), true, decided));
            }
            return List.copyOf(widths);
        }

        private static String upper(Contrast contrast) {
            return Double.isInfinite(contrast.high()) ? "∞" : String.format(Locale.ROOT, "%.2f", contrast.high());
        }
    }

    /** How well the row is known after a number of blocks; cells without any score are left out. */
    private record State(List<Width> cells, List<Width> pairs) {
        /** What is not yet known well enough. */
        List<Width> open(double target) {
            List<Width> open = new ArrayList<>(cells);
            open.addAll(pairs);
            return open.stream().filter(width -> width.open(target)).toList();
        }

        double need(double target) {
            List<Width> widths = new ArrayList<>(cells);
            widths.addAll(pairs.stream().filter(pair -> !pair.decided()).toList());
            double widest = widths.stream()
                    .mapToDouble(Width::halfWidth)
                    .filter(Double::isFinite)
                    .max()
                    .orElse(Double.POSITIVE_INFINITY);
            return Double.isInfinite(widest) ? widest : Math.pow(widest / target, 2);
        }
    }
}
