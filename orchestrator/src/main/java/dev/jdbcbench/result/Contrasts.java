package dev.jdbcbench.result;

import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Axis.Pair;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.History;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Contrast;
import dev.jdbcbench.statistics.Holm;
import dev.jdbcbench.statistics.RobustContrast;
import dev.jdbcbench.statistics.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The comparisons between the cells of a run that were measured: block by block, or, where the forks of the cells were not measured in
 * turns, of all forks of the one with all of the other. Pure.
 */
final class Contrasts {
    /** A mean over modes, numbers of threads or distances would be one of different things. */
    private static final Set<Axis> WITH_MEANS = EnumSet.of(Axis.DRIVER, Axis.VERSION, Axis.SERVER, Axis.TRANSPORT);

    private final Plan plan;
    private final History history;
    private final SuccessiveForks successive;
    private final Set<String> ok;
    private final Map<String, double[]> logarithms = new HashMap<>();

    /** @param ok the keys of the cells that have a score to compare */
    Contrasts(Plan plan, History history, Set<String> ok) {
        this.plan = plan;
        this.history = history;
        this.successive = new SuccessiveForks(plan, history);
        this.ok = Set.copyOf(ok);
    }

    private record Compared(Pair pair, Contrast contrast, Contrast robust) {}

    /** Two values of an axis that are compared in one place. */
    private record Values(Topology topology, @Nullable String server, String base, String value) {}

    /** Along every axis, in the order of the plan, without those that would compare the length of forks. */
    List<Results.Contrast> all() {
        return Arrays.stream(Axis.values())
                .flatMap(axis -> along(axis).stream())
                .toList();
    }

    private List<Results.Contrast> along(Axis axis) {
        Map<String, List<Compared>> families = new LinkedHashMap<>();
        for (Pair pair : pairs(axis)) {
            compared(pair)
                    .ifPresent(compared -> families.computeIfAbsent(axis.family(pair.cell()), key -> new ArrayList<>())
                            .add(compared));
        }
        List<Results.Contrast> contrasts = new ArrayList<>();
        for (List<Compared> family : families.values()) {
            double[] adjusted = Holm.adjusted(family.stream()
                    .mapToDouble(compared -> compared.contrast().pValue())
                    .toArray());
            for (int i = 0; i < adjusted.length; i++) {
                contrasts.add(contrast(axis, family.get(i), adjusted[i]));
            }
        }
        return contrasts;
    }

    /** Empty when no block has both. */
    private Optional<Compared> compared(Pair pair) {
        if (!plan.profile().interleaved()) {
            double[] cell = successive.logarithms(pair.cell().key());
            double[] base = successive.logarithms(pair.base().key());
            return Optional.of(new Compared(pair, Contrast.unpaired(cell, base), RobustContrast.unpaired(cell, base)));
        }
        double[] differences = differences(pair);
        return Arrays.stream(differences).allMatch(Double::isNaN)
                ? Optional.empty()
                : Optional.of(new Compared(pair, Contrast.of(differences), RobustContrast.paired(differences)));
    }

    private Results.Contrast contrast(Axis axis, Compared compared, double pAdjusted) {
        Contrast contrast = compared.contrast();
        Cell cell = compared.pair().cell();
        Cell base = compared.pair().base();
        double margin = history.margin(cell, base);
        Contrast robust = compared.robust();
        Verdict ofMean = Verdict.of(contrast, pAdjusted, margin);
        Verdict verdict = RobustContrast.agreed(ofMean, robust, margin);
        boolean interval = Double.isFinite(robust.high());
        return new Results.Contrast(
                axis,
                base.key(),
                cell.key(),
                contrast.ratio(),
                low(contrast),
                high(contrast),
                pAdjusted,
                contrast.blocks(),
                margin,
                verdict,
                new Results.Robust(
                        robust.ratio(),
                        interval ? (Double) robust.low() : null,
                        interval ? (Double) robust.high() : null,
                        verdict == ofMean));
    }

