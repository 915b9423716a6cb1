package dev.jdbcbench.run;

import dev.jdbcbench.statistics.Estimate;
import dev.jdbcbench.statistics.StopRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which rows are in a block. A row gets a whole block or none of it, so that blocks stay complete, and rows that are compared with each other
 * get it together. Where the time does not suffice for all that want more, those get it that are farthest from the target for their cost, and
 * what goes beyond the forks that each cell must have leaves the time for percentiles.
 */
final class Decisions {
    private final Plan plan;
    private final History history;
    private final int block;

    /** Of a block that did not begin yet. */
    Decisions(Plan plan, History history, int block) {
        this.plan = plan;
        this.history = history;
        this.block = block;
    }

    /**
     * What was decided on rows that belong together.
     *
     * @param rows at least one
     * @param reason empty when there was nothing to decide: every row gets the first blocks
     * @param need how urgent it is
     */
    record Decision(List<String> rows, boolean more, String reason, double need) {}

    /** Of every row that is still open, in the plan's order. */
    List<Decision> all() {
        List<Cell> alive = history.alive();
        List<Axis.Pair> pairs =
                plan.goal().contrast().pairs(plan, alive, plan.goal().baseGlob());
        List<Decision> decisions = new ArrayList<>();
        for (List<String> group : history.groups().all()) {
            List<Cell> cells =
                    alive.stream().filter(cell -> group.contains(cell.rowKey())).toList();
            List<String> rows = cells.stream().map(Cell::rowKey).distinct().toList();
            if (!cells.isEmpty() && !history.closed(rows.get(0), block)) {
                decisions.add(wanted(rows, cells, pairs));
            }
        }
        Optional.ofNullable(plan.goal().budget()).ifPresent(budget -> withhold(decisions, budget));
        return decisions;
    }

    private Decision wanted(List<String> rows, List<Cell> cells, List<Axis.Pair> all) {
        Profile profile = plan.profile();
        int trial = trialBlocks(rows);
        if (block - trial <= profile.fewestForks()) {
            return new Decision(
                    rows, true, block == trial + 1 && trial > 0 ? anew(rows) : "", Double.POSITIVE_INFINITY);
        }
        if (!profile.adaptive()) {
            // Said only where others may go on: rows that did not settle at first end later.
            boolean others = plan.rows().keySet().stream().anyMatch(row -> history.trialBlocks(row) > 0);
            return new Decision(rows, false, others ? profile.forks() + " forks" : "", 0);
        }
        StopRule.Decision decision = rule().decide(names(cells), scores(cells, trial), pairs(cells, all), family(all));
        return new Decision(rows, decision.more(), decision.reason(), decision.need());
    }

    /** That forks are longer from here on. */
    private static String anew(List<String> rows) {
        return "begins anew with longer forks, for "
                + (rows.size() > 1 ? "one of the rows that are compared here" : "it")
                + " did not settle";
    }

    /** How many first blocks do not count for rows that belong together. */
    private int trialBlocks(List<String> rows) {
        return rows.stream().mapToInt(history::trialBlocks).max().orElse(0);
    }

    private StopRule rule() {
        Profile profile = plan.profile();
        double target = profile.target() == null ? Double.POSITIVE_INFINITY : profile.target();
        return new StopRule(profile.fewestForks(), profile.mostForks(), target);
    }

    /**
     * How many blocks each row is going to have had, as far as is known: those that are decided, and of a row that is open as many as its
     * forks let expect. That the time may not suffice is not looked at.
     */
    static Map<String, Integer> expected(Plan plan, History history) {
        Profile profile = plan.profile();
        Map<String, Integer> expected = new LinkedHashMap<>();
        plan.rows().keySet().forEach(row -> expected.put(row, profile.fewestForks() + history.trialBlocks(row)));
        if (profile.adaptive()) {
            new Decisions(plan, history, Math.max(1, history.lastKnownBlock())).expect(expected);
        }
        expected.replaceAll((row, blocks) -> {
            OptionalInt closed = history.closedFrom(row);
            return closed.isPresent()
                    ? Math.min(closed.getAsInt() - 1, profile.mostForks() + history.trialBlocks(row))
                    : blocks;
        });
        return expected;
    }

