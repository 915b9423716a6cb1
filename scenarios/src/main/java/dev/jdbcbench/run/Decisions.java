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

/**
 * Which rows are in a block. A row gets a whole block or none of it, so that blocks stay complete. Where the time does not suffice for
 * all that want more, those get it that are farthest from the target for their cost.
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
     * One row's decision.
     *
     * @param reason empty when there was nothing to decide: every row gets the first blocks
     * @param need how urgent it is
     */
    record Decision(String row, boolean more, String reason, double need) {}

    /** Of every row that is still open, in the plan's order. */
    List<Decision> all() {
        Map<String, Decision> decisions = new LinkedHashMap<>();
        plan.rows().forEach((row, cells) -> {
            boolean alive = cells.stream().anyMatch(cell -> history.alive(cell.key()));
            if (alive && !history.closed(row, block)) {
                decisions.put(row, wanted(row, cells));
            }
        });
        Optional.ofNullable(plan.goal().budget()).ifPresent(budget -> withhold(decisions, budget));
        return List.copyOf(decisions.values());
    }

    private Decision wanted(String row, List<Cell> cells) {
        Profile profile = plan.profile();
        if (block <= profile.fewestForks()) {
            return new Decision(row, true, "", Double.POSITIVE_INFINITY);
        }
        if (!profile.adaptive()) {
            return new Decision(row, false, "", 0);
        }
        List<Cell> counted = cells.stream()
                .filter(cell -> history.alive(cell.key())
                        && plan.twins().stream().noneMatch(twin -> twin.cell().equals(cell)))
                .toList();
        boolean bothTopologies = counted.stream().map(Cell::topology).distinct().count() > 1;
        List<String> names = counted.stream()
                .map(cell -> (bothTopologies ? cell.topology() + " " : "") + cell.driver() + " " + cell.driverVersion())
                .toList();
        List<double[]> scores = counted.stream()
                .map(cell -> history.scores(cell.key(), block - 1))
                .toList();
        List<StopRule.Pair> pairs = plan
                .goal()
                .contrast()
                .pairs(plan, plan.goal().baseGlob())
                .stream()
                .filter(pair -> counted.contains(pair.cell()) && counted.contains(pair.base()))
                .map(pair -> new StopRule.Pair(counted.indexOf(pair.cell()), counted.indexOf(pair.base())))
                .toList();
        double target = profile.target() == null ? Double.POSITIVE_INFINITY : profile.target();
        StopRule.Decision decision = new StopRule(profile.fewestForks(), profile.mostForks(), target)
                .decide(names, scores, pairs, margin(counted));
        return new Decision(row, decision.more(), decision.reason(), decision.need());
    }

    /** What counts as equal in a row: two percent, or what two equal cells differ by where that is more. */
    private double margin(List<Cell> cells) {
        return cells.stream()
                .mapToDouble(
                        cell -> history.floor(cell.topology(), cell.server()).orElse(0))
                .reduce(StopRule.MARGIN, Math::max);
    }

    private void withhold(Map<String, Decision> decisions, Duration budget) {
        Duration left = budget.minus(history.spent());
        List<String> order =
                plan.order(block).stream().map(Cell::rowKey).distinct().toList();
        List<Decision> wanting = new ArrayList<>(
                decisions.values().stream().filter(Decision::more).toList());
        // Where all are equally urgent, as in the first blocks, the order of the block decides.
        wanting.sort(Comparator.<Decision>comparingDouble(decision -> -decision.need() / seconds(decision.row()))
                .thenComparingInt(decision -> order.indexOf(decision.row())));
        for (Decision decision : wanting) {
            Duration cost = history.cost(cells(decision.row()));
            if (cost.compareTo(left) <= 0) {
                left = left.minus(cost);
            } else {
                decisions.put(
                        decision.row(),
                        new Decision(
                                decision.row(), false, "budget exhausted" + width(decision.row()), decision.need()));
            }
        }
    }

    private List<Cell> cells(String row) {
        return plan.rows().getOrDefault(row, List.of());
    }

    private double seconds(String row) {
        return Math.max(0.001, history.cost(cells(row)).toMillis() / 1000.0);
    }

    /** The widest interval of a row, if it has any. */
    private String width(String row) {
        return cells(row).stream()
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
