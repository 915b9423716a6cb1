package dev.jdbcbench.next;

import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.Comparison;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.ComparisonRule;
import dev.jdbcbench.statistics.contrast.ComparisonRule.Contest;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.VariancePrior;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which rows are in a block. A row is in a block completely or not at all, and rows that are compared with each other
 * get the same blocks. If there is not enough time for all rows that need more, the row whose next comparison takes the least time to
 * decide comes first and the others wait, because this decides the most comparisons. Blocks beyond the minimum of a row leave enough time for
 * percentiles.
 */
final class Decisions {
    /** Recorded for a row that waited before its first groups were complete. */
    private static final String ITS_TURN = "the budget has time for it now";

    private static final String WAITS = "waits for rows that come first";

    /** Start of the reason when something was left out because the budget had no time for it. */
    static final String BUDGET_EXHAUSTED = "budget exhausted";

    private final Plan plan;
    private final History history;
    private final CompletedWork done;
    private final int block;

    /** By the block before which the forks count: all comparisons of the run go into each. */
    private final Map<Integer, VariancePrior> priors = new HashMap<>();
    /** By significance. */
    private final Map<Double, Set<Axis.Pair>> different = new HashMap<>();

    /** Decisions for a block that has not started yet. */
    Decisions(Plan plan, History history, int block) {
        this.plan = plan;
        this.history = history;
        this.done = history.done();
        this.block = block;
    }

    /**
     * The decision on rows that belong together.
     *
     * @param rows at least one
     * @param reason empty when there was nothing to decide, because every row gets the first blocks
     * @param groups number of groups that the rows are expected to need until one more comparison is decided
     * @param decided whether all their comparisons are decided, though not certain enough for the rows to end
     * @param kind why they get no more although they need it; null otherwise
     */
    record Decision(
            List<String> rows,
            boolean more,
            String reason,
            int groups,
            boolean decided,
            Fact.Decided.@Nullable Kind kind) {
        Decision(List<String> rows, boolean more, String reason, int groups, boolean decided) {
            this(rows, more, reason, groups, decided, null);
        }
    }

    /** Decisions on all open rows, in the plan's order. */
    List<Decision> all() {
        List<Cell> alive = done.alive();
        List<Axis.Pair> pairs =
                plan.goal().contrast().pairs(plan, alive, plan.goal().baseGlob());
        List<Decision> decisions = new ArrayList<>();
        open(alive).forEach(cells -> decisions.add(wanted(rows(cells), cells, pairs)));
        Duration budget = plan.goal().budget();
        return budget == null ? decisions : within(budget, decisions);
    }

    private Decision wanted(List<String> rows, List<Cell> cells, List<Axis.Pair> all) {
        Profile profile = plan.profile();
        int groups = groups(rows);
        if (groups < profile.fewestForks()) {
            return new Decision(rows, true, "", profile.fewestForks() - groups, false);
        }
        if (!profile.adaptive()) {
            return new Decision(rows, false, "", 0, false);
        }
        List<Contest> now = contests(known(cells, all), cells, block);
        ComparisonRule.Decision decision = decide(groups, now, cells, all);
        if (!decision.more()) {
            return new Decision(rows, false, decision.reason(), 0, true);
        }
        double waiting = plan.goal().failAbove() == null ? Claims.WAITING_SIGNIFICANCE : Claims.EARLY_SIGNIFICANCE;
        boolean decided = rule().open(now, competing(rows, all, waiting), waiting) == 0;
        double next = decided ? Claims.EARLY_SIGNIFICANCE : waiting;
        return new Decision(
                rows,
                true,
                decision.reason(),
                rule().groupsToNextDecision(groups, now, competing(rows, all, next), next),
                decided);
    }

    private int groups(List<String> rows) {
        return rows.stream().mapToInt(row -> done.groups(row, block)).max().orElse(0);
    }

    private ComparisonRule.Decision decide(int groups, List<Contest> now, List<Cell> cells, List<Axis.Pair> all) {
        int last = cells.stream()
                .flatMap(cell -> history.forks().of(cell.key()).stream())
                .mapToInt(Fact.ForkFinished::block)
                .filter(one -> one < block)
                .max()
                .orElse(0);
        List<String> rows = cells.stream().map(Cell::rowKey).distinct().toList();
        int family = competing(rows, all, Claims.EARLY_SIGNIFICANCE);
        return rule().decide(groups, now, contests(known(cells, all), cells, last), family);
    }

