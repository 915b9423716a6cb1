package dev.jdbcbench.next;

import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.ComparisonFamily;
import dev.jdbcbench.statistics.ComparisonRule;
import dev.jdbcbench.statistics.ComparisonRule.Contest;
import dev.jdbcbench.statistics.LogRatio;
import dev.jdbcbench.statistics.VariancePrior;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which rows are in a block. A row gets a whole block or none of it, and rows that are compared with each other get it together. Where the time
 * does not suffice for all that want more, the row that needs least time to be decided comes first, and the others wait: this decides most
 * rows. What goes beyond the groups that each row must have leaves the time for percentiles.
 */
final class Decisions {
    private static final String WAITS = "waits for rows that are decided sooner";

    private final Plan plan;
    private final History history;
    private final Done done;
    private final int block;

    /** Of a block that did not begin yet. */
    Decisions(Plan plan, History history, int block) {
        this.plan = plan;
        this.history = history;
        this.done = history.done();
        this.block = block;
    }

    /**
     * What was decided on rows that belong together.
     *
     * @param rows at least one
     * @param reason empty when there was nothing to decide: every row gets the first blocks
     * @param groups that the rows are still expected to need
     */
    record Decision(List<String> rows, boolean more, String reason, int groups) {}

    /** Whether a row gets no more for now, and might if there were time. */
    static boolean waits(Fact.Decided decided) {
        return !decided.more() && decided.decision().startsWith(WAITS);
    }

    /** Of every row that is still open, in the plan's order. */
    List<Decision> all() {
        List<Cell> alive = done.alive();
        List<Axis.Pair> pairs =
                plan.goal().contrast().pairs(plan, alive, plan.goal().baseGlob());
        List<Decision> decisions = new ArrayList<>();
        for (List<String> together : new RowGroups(plan).all()) {
            List<Cell> cells = alive.stream()
                    .filter(cell -> together.contains(cell.rowKey()))
                    .toList();
            List<String> rows = cells.stream().map(Cell::rowKey).distinct().toList();
            if (!cells.isEmpty() && !done.closed(rows.get(0))) {
                decisions.add(wanted(rows, cells, pairs));
            }
        }
        Duration budget = plan.goal().budget();
        return budget == null ? decisions : within(budget, decisions);
    }

    private Decision wanted(List<String> rows, List<Cell> cells, List<Axis.Pair> all) {
        Profile profile = plan.profile();
        int groups = groups(rows);
        if (groups < profile.fewestForks()) {
            return new Decision(rows, true, "", profile.fewestForks() - groups);
        }
        if (!profile.adaptive()) {
            return new Decision(rows, false, "", 0);
        }
        ComparisonRule.Decision decision = decide(groups, cells, all);
        return new Decision(rows, decision.more(), decision.reason(), decision.expectedGroups() - groups);
    }

    private int groups(List<String> rows) {
        return rows.stream().mapToInt(row -> done.groups(row, block)).max().orElse(0);
    }

    private ComparisonRule.Decision decide(int groups, List<Cell> cells, List<Axis.Pair> all) {
        Profile profile = plan.profile();
        double target = profile.target() == null ? 0 : profile.target();
        List<Axis.Pair> known = all.stream()
                .filter(pair -> cells.contains(pair.cell()) && cells.contains(pair.base()))
                .filter(pair -> history.comparing().samples(pair, block).size() > 0)
                .toList();
        int last = cells.stream()
                .flatMap(cell -> history.forks().of(cell.key()).stream())
                .mapToInt(Fact.ForkFinished::block)
                .filter(one -> one < block)
                .max()
                .orElse(0);
        return new ComparisonRule(profile.fewestForks(), profile.mostForks(), target)
                .decide(groups, contests(known, cells, block), contests(known, cells, last), family(all));
    }

    private List<Contest> contests(List<Axis.Pair> pairs, List<Cell> cells, int before) {
        VariancePrior prior = history.comparing().prior(before);
        return pairs.stream()
                .map(pair -> new Contest(
                        name(pair.cell(), cells) + " / " + name(pair.base(), cells),
                        history.comparing()
                                .ratio(pair, before, prior)
                                .orElse(new LogRatio(0, Double.POSITIVE_INFINITY, 0, 0)),
                        ComparisonFamily.MARGIN))
                .toList();
    }

    /** What tells a cell apart from the others, as a person would call it. */
    private String name(Cell cell, List<Cell> cells) {
        boolean topologies = cells.stream().map(Cell::topology).distinct().count() > 1;
        boolean rows = cells.stream().map(Cell::rowKey).distinct().count() > 1;
        return (topologies ? cell.topology() + " " : "")
                + (rows ? plan.goal().contrast().value(cell) + " " : "")
                + cell.driver() + " " + cell.driverVersion();
    }

