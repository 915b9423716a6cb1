package dev.jdbcbench.statistics.contrast;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a row has enough groups: when all its comparisons are decided at the first look, after the minimum number of
 * groups; or when at a later look each is decided or as narrow as the target, and still is {@value #CONFIRMATIONS} group later.
 * Absolute times play no role. Stopping at a favourable look would let luck choose the result; but luck chooses neither the
 * first look nor the group that confirms a later one.
 *
 * @param fewest groups before any decision, at least 1
 * @param most groups in any case, at least {@code fewest}; if both are equal, the number is fixed
 * @param target sufficient half-width of a comparison's 95 % interval: 0.03 for ±3 %; 0 if only a decision is enough
 * @param failAbove if not null, a comparison is decided only when it is known to be above or below this limit, see
 *     {@link LimitTest}; the target has no effect
 */
public record ComparisonRule(
        int fewest, int most, double target, @Nullable Double failAbove) {
    /** Number of groups after those that satisfy the rule for the first time. */
    public static final int CONFIRMATIONS = 1;

    /** Minimum number of groups for everything except a first look. */
    public static final int USUAL_FEWEST = 4;

    /** Usual half-width of a sufficiently narrow interval: ±3 %. */
    public static final double TARGET = 0.03;

    /** Two groups say next to nothing about their scatter. */
    private static final int FEWEST_TO_EXPECT = 3;

    public ComparisonRule {
        if (fewest < 1 || most < fewest) {
            throw new IllegalArgumentException(
                    "a row needs at least one group, and most ≥ fewest, not " + fewest + " and " + most);
        }
        if (!(target >= 0)) {
            throw new IllegalArgumentException("a target is not below 0, as " + target + " is");
        }
        if (failAbove != null && !(failAbove > 0)) {
            throw new IllegalArgumentException("a limit is above 0, as " + failAbove + " is not");
        }
    }

    /** A rule without a limit. */
    public ComparisonRule(int fewest, int most, double target) {
        this(fewest, most, target, null);
    }

    /**
     * The current state of one comparison of a row.
     *
     * @param name for display: {@code mysql / mariadb}
     * @param estimate of ln ratio
     * @param margin the smallest relevant difference
     */
    public record Contest(String name, LogRatio estimate, double margin) {}

    /**
     * The decision based on the groups so far.
     *
     * @param more whether the row gets another group
     * @param expectedGroups estimated final number of groups of the row
     * @param reason one line for display, naming the decisive comparison
     */
    public record Decision(boolean more, int expectedGroups, String reason) {}

    /**
     * Decides whether the row gets another group. Before the last group a difference must be more certain than at the end (p
     * &lt; 0.01).
     *
     * @param groups number of groups the row has had
     * @param now its comparisons after all groups; empty if no cell of the row can be measured, or it has only one
     * @param before the comparisons after all groups except the last, in the same order; ignored if that is fewer than
     *     {@code fewest} groups
     * @param family number of comparisons that compete with those of this row, these included: those of the run that are
     *     interpreted together, without those of other rows that already differ at {@link Claims#EARLY_SIGNIFICANCE}
     *     (Holm's rule)
     * @throws IllegalArgumentException if the numbers of comparisons differ, or the family is smaller
     */
    public Decision decide(int groups, List<Contest> now, List<Contest> before, int family) {
        boolean last = groups >= most;
        double significance = last ? Claims.SIGNIFICANCE : Claims.EARLY_SIGNIFICANCE;
        State state = state(now, family, significance);
        boolean confirming = (groups == fewest && state.decided())
                || (groups - CONFIRMATIONS >= fewest
                        && sameSize(now, before)
                        && state(before, family, significance).enough());
        int expected = expected(groups, now, family, confirming);
        if (last) {
            return new Decision(false, groups, counted(groups) + ", " + state.reason(target));
        }
        if (groups < fewest) {
            String soFar = groups + " of " + (fewest == most ? "" : "at least ") + counted(fewest);
            return new Decision(true, expected, groups < 2 ? soFar : soFar + ", " + state.reason(target));
        }
        if (!state.enough()) {
            return new Decision(true, expected, state.reason(target));
        }
        return confirming
                ? new Decision(false, groups, state.reason(target))
                : new Decision(true, expected, "confirming: " + state.reason(target));
    }

    private static boolean sameSize(List<Contest> now, List<Contest> before) {
        if (now.size() != before.size()) {
            throw new IllegalArgumentException(now.size() + " comparisons, and " + before.size() + " a group before");
        }
        return true;
    }

    /**
     * The smallest number of groups at which the row is decided, if further groups have the same scatter; including the
     * confirming group after the first look.
     */
    private int expected(int groups, List<Contest> now, int family, boolean confirming) {
        if (groups < FEWEST_TO_EXPECT) {
            return (fewest + most) / 2;
        }
        IntFunction<State> then = n -> after(n - groups, now, family, Claims.EARLY_SIGNIFICANCE);
        int n = first(Math.max(groups, fewest), most, more -> then.apply(more).enough());
        boolean confirmed = n == most || (n == fewest && then.apply(n).decided()) || (n == groups && confirming);
        return Math.min(most, n + (confirmed ? 0 : CONFIRMATIONS));
    }

    /**
     * The first number from {@code least} on that satisfies a condition, by bisection; {@code limit} if none below it does.
     *
     * @param condition satisfied by all numbers above one that satisfies it: with more groups of the same scatter, each p value
     *     of a comparison that can be decided falls
     */
    private static int first(int least, int limit, IntPredicate condition) {
        int from = least;
        int to = limit;
        while (from < to) {
            int middle = (from + to) / 2;
            if (condition.test(middle)) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    /**
     * The number of comparisons of a row that are neither decided nor narrow enough.
     *
     * @param now the comparisons
     * @param family as for {@link #decide}, at this significance
     * @param significance limit for an adjusted p value
     */
    public int open(List<Contest> now, int family, double significance) {
        return after(0, now, family, significance).open();
    }

    /**
     * The number of further groups after which one more comparison of the row is decided or narrow enough, if they have the same
     * scatter; at least 1, and at most those that the row may still get.
     *
     * @param groups number of groups the row has had, below {@code most}
     * @param now its comparisons after these groups
     * @param family as for {@link #decide}, at this significance
     * @param significance limit for an adjusted p value
     */
    public int groupsToNextDecision(int groups, List<Contest> now, int family, double significance) {
        if (groups < FEWEST_TO_EXPECT) {
            return Math.max(1, (fewest + most) / 2 - groups);
        }
        int open = open(now, family, significance);
        return open == 0
                ? 1
                : first(
                        1,
                        most - groups,
                        more -> after(more, now, family, significance).open() < open);
    }

    /** The expected state after further groups. */
    private State after(int more, List<Contest> now, int family, double significance) {
        List<Contest> then = now.stream()
                .map(contest -> new Contest(contest.name(), contest.estimate().with(more), contest.margin()))
                .toList();
        return state(then, family, significance);
    }

    private static String counted(int groups) {
        return groups == 1 ? "1 group" : groups + " groups";
    }

    private State state(List<Contest> contests, int family, double significance) {
        List<LogRatio> estimates = contests.stream().map(Contest::estimate).toList();
        int all = Math.max(family, contests.size());
        if (failAbove != null) {
            return new State(
                    contests,
                    LimitTest.of(estimates, failAbove, all, significance).stream()
                            .map(result -> new Look(result.outcome() != LimitTest.Outcome.OPEN, result::interval))
                            .toList(),
                    0); // a narrow interval decides nothing
        }
        double[] margins = contests.stream().mapToDouble(Contest::margin).toArray();
        return new State(
                contests,
                ComparisonFamily.of(estimates, margins, all, significance).stream()
                        .map(one -> new Look(one.verdict() != Verdict.UNDECIDED, one::printed))
                        .toList(),
                target);
    }

    /** A comparison at one look. Its interval takes longer to compute than everything else, and is rarely displayed. */
    private record Look(boolean decided, Supplier<Interval> interval) {}

    /** The state of a row's comparisons at one look. */
    private record State(List<Contest> contests, List<Look> looks, double target) {
        boolean decided() {
            return IntStream.range(0, contests.size()).allMatch(this::decided);
        }

        boolean enough() {
            return open() == 0;
        }

        /** The number of comparisons that are neither decided nor narrow enough. */
        int open() {
            return allOpen().length;
        }

        private int[] allOpen() {
            return IntStream.range(0, contests.size())
                    .filter(i -> !decided(i) && !narrow(i))
                    .toArray();
        }

        private boolean decided(int i) {
            return looks.get(i).decided();
        }

        private boolean narrow(int i) {
            return contests.get(i).estimate().isWithin(target, 0.95);
        }

        private double width(int i) {
            return contests.get(i).estimate().relativeHalfWidth(0.95);
        }

        String reason(double goal) {
            if (contests.isEmpty()) {
                return "nothing to compare";
            }
            int[] open = allOpen();
            if (open.length > 0) {
                return shown(widest(open)) + " not decided";
            }
            int widest = widest(IntStream.range(0, contests.size()).toArray());
            String narrow = "within ±" + percent(goal);
            return shown(widest)
                    + (decided(widest) ? " decided" : " " + narrow)
                    + (contests.size() == 1
                            ? ""
                            : "; all " + contests.size() + " decided" + (goal == 0 ? "" : " or " + narrow));
        }

        private int widest(int[] some) {
            int widest = some[0];
            for (int i : some) {
                widest = width(i) > width(widest) ? i : widest;
            }
            return widest;
        }

        private String shown(int i) {
            return String.format(
                    Locale.ROOT,
                    "%s %.2f %s",
                    contests.get(i).name(),
                    contests.get(i).estimate().ratio(),
                    looks.get(i).interval().get());
        }

        private static String percent(double share) {
            return BigDecimal.valueOf(share * 100)
                            .setScale(1, RoundingMode.HALF_EVEN)
                            .stripTrailingZeros()
                            .toPlainString()
                    + " %";
        }
    }
}