    private ComparisonRule rule() {
        Profile profile = plan.profile();
        double target = profile.target() == null ? 0 : profile.target();
        return new ComparisonRule(
                profile.fewestForks(), profile.mostForks(), target, plan.goal().failAbove());
    }

    /** The comparisons among these cells that have samples. */
    private List<Axis.Pair> known(List<Cell> cells, List<Axis.Pair> all) {
        return all.stream()
                .filter(pair -> cells.contains(pair.cell()) && cells.contains(pair.base()))
                .filter(pair -> history.comparing().samples(pair, block).size() > 0)
                .toList();
    }

    private List<Contest> contests(List<Axis.Pair> pairs, List<Cell> cells, int before) {
        VariancePrior prior = prior(before);
        return pairs.stream()
                .map(pair -> new Contest(
                        name(pair.cell(), cells) + " / " + name(pair.base(), cells),
                        history.comparing()
                                .ratio(pair, before, prior)
                                .orElse(new LogRatio(0, Double.POSITIVE_INFINITY, 0, 0)),
                        Claims.MARGIN))
                .toList();
    }

    private VariancePrior prior(int before) {
        return priors.computeIfAbsent(before, history.comparing()::prior);
    }

    /** A readable name that distinguishes a cell from the others. */
    private String name(Cell cell, List<Cell> cells) {
        boolean topologies = cells.stream().map(Cell::topology).distinct().count() > 1;
        boolean rows = cells.stream().map(Cell::rowKey).distinct().count() > 1;
        return (topologies ? cell.topology() + " " : "")
                + (rows ? plan.goal().contrast().value(cell) + " " : "")
                + cell.driver() + " " + cell.driverVersion();
    }