    /** How many comparisons a reader looks at together, at most: those of one topology and server, or those across them. */
    private int family(List<Axis.Pair> pairs) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (Axis.Pair pair : pairs) {
            sizes.merge(plan.goal().contrast().family(pair.cell()), 1, Integer::sum);
        }
        return sizes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /**
     * How many groups each row is going to have had, as far as is known: of a row that is open as many as its comparisons let expect. That the time
     * may not suffice is not looked at.
     */
    static Map<String, Integer> expected(Plan plan, History history) {
        Profile profile = plan.profile();
        Map<String, Integer> expected = new LinkedHashMap<>();
        plan.rows().keySet().forEach(row -> expected.put(row, profile.fewestForks()));
        if (profile.adaptive()) {
            new Decisions(plan, history, Math.max(1, history.done().lastKnownBlock())).expect(expected);
        }
        expected.replaceAll((row, groups) -> history.done().closed(row)
                ? history.done().groups(row)
                : Math.max(groups, history.done().groups(row)));
        return expected;
    }

    /** Of rows that are open, what the blocks before this one let expect; this one itself may be under way. */
    private void expect(Map<String, Integer> expected) {
        List<Cell> alive = done.alive();
        List<Axis.Pair> all =
                plan.goal().contrast().pairs(plan, alive, plan.goal().baseGlob());
        for (List<String> together : new RowGroups(plan).all()) {
            List<Cell> cells = alive.stream()
                    .filter(cell -> together.contains(cell.rowKey()))
                    .toList();
            List<String> rows = cells.stream().map(Cell::rowKey).distinct().toList();
            if (!cells.isEmpty() && !done.closed(rows.get(0))) {
                int groups = groups(rows);
                int now = done.in(rows.get(0), block) && done.started(block) ? groups + 1 : groups;
                int groupsAtEnd = Math.max(now, decide(groups, cells, all).expectedGroups());
                rows.forEach(row -> expected.put(row, groupsAtEnd));
            }
        }
    }

    /** The same decisions where the time is limited. */
    private List<Decision> within(Duration budget, List<Decision> decisions) {
        Duration left = budget.minus(history.costs().spent());
        Duration kept = history.costs().ofPercentiles();
        List<Decision> taken = new ArrayList<>();
        for (Decision decision : inTurn(decisions)) {
            boolean must = must(decision);
            Duration free = must ? left : left.minus(kept);
            Duration one = cost(decision);
            Duration whole = must ? one : one.multipliedBy(decision.groups());
            if (whole.compareTo(free) <= 0 || (taken.isEmpty() && one.compareTo(free) <= 0)) {
                taken.add(decision);
                left = left.minus(whole);
            }
        }
        return decisions.stream()
                .map(decision -> !decision.more() || taken.contains(decision)
                        ? decision
                        : new Decision(decision.rows(), false, without(decision, taken.isEmpty()), decision.groups()))
                .toList();
    }

    /** Those that want more: first those that must have it, in the order of the block, then those that need least time. */
    private List<Decision> inTurn(List<Decision> decisions) {
        List<String> order =
                plan.order(block).stream().map(Cell::rowKey).distinct().toList();
        return decisions.stream()
                .filter(Decision::more)
                .sorted(Comparator.<Decision, Boolean>comparing(decision -> !must(decision))
                        .thenComparing(decision ->
                                must(decision) ? Duration.ZERO : cost(decision).multipliedBy(decision.groups()))
                        .thenComparingInt(
                                decision -> order.indexOf(decision.rows().get(0))))
                .toList();
    }

    private boolean must(Decision decision) {
        return groups(decision.rows()) < plan.profile().fewestForks();
    }

    /** About how long this block takes for these rows. */
    private Duration cost(Decision decision) {
        return decision.rows().stream().map(history.costs()::ofRow).reduce(Duration.ZERO, Duration::plus);
    }

    /** Why a row is not in the block; empty where that has been said. */
    private String without(Decision decision, boolean end) {
        if (end) {
            return Goal.BUDGET_EXHAUSTED + width(decision);
        }
        boolean said = done.decision(decision.rows().get(0), block)
                .filter(Decisions::waits)
                .isPresent();
        return said ? "" : WAITS;
    }

    /** The widest comparison of these rows, if they have any. */
    private String width(Decision decision) {
        VariancePrior prior = history.comparing().prior(block);
        return plan.goal().contrast().pairs(plan, done.alive(), plan.goal().baseGlob()).stream()
                .filter(pair -> decision.rows().contains(pair.cell().rowKey()))
                .flatMap(pair -> history.comparing().ratio(pair, block, prior).stream())
                .mapToDouble(ratio -> ratio.relativeHalfWidth(0.95))
                .filter(Double::isFinite)
                .max()
                .stream()
                .mapToObj(width -> String.format(Locale.ROOT, ", ±%.1f %%", 100 * width))
                .findFirst()
                .orElse("");
    }
}