    /** Of rows that are open, what the blocks before this one let expect; this one itself may be under way. */
    private void expect(Map<String, Integer> expected) {
        List<Cell> alive = history.alive();
        List<Axis.Pair> all =
                plan.goal().contrast().pairs(plan, alive, plan.goal().baseGlob());
        StopRule rule = rule();
        for (List<String> group : history.groups().all()) {
            List<Cell> cells =
                    alive.stream().filter(cell -> group.contains(cell.rowKey())).toList();
            List<String> rows = cells.stream().map(Cell::rowKey).distinct().toList();
            if (!cells.isEmpty()) {
                int trial = trialBlocks(rows);
                int blocks = trial + rule.expected(names(cells), scores(cells, trial), pairs(cells, all), family(all));
                rows.forEach(row -> expected.put(row, Math.max(blocks, block)));
            }
        }
    }

    /** Of the blocks that are over, without the first ones if those do not count. */
    private List<double[]> scores(List<Cell> cells, int trial) {
        int over = block - 1;
        return cells.stream()
                .map(cell -> Arrays.copyOfRange(history.scores(cell.key(), over), Math.min(trial, over), over))
                .toList();
    }

    private List<StopRule.Pair> pairs(List<Cell> cells, List<Axis.Pair> all) {
        return all.stream()
                .filter(pair -> cells.contains(pair.cell()) && cells.contains(pair.base()))
                .map(pair -> new StopRule.Pair(
                        cells.indexOf(pair.cell()),
                        cells.indexOf(pair.base()),
                        history.margin(pair.cell(), pair.base())))
                .toList();
    }

    /** What tells the cells apart, as a person would call them. */
    private List<String> names(List<Cell> cells) {
        boolean topologies = cells.stream().map(Cell::topology).distinct().count() > 1;
        boolean rows = cells.stream().map(Cell::rowKey).distinct().count() > 1;
        return cells.stream()
                .map(cell -> (topologies ? cell.topology() + " " : "")
                        + (rows ? plan.goal().contrast().value(cell) + " " : "")
                        + cell.driver() + " " + cell.driverVersion())
                .toList();
    }

    /** How many comparisons a reader looks at together, at most: those of one topology and server, or those across them. */
    private int family(List<Axis.Pair> pairs) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (Axis.Pair pair : pairs) {
            sizes.merge(plan.goal().contrast().family(pair.cell()), 1, Integer::sum);
        }
        return sizes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private void withhold(List<Decision> decisions, Duration budget) {
        Duration left = budget.minus(history.spent());
        Duration kept = history.percentilesCost();
        List<String> order =
                plan.order(block).stream().map(Cell::rowKey).distinct().toList();
        List<Decision> wanting =
                new ArrayList<>(decisions.stream().filter(Decision::more).toList());
        // Where all are equally urgent, as in the first blocks, the order of the block decides.
        wanting.sort(Comparator.<Decision>comparingDouble(decision -> -decision.need() / seconds(decision))
                .thenComparingInt(decision -> order.indexOf(decision.rows().get(0))));
        for (Decision decision : wanting) {
            Duration cost = cost(decision);
            boolean must = block <= plan.profile().fewestForks() + trialBlocks(decision.rows());
            if (cost.compareTo(must ? left : left.minus(kept)) <= 0) {
                left = left.minus(cost);
            } else {
                decisions.set(
                        decisions.indexOf(decision),
                        new Decision(decision.rows(), false, Goal.BUDGET_EXHAUSTED + width(decision), decision.need()));
            }
        }
    }

    /** About how long this block takes for these rows. */
    private Duration cost(Decision decision) {
        return decision.rows().stream().map(row -> history.cost(row, block)).reduce(Duration.ZERO, Duration::plus);
    }

    private double seconds(Decision decision) {
        return Math.max(0.001, cost(decision).toMillis() / 1000.0);
    }

    /** The widest interval of these rows, if they have any. */
    private String width(Decision decision) {
        return history.alive().stream()
                .filter(cell -> decision.rows().contains(cell.rowKey()))
                .map(cell -> Arrays.stream(history.scores(cell.key(), block - 1))
                        .filter(score -> !Double.isNaN(score))
                        .toArray())
                .filter(scores -> scores.length > 1)
                .mapToDouble(scores -> Estimate.of(scores).relativeHalfWidth())
                .max()
                .stream()
                .mapToObj(width -> String.format(Locale.ROOT, ", ±%.1f %%", 100 * width))
                .findFirst()
                .orElse("");
    }
}
