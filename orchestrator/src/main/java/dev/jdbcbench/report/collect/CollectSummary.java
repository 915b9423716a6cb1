package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The summary of a collection in sentences: what the distance costs, which rows it costs most, and how well the model
 * explains it. No sentence claims more than the numbers support.
 */
public final class CollectSummary {
    private final Collected collected;
    private final CellName names;
    private final List<Row> rows;

    private CollectSummary(Collected collected) {
        this.collected = collected;
        this.names = collected.names();
        this.rows = collected.rows().stream()
                .filter(row -> Double.isFinite(row.ratio()) && Double.isFinite(row.differenceMicros()))
                .toList();
    }

    /** Whether distance changes the ranking of what is compared. */
    static String ranking(Collected collected) {
        return new CollectSummary(collected).effectOnRanking();
    }

    /** Three sentences; a single one if no cell has both sides. */
    public static List<String> of(Collected collected) {
        CollectSummary summary = new CollectSummary(collected);
        return summary.rows.isEmpty()
                ? List.of("Nothing was measured both local and distant, so there is nothing to say about distance.")
                : List.of(summary.cost(), summary.effectOnRanking(), summary.quality());
    }

    /** The cost of distance, for the row with the median ratio. It is one real row, so its numbers belong together. */
    private String cost() {
        Row median = rows.stream()
                .sorted(Comparator.comparingDouble(Row::ratio))
                .toList()
                .get((rows.size() - 1) / 2);
        String which = rows.size() == 1
                ? "The only row, " + name(median) + ","
                : "The middle one of " + rows.size() + " rows, " + name(median) + ",";
        String amounts =
                Numbers.time(Objects.requireNonNullElse(median.distant().score(), Double.NaN))
                        + " instead of "
                        + Numbers.time(Objects.requireNonNullElse(median.local().score(), Double.NaN))
                        + ", a difference of " + Numbers.signedTime(median.differenceMicros());
        String takes =
                " takes " + Numbers.ratio(median.ratio()) + " times as long with the database distant: " + amounts;
        if (median.explained().cause() == Cause.NOT_CERTAIN) {
            return which + takes + ", but that may be chance: " + CollectCauses.uncertainty(List.of(median)) + ".";
        }
        return median.differenceMicros() <= 0
                ? which + " is no slower with the database distant: " + amounts + " (ratio "
                        + Numbers.ratio(median.ratio()) + ")."
                : which + takes + why(median) + ".";
    }

    private String name(Row row) {
        return names.row(row.subject()) + ", " + DriverName.of(row.subject());
    }

    private static String why(Row row) {
        Cause cause = row.explained().cause();
        Double counted = row.traffic().roundTripsCounted();
        Double latency = row.explained().latencyMicros();
        String waits = counted == null || counted == 0 || latency == null
                ? ""
                : "it waits for the network " + often(counted) + ", "
                        + (counted == 1
                                ? "for " + Numbers.time(latency)
                                : Numbers.time(latency / counted) + " each time");
        if (cause == Cause.BYTES) {
            return ", mostly because " + bytes(row) + " have to pass the link" + (waits.isEmpty() ? "" : "; " + waits);
        }
        if (!waits.isEmpty()) {
            return cause == Cause.ROUND_TRIPS
                    ? ", mostly because " + waits
                    : "; " + waits + ", which does not explain it";
        }
        if (row.traffic().circular()) {
            return "; it is one of those from which the RTT was found";
        }
        return row.traffic().roundTripsImplied() == null
                ? "; what it waits for is not known"
                : "; that is as much as "
                        + Numbers.times(row.traffic().roundTripsImplied().value())
                        + " times the RTT, but the round trips were not counted";
    }

    private static String bytes(Row row) {
        Long up = row.traffic().bytesUp();
        Long down = row.traffic().bytesDown();
        return up == null || down == null ? "its bytes" : (up + down) + " bytes";
    }

    private static String often(double times) {
        String count = Numbers.count(times);
        return count.equals("1") ? "once" : count.equals("2") ? "twice" : count + " times";
    }