    /**
     * The number of comparisons that compete with those of these rows under Holm's rule, these included: those that a reader sees
     * together, which are of one topology and server, or across them, without those of other rows that already differ. A gate
     * judges all comparisons together.
     */
    private int competing(List<String> rows, List<Axis.Pair> all, double significance) {
        if (plan.goal().failAbove() != null) {
            return all.size();
        }
        Set<Axis.Pair> different = different(all, significance);
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (Axis.Pair pair : all) {
            boolean competes = rows.contains(pair.cell().rowKey()) || !different.contains(pair);
            sizes.merge(plan.goal().contrast().family(pair.cell()), competes ? 1 : 0, Integer::sum);
        }
        return sizes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** The comparisons that differ at this significance within their family, by the forks before the block. */
    private Set<Axis.Pair> different(List<Axis.Pair> all, double significance) {
        return different.computeIfAbsent(significance, level -> {
            VariancePrior prior = prior(block);
            Map<String, Map<Axis.Pair, LogRatio>> families = new LinkedHashMap<>();
            all.forEach(pair -> history.comparing()
                    .ratio(pair, block, prior)
                    .ifPresent(ratio -> families.computeIfAbsent(
                                    plan.goal().contrast().family(pair.cell()), family -> new LinkedHashMap<>())
                            .put(pair, ratio)));
            return families.values().stream()
                    .flatMap(family -> differing(family, level))
                    .collect(Collectors.toSet());
        });
    }

    private static Stream<Axis.Pair> differing(Map<Axis.Pair, LogRatio> family, double significance) {
        List<Axis.Pair> pairs = List.copyOf(family.keySet());
        List<Comparison> comparisons = ComparisonFamily.of(List.copyOf(family.values()), Claims.MARGIN, significance);
        return IntStream.range(0, pairs.size())
                .filter(i -> comparisons.get(i).different())
                .mapToObj(pairs::get);
    }

    /**
     * Expected final number of groups of each row. For an open row it follows from its comparisons. The time limit is ignored.
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

    /** Sets the expectation for open rows from the blocks before this one, which may itself be in progress. */
    private void expect(Map<String, Integer> expected) {
        List<Cell> alive = done.alive();
        List<Axis.Pair> all =
                plan.goal().contrast().pairs(plan, alive, plan.goal().baseGlob());
        open(alive).forEach(cells -> {
            List<String> rows = rows(cells);
            int groups = groups(rows);
            int now = done.in(rows.get(0), block) && done.started(block) ? groups + 1 : groups;
            List<Contest> contests = contests(known(cells, all), cells, block);
            int groupsAtEnd = Math.max(now, decide(groups, contests, cells, all).expectedGroups());
            rows.forEach(row -> expected.put(row, groupsAtEnd));
        });
    }

    /** The cells of open rows; those of rows that are decided together, together. */
    private List<List<Cell>> open(List<Cell> alive) {
        return new RowGroups(plan)
                .all().stream()
                        .map(together -> alive.stream()
                                .filter(cell -> together.contains(cell.rowKey()))
                                .toList())
                        .filter(cells ->
                                !cells.isEmpty() && !done.closed(cells.get(0).rowKey()))
                        .toList();
    }

    private static List<String> rows(List<Cell> cells) {
        return cells.stream().map(Cell::rowKey).distinct().toList();
    }

    /** Adapts the decisions to a time limit. */
    private List<Decision> within(Duration budget, List<Decision> decisions) {
        Duration left = budget.minus(history.costs().spent());
        Duration kept = history.costs().ofPercentiles();
        List<Decision> taken = new ArrayList<>();
        Duration atStart = left.minus(kept);
        boolean decidableWaits = false;
        for (Decision decision : inTurn(decisions, atStart)) {
            Urgency urgency = urgency(decision, atStart);
            if (urgency == Urgency.CONFIRMATION && decidableWaits) {
                continue; // the rows before may need less than expected, and leave enough time
            }
            boolean must = urgency == Urgency.REQUIRED;
            Duration free = must ? left : left.minus(kept);
            Duration one = cost(decision);
            Duration needed = must ? one : toNextDecision(decision);
            if (needed.compareTo(free) <= 0 || (taken.isEmpty() && one.compareTo(free) <= 0)) {
                taken.add(decision);
                left = left.minus(needed);
            } else if (urgency == Urgency.DECIDABLE) {
                decidableWaits = true;
            }
        }
        return decisions.stream()
                .map(decision -> !decision.more() || taken.contains(decision)
                        ? admitted(decision)
                        : without(decision, taken.isEmpty()))
                .toList();
    }

    /** Without a reason, a row that waited would not be recorded as part of the block. */
    private Decision admitted(Decision decision) {
        return decision.more() && decision.reason().isEmpty() && waited(decision)
                ? new Decision(decision.rows(), true, ITS_TURN, decision.groups(), decision.decided())
                : decision;
    }

    private boolean waited(Decision decision) {
        return done.decision(decision.rows().get(0), block)
                .filter(decided -> decided.kind() == Fact.Decided.Kind.WAITS)
                .isPresent();
    }

    /** Decisions for more groups by urgency: required ones in block order, the others with the least time first. */
    private List<Decision> inTurn(List<Decision> decisions, Duration left) {
        List<String> order =
                plan.order(block).stream().map(Cell::rowKey).distinct().toList();
        return decisions.stream()
                .filter(Decision::more)
                .sorted(Comparator.<Decision, Urgency>comparing(decision -> urgency(decision, left))
                        .thenComparing(decision -> must(decision) ? Duration.ZERO : toNextDecision(decision))
                        .thenComparingInt(
                                decision -> order.indexOf(decision.rows().get(0))))
                .toList();
    }

    /** Why a row wants another group, most urgent first. */
    private enum Urgency {
        /** It lacks required groups. */
        REQUIRED,
        /** One of its comparisons can be decided in the time that is left. */
        DECIDABLE,
        /** It is decided, and only lacks certainty or a confirmation. */
        CONFIRMATION,
        /** It will probably stay open. */
        OPEN
    }

    private Urgency urgency(Decision decision, Duration left) {
        if (must(decision)) {
            return Urgency.REQUIRED;
        }
        if (decision.decided()) {
            return Urgency.CONFIRMATION;
        }
        return toNextDecision(decision).compareTo(left) <= 0 ? Urgency.DECIDABLE : Urgency.OPEN;
    }

    private Duration toNextDecision(Decision decision) {
        return cost(decision).multipliedBy(decision.groups());
    }

    private boolean must(Decision decision) {
        return groups(decision.rows()) < plan.profile().fewestForks();
    }

    /** Estimated time of this block for these rows. */
    private Duration cost(Decision decision) {
        return decision.rows().stream().map(history.costs()::ofRow).reduce(Duration.ZERO, Duration::plus);
    }

    /** Leaves rows out of the block, without a reason if that was already logged. */
    private Decision without(Decision decision, boolean end) {
        return new Decision(
                decision.rows(),
                false,
                end ? BUDGET_EXHAUSTED + width(decision) : waited(decision) ? "" : WAITS,
                decision.groups(),
                false,
                end ? Fact.Decided.Kind.BUDGET : Fact.Decided.Kind.WAITS);
    }

    /** The width of these rows' widest comparison, if they have any. */
    private String width(Decision decision) {
        VariancePrior prior = prior(block);
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