    /**
     * Over the rows, along the axis that the run was to settle; empty where a mean says nothing.
     *
     * @param disturbed the keys of cells that a reader must be told of
     */
    List<Mean> means(Set<String> disturbed) {
        Axis axis = plan.goal().contrast();
        Map<Values, List<Pair>> rows = new LinkedHashMap<>();
        if (WITH_MEANS.contains(axis)) {
            for (Pair pair : pairs(axis)) {
                Cell cell = pair.cell();
                rows.computeIfAbsent(
                                new Values(
                                        cell.topology(),
                                        axis == Axis.SERVER ? null : cell.server(),
                                        value(axis, pair.base()),
                                        value(axis, cell)),
                                key -> new ArrayList<>())
                        .add(pair);
            }
        }
        List<Mean> means = new ArrayList<>();
        rows.forEach((values, pairs) -> mean(pairs)
                .ifPresent(mean -> means.add(new Mean(
                        axis,
                        values.topology(),
                        values.server(),
                        values.base(),
                        values.value(),
                        mean.ratio(),
                        low(mean),
                        high(mean),
                        pairs.size(),
                        mean.blocks(),
                        pairs.stream()
                                .flatMap(pair ->
                                        Stream.of(pair.base().key(), pair.cell().key()))
                                .filter(disturbed::contains)
                                .distinct()
                                .toList()))));
        return means;
    }

    /** Empty when the rows have no block in common. */
    private Optional<Contrast> mean(List<Pair> pairs) {
        if (!plan.profile().interleaved()) {
            return Optional.of(Contrast.unpairedMean(
                    pairs.stream()
                            .map(pair -> successive.logarithms(pair.cell().key()))
                            .toList(),
                    pairs.stream()
                            .map(pair -> successive.logarithms(pair.base().key()))
                            .toList()));
        }
        List<double[]> differences = pairs.stream().map(this::counted).toList();
        return haveABlockInCommon(differences) ? Optional.of(Contrast.mean(differences)) : Optional.empty();
    }

    /** Two drivers may have a version of the same number. */
    private static String value(Axis axis, Cell cell) {
        return (axis == Axis.VERSION ? Axis.DRIVER : axis).value(cell);
    }

    private boolean haveABlockInCommon(List<double[]> rows) {
        int blocks = rows.stream().mapToInt(row -> row.length).min().orElse(0);
        return IntStream.range(0, blocks).anyMatch(block -> rows.stream().noneMatch(row -> Double.isNaN(row[block])));
    }

    private List<Pair> pairs(Axis axis) {
        List<Cell> cells =
                plan.cells().stream().filter(cell -> ok.contains(cell.key())).toList();
        return axis.pairs(plan, cells, plan.goal().baseGlob()).stream()
                .filter(history::equallyLong)
                .toList();
    }

    /** ln(cell) − ln(base) of each block; NaN where one of them is missing. */
    private double[] differences(Pair pair) {
        double[] cell = logarithms(pair.cell());
        double[] base = logarithms(pair.base());
        return IntStream.range(0, cell.length)
                .mapToDouble(block -> cell[block] - base[block])
                .toArray();
    }

    /** The differences from the first block on that counts: of a row that did not settle at first that is a later one. */
    private double[] counted(Pair pair) {
        double[] all = differences(pair);
        int first = Math.max(
                history.setAside(pair.cell().rowKey()),
                history.setAside(pair.base().rowKey()));
        return Arrays.copyOfRange(all, Math.min(first, all.length), all.length);
    }

    private double[] logarithms(Cell cell) {
        return logarithms.computeIfAbsent(
                cell.key(),
                key -> Arrays.stream(history.scores(key, history.lastBlock()))
                        .map(Math::log)
                        .toArray());
    }

    /** The lower end of the interval; null where one block gives none. */
    static @Nullable Double low(Contrast contrast) {
        return contrast.blocks() < 2 ? null : (Double) contrast.low();
    }

    /** The upper end of the interval; null where one block gives none. */
    static @Nullable Double high(Contrast contrast) {
        return contrast.blocks() < 2 ? null : (Double) contrast.high();
    }
}