    private String effectOnRanking() {
        List<Comparison> both = collected.comparisons().stream()
                .filter(comparison -> comparison.local() != null && comparison.distant() != null)
                .toList();
        List<Comparison> turned = both.stream()
                .filter(comparison -> comparison.order() == Order.CHANGES)
                .toList();
        long same = both.stream()
                .filter(comparison -> comparison.order() == Order.SAME)
                .count();
        if (!turned.isEmpty()) {
            Comparison first = turned.get(0);
            return "Distance flips the ranking in " + turned.size() + " of "
                    + counted(both.size(), "comparison") + ": " + (turned.size() == 1 ? "in " : "for one, in ")
                    + names.on(first.server(), first.subject()) + " " + ComparisonTables.ahead(first, first.local())
                    + " is ahead local and "
                    + ComparisonTables.ahead(first, first.distant()) + " distant.";
        }
        if (same > 0) {
            return same == both.size()
                    ? "Distance changed no driver ranking: " + counted(both.size(), "comparison")
                            + ", all decided on both sides."
                    : "Distance changed no driver ranking in the " + same + " of " + counted(both.size(), "comparison")
                            + " that are decided on both sides; "
                            + (both.size() - same == 1 ? "1 is not." : both.size() - same + " are not.");
        }
        return extremes() + (both.isEmpty() ? "." : "; no comparison of the two sides is decided.");
    }

    /** The rows that distance costs least and most; without the full stop. */
    private String extremes() {
        List<Row> byCost = rows.stream()
                .sorted(Comparator.comparingDouble(Row::differenceMicros))
                .toList();
        Row least = byCost.get(0);
        Row most = byCost.get(byCost.size() - 1);
        return byCost.size() == 1
                ? "One row cannot show where distance costs more"
                : "The distance costs least in " + costs(least) + ", and most in " + costs(most);
    }

    private String costs(Row row) {
        return name(row) + " (" + Numbers.signedTime(row.differenceMicros()) + ", " + Numbers.ratio(row.ratio())
                + " times as long)";
    }

    private String quality() {
        List<Row> predicted = rows.stream()
                .filter(row -> row.explained().residualMicros() != null
                        && Double.isFinite(row.explained().residualMicros()))
                .toList();
        List<Row> tested =
                predicted.stream().filter(row -> !row.traffic().circular()).toList();
        if (predicted.isEmpty()) {
            return "No row is explained: " + missing() + ".";
        }
        if (tested.isEmpty()) {
            return "It is unknown whether the model explains this: the RTT was derived from the rows that it would"
                    + " have to explain.";
        }
        Row worst = tested.stream()
                .max(Comparator.comparingDouble(CollectSummary::residual))
                .orElseThrow();
        double median =
                Summary.median(tested.stream().map(CollectSummary::residual).toList());
        String differs = "Local time, round trips and transfer predict "
                + (tested.size() == rows.size() ? "" : tested.size() + " of ")
                + (rows.size() == 1 ? "the row" : rows.size() + " rows")
                + (tested.size() == 1
                        ? " with an error of " + Numbers.time(median)
                        : " with a median error of " + Numbers.time(median) + ", and " + Numbers.time(residual(worst))
                                + " at worst (" + name(worst) + ")");
        return differs + labels() + (impliedRtt() ? "; the RTT was not measured, but found from other rows." : ".");
    }

    private String labels() {
        List<String> parts = Stream.of(Cause.values())
                .filter(cause -> rows.stream().anyMatch(row -> row.explained().cause() == cause))
                .map(cause -> rows.stream()
                                .filter(row -> row.explained().cause() == cause)
                                .count() + " " + cause)
                .toList();
        return rows.size() == 1 || parts.isEmpty() ? "" : "; " + String.join(", ", parts);
    }

    private String missing() {
        if (rtt() == null) {
            return "the RTT is not known";
        }
        if (impliedRtt()) {
            return "the RTT was not measured, and an RTT inferred from the rows can't be used to explain them";
        }
        return rows.stream().allMatch(row -> row.traffic().roundTripsCounted() == null)
                ? "the round trips were not counted"
                : "the RTT or the round trips of each are not known";
    }

    private @Nullable Double rtt() {
        Rtt rtt = collected.rtt();
        return rtt == null ? null : rtt.medianMicros();
    }

    private boolean impliedRtt() {
        Rtt rtt = collected.rtt();
        return rtt != null && rtt.source().equals(Rtt.IMPLIED);
    }

    private static double residual(Row row) {
        return Math.abs(Objects.requireNonNullElse(row.explained().residualMicros(), 0.0));
    }

    private static String counted(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
