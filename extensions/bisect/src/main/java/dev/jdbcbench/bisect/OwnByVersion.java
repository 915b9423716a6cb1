package dev.jdbcbench.bisect;

import dev.jdbcbench.bisect.VersionedRow.Point;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What each version's own code costs and allocates, and with which versions that changed. */
final class OwnByVersion {
    /** A wider table fits no page. */
    private static final int MOST_COLUMNS = 8;

    /** With fewer neighbours, no twentieth can be told. */
    private static final int FEWEST_NEIGHBOURS = 20;

    /** A step differs by so many times what neighbours usually do. */
    private static final int NOISE = 3;

    /** The smallest factor of a step. */
    private static final double SMALLEST_STEP = 1.05;

    private final List<String> versions;
    private final List<VersionedRow> known;

    /** The operations that were looked at. */
    OwnByVersion(List<String> versions, List<VersionedRow> rows) {
        this.versions = versions;
        this.known = rows.stream()
                .filter(row -> row.points().stream().anyMatch(point -> point.ownMicros() != null))
                .toList();
    }

    /**
     * One amount of a point.
     *
     * @param side the versions on each side of a step. Looks at own are too high now and then, but hardly three times in a row;
     *     allocations repeat within a few percent
     */
    private record Amount(
            String heading, int side, Function<Point, @Nullable Double> of, Function<Double, String> look) {
        private boolean scatters() {
            return side > 1;
        }
    }

    private static final Amount OWN = new Amount("own, µs", 3, Point::ownMicros, Numbers::micros);
    private static final Amount ALLOCATED = new Amount("bytes", 1, Point::allocBytes, bytes -> Numbers.fixed(bytes, 0));

    /** Tables with a line for each version and a column for each operation. */
    List<Block> text() {
        if (known.isEmpty()) {
            return List.of();
        }
        boolean cold = known.stream()
                .flatMap(row -> row.points().stream())
                .anyMatch(point -> point.ownMicros() != null && !point.warm());
        List<Block> blocks = new ArrayList<>();
        blocks.add(paragraph(
                "What each version's own code costs for one operation, at a look: one JVM, CPU time, no interval."
                        + " Of several looks, the lowest counts. "
                        + scatter()
                        + (cold ? " With *, the driver was still warming up." : "")));
        blocks.addAll(tables(OWN, point -> point.warm() ? "" : "*"));
        blocks.add(paragraph("What it allocates for one operation:"));
        blocks.addAll(tables(ALLOCATED, point -> ""));
        return blocks;
    }

    private static Block paragraph(String sentences) {
        return Block.part(new Block.Paragraph(List.of(sentences)));
    }

    /** All values of an amount, and where it changed. */
    private List<Block> tables(Amount amount, Function<Point, String> sign) {
        List<Block> tables = new ArrayList<>();
        for (int first = 0; first < known.size(); first += MOST_COLUMNS) {
            Columns<String> columns = new Columns<String>().name("version", amount.heading(), version -> version);
            for (VersionedRow row : known.subList(first, Math.min(known.size(), first + MOST_COLUMNS))) {
                columns.number(
                        row.row().row(),
                        row.row().row(),
                        version -> Cell.of(point(row, version)
                                .flatMap(
                                        point -> Optional.ofNullable(amount.of().apply(point))
                                                .map(value -> amount.look().apply(value) + sign.apply(point)))
                                .orElse(ScoreText.NOTHING)));
            }
            tables.add(Block.part(Block.table(columns.grid(versions))));
        }
        List<Step> steps = known.stream()
                .flatMap(row -> steps(row, amount).stream())
                .sorted(Comparator.comparingInt(step -> versions.indexOf(step.version())))
                .toList();
        if (!steps.isEmpty()) {
            tables.add(paragraph(
                    amount.scatters()
                            ? "Where it changed: the " + amount.side() + " versions before and up to " + amount.side()
                                    + " from there on do not overlap. Their medians differ by more than three times what neighbours"
                                    + " of the operation usually do, and at least by 5 %. Versions without a number are skipped."
                                    + " Each line is a hint; bench compare with --transport memory measures it."
                            : "Where it changed by more than 5 % from one version to the next:"));
            tables.add(Block.part(Block.table(new Columns<Step>()
                    .name("version", "version", Step::version)
                    .name("operation", "operation", step -> step.row().row().row())
                    .number("before", "before", Step::before, amount.look())
                    .number("after", "after", Step::after, amount.look())
                    .number("change", "change", step -> Cell.of(step.change()))
                    .grid(steps))));
        }
        return tables;
    }

