package dev.jdbcbench.parts;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Link;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The parts of operations near and far. On each side, the measured time is the driver's own code, the round trips as measured by
 * the pings, and the rest: the server's work, the kernel beyond a ping, and cold caches. So the parts add up, and the table and the
 * sentences are of the same numbers.
 */
final class Distance {
    private static final double HUNDRED = 100;

    private final Collected collected;
    private final List<Operation> operations = new ArrayList<>();

    /** One side of an operation. */
    private record Side(double micros, double waiting) {
        double part() {
            return waiting / micros;
        }
    }

    private record Operation(Row row, Side near, Side far) {
        double trips() {
            return Objects.requireNonNull(row.traffic().roundTripsCounted());
        }

        @Nullable
        Double own() {
            return row.ownMicros();
        }
    }

    Distance(Collected collected) {
        this.collected = collected;
        for (Row row : collected.rows()) {
            Rtt rtt = rtt(row);
            Double trips = row.traffic().roundTripsCounted();
            Double near = row.local().score();
            Double far = row.distant().score();
            if (rtt != null
                    && rtt.source().equals(Rtt.MEASURED)
                    && rtt.medianMicros() != null
                    && rtt.localMedianMicros() != null
                    && trips != null
                    && near != null
                    && far != null) {
                operations.add(new Operation(
                        row,
                        new Side(near, trips * rtt.localMedianMicros()),
                        new Side(far, trips * rtt.medianMicros())));
            }
        }
    }

    private @Nullable Rtt rtt(Row row) {
        Link link = collected.links().get(row.subject().server());
        return link == null || link.rtt() == null ? collected.rtt() : link.rtt();
    }

    /** The table: percentages where there is little room, else times. */
    Grid table(Medium medium) {
        CellName names = collected.names();
        Columns<Operation> columns = new Columns<Operation>()
                .name("operation", "operation", one -> names.row(one.row().subject()))
                .name("driver", "driver", one -> DriverName.of(one.row().subject()));
        boolean percent = medium == Medium.BRIEF;
        side(columns, "near", Operation::near, percent);
        side(columns, "far", Operation::far, percent);
        return columns.grid(operations);
    }

    private static void side(Columns<Operation> columns, String name, Function<Operation, Side> side, boolean percent) {
        String unit = percent ? "" : " µs";
        columns.known(name + "Own", name + ": own" + unit, one -> own(one, side.apply(one), percent), look(percent))
                .number(
                        name + "Trips",
                        (percent ? "" : name + ": ") + "round trips" + unit,
                        one -> part(side.apply(one).waiting(), side.apply(one), percent),
                        look(percent))
                .number(
                        name + "Rest",
                        (percent ? "" : name + ": ") + "rest" + unit,
                        one -> part(rest(one, side.apply(one)), side.apply(one), percent),
                        look(percent));
    }

    private static Function<Double, String> look(boolean percent) {
        return percent ? Numbers::percent : Numbers::micros;
    }

    private static @Nullable Double own(Operation one, Side side, boolean percent) {
        Double own = one.own();
        return own == null ? null : (Double) part(own, side, percent);
    }

    private static double part(double micros, Side side, boolean percent) {
        return percent ? HUNDRED * micros / side.micros() : micros;
    }

    private static double rest(Operation one, Side side) {
        Double own = one.own();
        return side.micros() - side.waiting() - (own == null ? 0 : own);
    }

    /** What waits, and what the choice of a driver changes: medians over the rows of the table. */
    List<String> sentences() {
        Rtt rtt = collected.rtt();
        if (operations.isEmpty() || rtt == null || rtt.medianMicros() == null) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("At an RTT of " + Numbers.time(rtt.medianMicros()) + ", round trips are "
                + median(operations, one -> one.far().part()) + " % of an operation ("
                + median(operations, one -> one.near().part()) + " % near)"
                + choice().map(part -> "; the choice of driver is " + part).orElse("")
                + (operations.size() == 1 ? "." : ". Medians of " + operations.size() + " cells."));
        differing().ifPresent(lines::add);
        return lines;
    }

    private static String median(List<Operation> of, ToDoubleFunction<Operation> part) {
        return percent(Summary.median(of.stream().map(part::applyAsDouble).toList()));
    }

    private static String percent(double part) {
        return Numbers.percent(HUNDRED * part);
    }

    /** The operations of several drivers, by what they have in common. */
    private Map<String, List<Operation>> byOperation() {
        CellName names = collected.names();
        Map<String, List<Operation>> all = new LinkedHashMap<>();
        operations.forEach(one -> all.computeIfAbsent(names.row(one.row().subject()), key -> new ArrayList<>())
                .add(one));
        all.values().removeIf(of -> of.size() < 2);
        return all;
    }

    private static boolean sameTrips(List<Operation> of) {
        return of.stream().allMatch(one -> Math.abs(one.trips() - of.get(0).trips()) < 0.5);
    }

    /**
     * What the slowest driver costs more than the fastest, as a part of an operation far away, where all need the same round trips. The
     * difference is that of the near side, where it is measured better: such drivers differ by the same time at any distance.
     */
    private Optional<String> choice() {
        List<Double> parts = byOperation().values().stream()
                .filter(Distance::sameTrips)
                .map(of -> spread(of, one -> one.near().micros())
                        / of.stream()
                                .mapToDouble(one -> one.far().micros())
                                .average()
                                .orElseThrow())
                .toList();
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(percent(Summary.median(parts)) + " %"
                        + (byOperation().size() == parts.size() ? "" : " where drivers need the same round trips"));
    }

    private static double spread(List<Operation> of, ToDoubleFunction<Operation> time) {
        return of.stream().mapToDouble(time).max().orElseThrow()
                - of.stream().mapToDouble(time).min().orElseThrow();
    }

    /** The operation in which the choice of a driver matters most, because drivers need different round trips. */
    private Optional<String> differing() {
        return byOperation().entrySet().stream()
                .filter(of -> !sameTrips(of.getValue()))
                .max((one, other) -> Double.compare(
                        spread(one.getValue(), Operation::trips), spread(other.getValue(), Operation::trips)))
                .map(most -> {
                    List<Operation> of = most.getValue();
                    return "The choice of driver matters most in " + most.getKey() + ": "
                            + Numbers.count(of.stream()
                                    .mapToDouble(Operation::trips)
                                    .min()
                                    .orElseThrow())
                            + " to "
                            + Numbers.count(
                                    of.stream()
                                            .mapToDouble(Operation::trips)
                                            .max()
                                            .orElseThrow(),
                                    "round trip")
                            + ".";
                });
    }
}
