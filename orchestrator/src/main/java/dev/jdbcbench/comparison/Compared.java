package dev.jdbcbench.comparison;

import dev.jdbcbench.expected.Accepted;
import dev.jdbcbench.expected.Amount;
import dev.jdbcbench.expected.Deviation;
import dev.jdbcbench.expected.Expected;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Estimated;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.LimitTest;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.RobustContrast;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A candidate compared with a base, row by row: two drivers of one run, or two runs.
 *
 * @param base the name of what the candidate is compared with
 * @param candidate the name of the candidate
 * @param limits the limits of the gate; null without a gate
 * @param allocations whether the gate also judges the bytes that an operation allocates
 * @param paired whether both were measured in the same groups
 * @param rows largest increase first
 * @param unpaired rows that could not be compared
 * @param warnings what weakens the comparison, in sentences
 * @param runs IDs of the runs behind it
 * @param accepted rows that fail, and are accepted
 */
public record Compared(
        String base,
        String candidate,
        @Nullable Limits limits,
        boolean allocations,
        boolean paired,
        List<Row> rows,
        List<Unpaired> unpaired,
        List<String> warnings,
        List<String> runs,
        List<Accepted> accepted) {
    public Compared {
        rows = rows.stream()
                .sorted(Comparator.comparingDouble(
                        (Row row) -> -row.change().ratio().mean()))
                .toList();
        unpaired = List.copyOf(unpaired);
        warnings = List.copyOf(warnings);
        runs = List.copyOf(runs);
        accepted = List.copyOf(accepted);
    }

    /**
     * One row of both.
     *
     * @param confirmation the change in the second set of fresh forks; null if none was needed, or there was no time
     * @param allocatesMoreAgain whether the candidate allocates more in the second set, too; null without a second set
     */
    public record Row(
            CellResult base,
            CellResult candidate,
            Change change,
            @Nullable Change confirmation,
            @Nullable Boolean allocatesMoreAgain) {
        /**
         * Limit for allocations: those of equal drivers in the same groups mostly agreed within 0.1 %. A second set of
         * forks confirms an increase.
         */
        private static final double MORE = 1.01;

        private static final double LEAST_BYTES = 1;

        /** Whether an operation allocates over 1 % more bytes, by the first set of forks. */
        boolean firstAllocatesMore() {
            Double before = base.cost().allocBytesPerOp();
            Double after = candidate.cost().allocBytesPerOp();
            return before != null && after != null && after > before * MORE && after - before >= LEAST_BYTES;
        }

        /** The row, whatever the versions and the other rows. */
        public RowId id() {
            return RowId.of(candidate.cell());
        }

        /** Whether an operation allocates over 1 % more bytes, by all forks. */
        public boolean allocatesMore() {
            return firstAllocatesMore() && !Boolean.FALSE.equals(allocatesMoreAgain);
        }

        /** The outcome of the gate: above the limit only if fresh forks confirm it. */
        public Outcome outcome() {
            return change.outcome() == Outcome.ABOVE && confirmation != null && confirmation.outcome() != Outcome.ABOVE
                    ? Outcome.OPEN
                    : change.outcome();
        }

        /** Whether nothing about the row needs attention. */
        public boolean calm() {
            return !allocatesMore() && alike();
        }

        private boolean alike() {
            return change.verdict() == Verdict.EQUAL
                    || (change.verdict() == Verdict.UNDECIDED && change.outcome() == Outcome.BELOW);
        }

        private Row confirmedBy(@Nullable Row fresh) {
            return fresh == null ? this : new Row(base, candidate, change, fresh.change(), fresh.firstAllocatesMore());
        }
    }

    /**
     * A change from base to candidate.
     *
     * @param low lower limit of the interval: of the test against the limit if there is one, otherwise of the verdict
     * @param high upper limit of the interval; infinite if unbounded
     * @param verdict whether the two differ, regardless of the limit
     * @param outcome result of the test against the limit; {@link Outcome#OPEN} without a limit
     * @param groupsToDecide estimated number of groups needed to decide, at the current scatter; 0 if there can be no more
     *     groups, because a run was imported
     */
    public record Change(
            LogRatio ratio, double low, double high, Verdict verdict, Outcome outcome, int groupsToDecide) {
        /** Whether the gate has its answer, or has had enough groups for one. */
        boolean tested() {
            return outcome != Outcome.OPEN || ratio.groups() >= LimitTest.FEWEST_GROUPS;
        }
    }

    /** A pair of cells with estimates of their ratio. */
    private record Pair(CellResult base, CellResult candidate, LogRatio ratio, Contrast robust, Verdict verdict) {}

    /** The limit above which a row fails: 0.05 for 5 % longer; null without a gate. */
    public @Nullable Double failAbove() {
        return limits == null ? null : (Double) limits.above();
    }

    /**
     * Compares two drivers of a run.
     *
     * @param limits the limits of the gate; null without one
     * @param allocations whether the gate also judges allocated bytes
     * @throws IllegalArgumentException if the run has no two drivers
     */
    public static Compared of(Fold run, @Nullable Limits limits, boolean allocations) {
        Results results = run.results();
        List<String> drivers =
                results.cells().stream().map(Compared::driver).distinct().toList();
        if (drivers.size() != 2) {
            throw new IllegalArgumentException("two drivers are compared, not " + drivers);
        }
        Map<String, CellResult> cells = new LinkedHashMap<>();
        results.cells().forEach(cell -> cells.put(cell.key(), cell));
        List<Pair> pairs = new ArrayList<>();
        Set<String> paired = new LinkedHashSet<>();
        for (Estimated estimated : run.estimates()) {
            String base = estimated.pair().base().key();
            String candidate = estimated.pair().cell().key();
            paired.add(base);
            paired.add(candidate);
            pairs.add(new Pair(
                    Objects.requireNonNull(cells.get(base)),
                    Objects.requireNonNull(cells.get(candidate)),
                    estimated.ratio(),
                    estimated.robust(),
                    results.contrasts().stream()
                            .filter(contrast -> contrast.base().equals(base)
                                    && contrast.cell().equals(candidate)
                                    && contrast.axis() == results.effort().contrast())
                            .map(Results.Contrast::verdict)
                            .findFirst()
                            .orElse(Verdict.UNDECIDED)));
        }
        return new Compared(
                drivers.get(0),
                drivers.get(1),
                limits,
                allocations,
                true,
                rows(pairs, limits, true),
                unpaired(results, drivers.get(0), drivers.get(1), paired),
                results.claims()
                        ? List.of()
                        : List.of(
                                "The forks are too short or too few for claims about times; the profile thorough has more."),
                List.of(results.run()),
                List.of());
    }

    /**
     * Compares two runs: rows that both have, without pairs, by Welch's method.
     *
     * @param limits the limits of the gate; null without one
     * @param allocations whether the gate also judges allocated bytes
     * @throws dev.jdbcbench.failure.Failure.Input when no row was planned in both
     */
    public static Compared of(Fold base, Fold candidate, @Nullable Limits limits, boolean allocations) {
        Matching matching = Matching.of(base, candidate);
        List<Pair> pairs = new ArrayList<>();
        for (Matching.Two two : matching.pairs()) {
            double[] before = base.logScores(two.base().cell());
            double[] after = candidate.logScores(two.candidate().cell());
            pairs.add(new Pair(
                    two.base(),
                    two.candidate(),
                    LogRatio.unpaired(after, before),
                    RobustContrast.unpaired(after, before),
                    Verdict.UNDECIDED));
        }
        List<Pair> judged = new ArrayList<>();
        List<Verdict> verdicts = ComparisonFamily.of(
                        pairs.stream().map(Pair::ratio).toList(), Claims.MARGIN)
                .stream()
                .map(one -> one.verdict())
                .toList();
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            Verdict verdict =
                    RobustContrast.agreed(verdicts.get(i), pair.ratio().ratio(), pair.robust(), Claims.MARGIN);
            judged.add(new Pair(pair.base(), pair.candidate(), pair.ratio(), pair.robust(), verdict));
        }
        return new Compared(
                matching.base(),
                matching.candidate(),
                limits,
                allocations,
                false,
                rows(
                        judged,
                        limits,
                        !base.results().imported() && !candidate.results().imported()),
                matching.unpaired(),
                List.of(
                        "The two were measured in different runs, not in turns. If the machine changed in between, this looks like"
                                + " a change of the driver. To be sure, measure both in one run: bench compare"
                                + " mariadb@3.5.9 mariadb@target/my.jar"),
                List.of(base.plan().run(), candidate.plan().run()),
                List.of());
    }

    /** The differences between two runs other than their drivers, in words. They may explain a difference in time. */
    public static List<String> differences(Fold base, Fold candidate) {
        return Comparability.settings(List.of(base, candidate));
    }

    /** A copy that includes a second run of fresh forks, for rows above the limit. */
    public Compared confirmedBy(Fold second) {
        Map<String, Row> fresh = of(second, limits, allocations).rows().stream()
                .collect(Collectors.toMap(row -> row.candidate().key(), row -> row));
        return new Compared(
                base,
                candidate,
                limits,
                allocations,
                paired,
                rows.stream()
                        .map(row -> suspicious(row)
                                ? row.confirmedBy(fresh.get(row.candidate().key()))
                                : row)
                        .toList(),
                unpaired,
                warnings,
                Stream.concat(runs.stream(), Stream.of(second.plan().run())).toList(),
                accepted);
    }

    /** @param extensible whether there can be more groups */
    private static List<Row> rows(List<Pair> pairs, @Nullable Limits limits, boolean extensible) {
        List<LogRatio> ratios = pairs.stream().map(Pair::ratio).toList();
        List<Row> rows = new ArrayList<>();
        if (limits == null) {
            var family = ComparisonFamily.of(ratios, Claims.MARGIN);
            for (int i = 0; i < pairs.size(); i++) {
                var interval = family.get(i).printed();
                rows.add(row(
                        pairs.get(i),
                        new Change(
                                ratios.get(i),
                                interval.low(),
                                interval.high(),
                                pairs.get(i).verdict(),
                                Outcome.OPEN,
                                ratios.get(i).groups())));
            }
            return rows;
        }
        List<LimitTest.Result> tests =
                LimitTest.of(ratios, limits.above(), limits.below(), Math.max(1, ratios.size()), Claims.SIGNIFICANCE);
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            LimitTest.Result test = tests.get(i);
            // As with verdicts, a few slow forks must not decide.
            boolean agrees = test.outcome() != Outcome.ABOVE || pair.robust().ratio() > 1 + limits.above();
            rows.add(row(
                    pair,
                    new Change(
                            test.estimate(),
                            test.interval().low(),
                            test.interval().high(),
                            pair.verdict(),
                            agrees ? test.outcome() : Outcome.OPEN,
                            extensible
                                    ? LimitTest.groupsToDecide(
                                            test.estimate(),
                                            limits.above(),
                                            limits.below(),
                                            ratios.size(),
                                            Profile.MOST_FORKS)
                                    : 0)));
        }
        return rows;
    }

    private static Row row(Pair pair, Change change) {
        return new Row(pair.base(), pair.candidate(), change, null, null);
    }

    /** Rows with this outcome of the gate. */
    public List<Row> with(Outcome outcome) {
        return rows.stream().filter(row -> row.outcome() == outcome).toList();
    }

    /** Rows that fail the gate. */
    public List<Row> failing() {
        return rows.stream().filter(row -> above(row) && !accepts(row.id())).toList();
    }

    private boolean above(Row row) {
        return limits != null && (row.outcome() == Outcome.ABOVE || (allocations && row.allocatesMore()));
    }

    /** Rows that the candidate lost, and that are not accepted. */
    public List<Unpaired> lost() {
        return unpaired.stream().filter(row -> row.lost() && !accepts(row.id())).toList();
    }

    private boolean accepts(RowId id) {
        return accepted.stream().anyMatch(one -> one.row().equals(id));
    }

    /** A copy that accepts what is expected. */
    public Compared accepting(Expected expected) {
        return withAccepted(Stream.concat(
                        rows.stream().filter(this::above).map(this::deviation),
                        unpaired.stream().filter(Unpaired::lost).map(Unpaired::deviation))
                .flatMap(found -> expected.accepting(found).stream())
                .toList());
    }

    /** What fails, as a gate may accept it. */
    public List<Deviation> deviations() {
        return Stream.concat(
                        failing().stream().map(this::deviation), lost().stream().map(Unpaired::deviation))
                .toList();
    }

    private Deviation deviation(Row row) {
        Map<Amount, Deviation.Value> amounts = new EnumMap<>(Amount.class);
        if (row.outcome() == Outcome.ABOVE) {
            amounts.put(
                    row.candidate().cell().inMemory() ? Amount.OWN : Amount.TIME,
                    new Deviation.Value(row.change().low(), row.change().ratio().ratio()));
        }
        Double bytes = row.candidate().cost().allocBytesPerOp();
        if (allocations && row.allocatesMore() && bytes != null) {
            amounts.put(Amount.ALLOCATED, Deviation.Value.of(bytes));
        }
        return new Deviation(row.id(), row.candidate().cell().driverVersion(), amounts);
    }

    private Compared withAccepted(List<Accepted> all) {
        return new Compared(base, candidate, limits, allocations, paired, rows, unpaired, warnings, runs, all);
    }

    /** Number of rows for which the gate has its answer, or enough groups for one. */
    public long judged() {
        return rows.stream().filter(row -> row.change().tested()).count()
                + unpaired.stream().filter(Unpaired::judged).count();
    }

    /** Rows that fail the gate by the first set of forks, before confirmation. */
    public List<Row> suspicious() {
        return rows.stream()
                .filter(row -> suspicious(row) && !accepts(row.id()))
                .toList();
    }

    private boolean suspicious(Row row) {
        return limits != null && (row.change().outcome() == Outcome.ABOVE || (allocations && row.firstAllocatesMore()));
    }

    private static String driver(CellResult cell) {
        return DriverName.of(cell.cell().driver(), cell.cell().driverVersion());
    }

    private static List<Unpaired> unpaired(Results results, String base, String candidate, Set<String> paired) {
        Map<String, CellResult> before = byRow(results, base, paired);
        Map<String, CellResult> after = byRow(results, candidate, paired);
        Map<String, CellResult> any = new LinkedHashMap<>(before);
        after.forEach(any::putIfAbsent);
        List<Unpaired> unpaired = new ArrayList<>();
        any.forEach((row, cell) -> {
            Unpaired.Half one = half(base, before.get(row));
            Unpaired.Half other = half(candidate, after.get(row));
            if (results.claims() || !one.result() || !other.result()) {
                unpaired.add(Unpaired.of(RowName.of(cell.cell(), results), one, other));
            }
        });
        return unpaired;
    }

    private static Map<String, CellResult> byRow(Results results, String driver, Set<String> paired) {
        Map<String, CellResult> cells = new LinkedHashMap<>();
        results.cells().stream()
                .filter(cell -> driver(cell).equals(driver) && !paired.contains(cell.key()))
                .forEach(cell -> cells.put(
                        cell.cell().topology() + " " + cell.cell().rowKey() + " "
                                + cell.cell().transport(),
                        cell));
        return cells;
    }

    private static Unpaired.Half half(String driver, @Nullable CellResult cell) {
        return new Unpaired.Half(driver, cell, cell != null && Matching.measured(cell), Matching.withoutTime(cell));
    }
}
