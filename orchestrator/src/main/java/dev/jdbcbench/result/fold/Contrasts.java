package dev.jdbcbench.result.fold;

import dev.jdbcbench.next.Comparing;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.Estimated;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Axis.Pair;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.Comparison;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.RobustContrast;
import dev.jdbcbench.statistics.contrast.RowMean;
import dev.jdbcbench.statistics.contrast.VariancePrior;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.turn.QuietRegime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the measured cells of a run: block by block, see {@link Comparing}. If all forks of a cell ran before those of the
 * next one, it compares all forks of one with all forks of the other. Pure.
 */
final class Contrasts {
    /** Axes with means over rows. Over modes, numbers of threads or distances, a mean would mix different things. */
    private static final Set<Axis> WITH_MEANS = EnumSet.of(Axis.DRIVER, Axis.VERSION, Axis.SERVER, Axis.TRANSPORT);

    private static final double CONFIDENCE = 0.95;

    private final Plan plan;
    private final History history;
    private final SuccessiveForks successive;
    private final Set<String> ok;
    private final VariancePrior prior;

    /** @param ok keys of the cells that have a score */
    Contrasts(Plan plan, History history, Set<String> ok) {
        this.plan = plan;
        this.history = history;
        this.successive = new SuccessiveForks(plan, history);
        this.ok = Set.copyOf(ok);
        this.prior = plan.profile().interleaved() ? history.comparing().prior() : VariancePrior.NONE;
    }

    /**
     * Two cells.
     *
     * @param plain the ratio without adjustment for host disturbances
     */
    private record Compared(Pair pair, LogRatio ratio, LogRatio plain, Contrast robust) {}

    /** Two values of an axis, compared in one place. */
    private record Values(Topology topology, @Nullable String server, String base, String value) {}

    /** Comparisons along every axis, in the order of the plan. */
    List<Results.Contrast> all() {
        return Arrays.stream(Axis.values())
                .flatMap(axis -> along(axis).stream())
                .toList();
    }

    /** The comparisons along the axis that the run was planned to compare, before anything is tested. */
    List<Estimated> estimates() {
        return pairs(plan.goal().contrast()).stream()
                .flatMap(pair -> compared(pair).stream())
                .map(compared -> new Estimated(compared.pair(), compared.ratio(), compared.robust()))
                .toList();
    }

    private List<Results.Contrast> along(Axis axis) {
        Map<String, List<Compared>> families = new LinkedHashMap<>();
        for (Pair pair : pairs(axis)) {
            compared(pair)
                    .ifPresent(compared -> families.computeIfAbsent(axis.family(pair.cell()), key -> new ArrayList<>())
                            .add(compared));
        }
        // A gate ends a row as soon as it is below the limit, which favours small scatter.
        double significance = plan.goal().failAbove() == null ? Claims.SIGNIFICANCE : Claims.EARLY_SIGNIFICANCE;
        List<Results.Contrast> contrasts = new ArrayList<>();
        for (List<Compared> family : families.values()) {
            List<Comparison> compared =
                    ComparisonFamily.of(family.stream().map(Compared::ratio).toList(), Claims.MARGIN, significance);
            for (int i = 0; i < compared.size(); i++) {
                contrasts.add(contrast(axis, family.get(i), compared.get(i)));
            }
        }
        return contrasts;
    }

    /** Empty when no block has both cells. */
    private Optional<Compared> compared(Pair pair) {
        if (!plan.profile().interleaved()) {
            double[] cell = successive.logarithms(pair.cell().key());
            double[] base = successive.logarithms(pair.base().key());
            LogRatio ratio = LogRatio.unpaired(cell, base);
            return Optional.of(new Compared(pair, ratio, ratio, RobustContrast.unpaired(cell, base)));
        }
        Comparing.Samples samples = history.comparing().samples(pair);
        return samples.size() == 0
                ? Optional.empty()
                : Optional.of(new Compared(
                        pair,
                        prior.moderate(samples.values()),
                        prior.moderate(samples.plain()),
                        RobustContrast.paired(samples.values())));
    }