    private static Optional<Point> point(VersionedRow row, String version) {
        return row.points().stream()
                .filter(point -> point.version().equals(version))
                .findFirst();
    }

    /**
     * An amount that is another one from a version on.
     *
     * @param before the median of the versions before it
     * @param after the median of this version and those after it
     */
    private record Step(String version, VersionedRow row, double before, double after) {
        private String change() {
            return ChangeText.of(after / before, null, null, ChangeText.Form.PERCENT)
                    .change();
        }
    }

    private static List<Step> steps(VersionedRow row, Amount amount) {
        List<Point> points = row.points().stream()
                .filter(point -> amount.of().apply(point) != null)
                .toList();
        List<Double> values = points.stream()
                .map(point -> Objects.requireNonNull(amount.of().apply(point)))
                .toList();
        double apart = amount.scatters()
                ? Math.max(SMALLEST_STEP, 1 + NOISE * (quantile(factors(row, amount), 0.5) - 1))
                : SMALLEST_STEP;
        List<Step> steps = new ArrayList<>();
        int largest = -amount.side();
        for (int i = amount.side(); i < values.size(); i++) {
            List<Double> before = values.subList(i - amount.side(), i);
            List<Double> after = values.subList(i, Math.min(values.size(), i + amount.side()));
            // what disturbs a look only adds to it, so fewer versions suffice for a fall
            boolean rise = after.size() == amount.side() && Collections.min(after) > Collections.max(before);
            boolean fall = Collections.max(after) < Collections.min(before);
            double factor = Summary.median(after) / Summary.median(before);
            if ((rise || fall) && Math.max(factor, 1 / factor) > apart) {
                boolean same = i - largest < amount.side();
                if (same && jump(values, i) <= jump(values, largest)) {
                    continue;
                }
                if (same) {
                    steps.remove(steps.size() - 1);
                }
                steps.add(new Step(points.get(i).version(), row, Summary.median(before), Summary.median(after)));
                largest = i;
            }
        }
        return steps;
    }

    /** How much a value differs from the one before it, whichever is larger. */
    private static double jump(List<Double> values, int i) {
        return Math.abs(Math.log(values.get(i) / values.get(i - 1)));
    }

    /** How far neighbours are apart that exchange the same: what a look's difference has to exceed to mean anything. */
    private String scatter() {
        List<Double> factors =
                known.stream().flatMap(row -> factors(row, OWN).stream()).toList();
        if (factors.size() < FEWEST_NEIGHBOURS) {
            return "Versions that differ by a few percent may cost the same.";
        }
        return "Neighbours that exchange the same differ by a median factor of "
                + Numbers.fixed(quantile(factors, 0.5), 2) + ", and one in twenty by more than "
                + Numbers.fixed(quantile(factors, 0.95), 2)
                + ". A difference of two releases below the latter means nothing.";
    }

    /** Of neighbours that exchange the same, the larger amount divided by the smaller one. */
    private static List<Double> factors(VersionedRow row, Amount amount) {
        List<Double> factors = new ArrayList<>();
        for (int i = 1; i < row.points().size(); i++) {
            Point before = row.points().get(i - 1);
            Point after = row.points().get(i);
            Double was = amount.of().apply(before);
            Double is = amount.of().apply(after);
            if (was != null && is != null && was > 0 && is > 0 && after.same(before, row.row())) {
                factors.add(Math.max(is / was, was / is));
            }
        }
        return factors;
    }

    /** The value at a place of the sorted ones; 1 if there is none. */
    private static double quantile(List<Double> factors, double place) {
        return factors.isEmpty() ? 1 : factors.stream().sorted().toList().get((int) (factors.size() * place));
    }
}
