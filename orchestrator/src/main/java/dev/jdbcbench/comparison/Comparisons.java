package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.sample.Mover;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares the cells of each side along one axis, near next to far. */
final class Comparisons {
    private static final double HUNDRED = 100;

    private final Axis axis;
    private final Links links;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<Ends, Map<Topology, Side>> sides = new LinkedHashMap<>();
    private final Map<String, Cell> cells = new HashMap<>();
    private final Map<String, String> bases = new HashMap<>();

    /** The keys of the two rows. */
    private record Ends(String base, String value) {}

    /** @param rows rows that have both sides */
    Comparisons(List<Fold> runs, SideBySide.Question question, List<Row> rows, Links links) {
        this.links = links;
        this.axis = question.axis();
        rows.forEach(row -> this.rows.put(row.key(), row));
        for (Fold run : runs) {
            read(run.comparing(axis, question.base()));
        }
    }

    private void read(Fold run) {
        for (Results.Contrast contrast : run.results().contrasts()) {
            Optional<Cell> base = run.plan().cell(contrast.base());
            Optional<Cell> value = run.plan().cell(contrast.cell());
            if (contrast.axis() != axis || base.isEmpty() || value.isEmpty()) {
                continue;
            }
            cells.putIfAbsent(base.get().pairKey(), base.get());
            cells.putIfAbsent(value.get().pairKey(), value.get());
            Ends ends = new Ends(base.get().pairKey(), value.get().pairKey());
            bases.putIfAbsent(ends.value(), ends.base());
            bases.putIfAbsent(ends.base(), ends.base());
            sides.computeIfAbsent(ends, key -> new EnumMap<>(Topology.class))
                    .putIfAbsent(
                            value.get().topology(),
                            new Side(
                                    contrast.ratio(),
                                    contrast.low(),
                                    contrast.high(),
                                    contrast.verdict(),
                                    run.plan().profile().interleaved(),
                                    run.plan().profile().interleaved()
                                            ? null
                                            : run.pooledVerdicts().of(value.get(), base.get())));
        }
    }

    /** All comparisons with at least one known side. */
    List<Comparison> all() {
        List<Comparison> all = new ArrayList<>();
        sides.forEach((ends, byTopology) -> {
            Cell base = Objects.requireNonNull(cells.get(ends.base()));
            Cell value = Objects.requireNonNull(cells.get(ends.value()));
            Side local = byTopology.get(Topology.LOCAL);
            Side distant = byTopology.get(Topology.DISTANT);
            Optional<Mover> crossover = crossover(ends, local, distant);
            all.add(new Comparison(
                    value.server(),
                    subject(value),
                    axis.id(),
                    axis.value(base),
                    axis.value(value),
                    ends.base(),
                    ends.value(),
                    local,
                    distant,
                    order(local, distant),
                    crossover.map(Mover::value).orElse(null),
                    crossover.map(Mover::low).orElse(null),
                    crossover.map(Mover::high).orElse(null)));
        });
        return all;
    }

    /** A time as a percentage of its group's base; null when the row is in no group. */
    @Nullable
    Double percent(String key, boolean local) {
        String base = bases.get(key);
        Row one = rows.get(key);
        Row other = base == null ? null : rows.get(base);
        if (one == null || other == null) {
            return null;
        }
        Double score = (local ? one.local() : one.distant()).score();
        Double of = (local ? other.local() : other.distant()).score();
        return score == null || of == null ? null : (Double) (HUNDRED * score / of);
    }

    private String subject(Cell cell) {
        return CellName.without(axis, cell);
    }

    private static Order order(@Nullable Side local, @Nullable Side distant) {
        if (local == null || distant == null || !decided(local) || !decided(distant)) {
            return Order.UNDECIDED;
        }
        return local.verdict() == distant.verdict() ? Order.SAME : Order.CHANGES;
    }

    private static boolean decided(Side side) {
        return side.verdict() == Verdict.FASTER || side.verdict() == Verdict.SLOWER;
    }

    /**
     * Solves a + k·r for both cells: they are equal at r = (b − a) / (kₐ − k_b). Empty if either side is inconclusive, because
     * then there is no ranking to flip.
     */
    private Optional<Mover> crossover(Ends ends, @Nullable Side local, @Nullable Side distant) {
        Row base = rows.get(ends.base());
        Row value = rows.get(ends.value());
        if (base == null
                || value == null
                || base.traffic().roundTripsCounted() == null
                || value.traffic().roundTripsCounted() == null
                || order(local, distant) == Order.UNDECIDED
                || local == null
                || local.low() == null
                || local.high() == null) {
            return Optional.empty();
        }
        double ofBase = base.traffic().roundTripsCounted();
        double ofValue = value.traffic().roundTripsCounted();
        double scatter = links.scatter(base.subject().server()).halfWidth();
        Mover fewer = Mover.symmetric(ofBase - ofValue, scatter * Math.hypot(ofBase, ofValue));
        // b − a comes from the comparison itself, because the forks of one block share the host's disturbances
        Mover ratio = new Mover(local.ratio(), local.low(), local.high());
        return base.local().mover().flatMap(near -> {
            double behind = near.value() * (ratio.value() - 1);
            Mover slower = new Mover(behind, near.value() * (ratio.low() - 1), near.value() * (ratio.high() - 1))
                    .widened(behind * (near.high() - near.low()) / 2 / near.value());
            return ofBase < ofValue ? slower.times(-1).over(fewer.times(-1)) : slower.over(fewer);
        });
    }
}