    private static Results.Contrast contrast(Axis axis, Compared compared, Comparison comparison) {
        Contrast contrast = Contrast.of(compared.ratio());
        Contrast robust = compared.robust();
        Verdict verdict = RobustContrast.agreed(comparison.verdict(), contrast.ratio(), robust, Claims.MARGIN);
        boolean agrees = verdict == comparison.verdict();
        boolean interval = Double.isFinite(robust.high());
        boolean disturbed = QuietRegime.QuietContrast.differ(compared.ratio(), compared.plain(), CONFIDENCE);
        return new Results.Contrast(
                axis,
                compared.pair().base().key(),
                compared.pair().cell().key(),
                contrast.ratio(),
                low(contrast),
                high(contrast),
                comparison.adjustedP(),
                contrast.blocks(),
                Claims.MARGIN,
                verdict,
                agrees ? comparison.text() : "not decided: the median of the forks does not agree with their mean",
                disturbed ? (Double) compared.plain().ratio() : null,
                new Results.Robust(
                        robust.ratio(),
                        interval ? (Double) robust.low() : null,
                        interval ? (Double) robust.high() : null,
                        agrees));
    }

    /**
     * Means over the rows, along the axis that the run was planned to compare; empty where a mean makes no sense.
     *
     * @param compared the comparisons of the run: a mean has no interval if none of its rows is decided
     * @param disturbed keys of cells that the result must flag
     */
    List<Mean> means(List<Results.Contrast> compared, Set<String> disturbed) {
        Axis axis = plan.goal().contrast();
        Set<String> decided = compared.stream()
                .filter(contrast -> contrast.axis() == axis && contrast.verdict() != Verdict.UNDECIDED)
                .map(Results.Contrast::cell)
                .collect(Collectors.toSet());
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
        rows.forEach((values, pairs) -> mean(pairs).ifPresent(mean -> {
            boolean any =
                    pairs.stream().anyMatch(pair -> decided.contains(pair.cell().key()));
            means.add(new Mean(
                    axis,
                    values.topology(),
                    values.server(),
                    values.base(),
                    values.value(),
                    mean.ratio(),
                    any ? low(mean) : null,
                    any ? high(mean) : null,
                    pairs.size(),
                    mean.blocks(),
                    pairs.stream()
                            .flatMap(pair ->
                                    Stream.of(pair.base().key(), pair.cell().key()))
                            .filter(disturbed::contains)
                            .distinct()
                            .toList()));
        }));
        return means;
    }

    /** Empty if a row has no block with both cells. */
    private Optional<Contrast> mean(List<Pair> pairs) {
        if (!plan.profile().interleaved()) {
            return Optional.of(Contrast.of(LogRatio.unpairedMean(
                    pairs.stream()
                            .map(pair -> successive.logarithms(pair.cell().key()))
                            .toList(),
                    pairs.stream()
                            .map(pair -> successive.logarithms(pair.base().key()))
                            .toList())));
        }
        List<double[]> samples = pairs.stream()
                .map(pair -> history.comparing().samples(pair).values())
                .toList();
        return samples.stream().anyMatch(row -> row.length == 0)
                ? Optional.empty()
                : Optional.of(Contrast.of(RowMean.of(samples)));
    }

    /** Versions include the driver's name, because two drivers may have the same version number. */
    private static String value(Axis axis, Cell cell) {
        return (axis == Axis.VERSION ? Axis.DRIVER : axis).value(cell);
    }

    private List<Pair> pairs(Axis axis) {
        List<Cell> cells =
                plan.cells().stream().filter(cell -> ok.contains(cell.key())).toList();
        return axis.pairs(plan, cells, plan.goal().baseGlob());
    }

    /** Lower limit of the interval; null when too few blocks give none. */
    static @Nullable Double low(Contrast contrast) {
        return Double.isInfinite(contrast.high()) ? null : (Double) contrast.low();
    }

    /** Upper limit of the interval; null when too few blocks give none. */
    static @Nullable Double high(Contrast contrast) {
        return Double.isInfinite(contrast.high()) ? null : (Double) contrast.high();
    }
}
