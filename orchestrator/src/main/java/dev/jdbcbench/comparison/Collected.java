package dev.jdbcbench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Local and distant side by side, cell by cell: {@code collect --format json}, a published format. Times are in µs/op. Null
 * means unknown.
 *
 * @param runs IDs of the runs that were read
 * @param incomplete IDs of runs that did not measure everything planned
 * @param comparable whether nothing but the distance differs between the two sides
 * @param differences all other differences, in words
 * @param forced whether runs are shown side by side although they are not comparable
 * @param rtt RTT of the distant side to the first server; null when no distant run was read
 * @param links RTT and bandwidth to each server, by its label
 * @param rows cells that have both sides
 * @param comparisons drivers compared near and far, or cells compared along another axis if {@code --contrast} names one
 * @param advice conclusions from the numbers
 * @param notes caveats for reading the rows
 * @param reference the publication with which the rows are compared; null when there is none
 * @param unpaired cells without a partner on the other side, each with the reason
 */
@JsonPropertyOrder({"schema", "runs"})
public record Collected(
        List<String> runs,
        List<String> incomplete,
        boolean comparable,
        List<String> differences,
        boolean forced,
        @Nullable Rtt rtt,
        Map<String, Link> links,
        List<Row> rows,
        List<Comparison> comparisons,
        List<Advice> advice,
        List<String> notes,
        @Nullable Reference reference,
        List<Unpaired> unpaired) {
    public Collected {
        runs = List.copyOf(runs);
        incomplete = List.copyOf(incomplete);
        differences = List.copyOf(differences);
        links = Collections.unmodifiableMap(new LinkedHashMap<>(links));
        rows = List.copyOf(rows);
        comparisons = List.copyOf(comparisons);
        advice = List.copyOf(advice);
        notes = List.copyOf(notes);
        unpaired = List.copyOf(unpaired);
    }

    /** The names of its cells. */
    public CellName names() {
        return CellName.amongServers(Stream.concat(
                rows.stream().map(row -> row.subject().server()),
                comparisons.stream().map(Comparison::server)));
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "collect/1";
    }

    /**
     * The RTT between client and database host, measured in the database protocol.
     *
     * @param localMedianMicros RTT on one host, the part that is not due to distance; null when it was not measured
     * @param halfWidthMicros half the width of the median's 95 % interval, over the run or, for an implied RTT, over the rows;
     *     null when unknown
     * @param source {@code measured}, or {@code implied by single-round-trip rows}
     * @param drift how the RTT changed during the run, in words; null when it was steady or is unknown
     */
    public record Rtt(
            @Nullable Double medianMicros,
            @Nullable Double p95Micros,
            @Nullable Double localMedianMicros,
            @Nullable Double halfWidthMicros,
            String source,
            @Nullable String drift) {
        /** The runs measured it. */
        public static final String MEASURED = "measured";

        /** Derived from rows that certainly need exactly one round trip. */
        public static final String IMPLIED = "implied by single-round-trip rows";

        /** The RTT added by distance, µs: the median minus the RTT on one host. */
        Optional<Double> ofDistance() {
            return Optional.ofNullable(medianMicros)
                    .map(median -> median - (localMedianMicros == null ? 0 : localMedianMicros));
        }
    }

    /**
     * The network path to a server.
     *
     * @param rtt null when unknown
     * @param upMicrosPerMegabyte time added by distance for each megabyte (10⁶ bytes) from client to server, µs; null when it
     *     was not measured
     * @param downMicrosPerMegabyte time added for each megabyte from server to client, µs; null when it was not measured
     */
    public record Link(
            @Nullable Rtt rtt,
            @Nullable Double upMicrosPerMegabyte,
            @Nullable Double downMicrosPerMegabyte) {}

    /** A number with its interval. */
    public record Value(
            double value, @Nullable Double low, @Nullable Double high) {}

    /** The main cause of the difference between near and far. */
    public enum Label {
        /** The operation waits for network round trips. */
        LATENCY_BOUND("latency-bound"),
        /** The operation transfers more than the link can carry quickly. */
        BANDWIDTH_BOUND("bandwidth-bound"),
        /** Its round trips were not counted, and the bytes it transfers could explain the difference as well. */
        LATENCY_OR_TRANSFER("latency or transfer"),
        /** Neither cause is certain. */
        INCONCLUSIVE("inconclusive");

        private final String text;

        Label(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The model's prediction for a distance that was not measured.
     *
     * @param rttMicros the RTT added by the distance, µs
     * @param micros the time of the operation, µs
     * @param low lower limit of the 95 % interval, µs; null when the local time has no interval
     */
    public record Prediction(
            double rttMicros,
            double micros,
            @Nullable Double low,
            @Nullable Double high) {}

    /** Whether the ranking of two cells changes with distance. */
    public enum Order {
        /** The same cell is faster near and far, conclusively on both sides. */
        SAME,
        /** One is faster near, the other far, conclusively on both sides. */
        CHANGES,
        /** At least one side is inconclusive. */
        UNDECIDED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Two cells that differ along one axis, compared near and far.
     *
     * @param subject what both have in common: {@code Select1Row text}
     * @param base the base's value on the axis: {@code mariadb@4.0.0}
     * @param value the other cell's value on the axis
     * @param baseKey key of the base's row
     * @param key key of the other cell's row
     * @param crossoverMicros the RTT at which the model predicts that the ranking flips; null when it never does, when either
     *     side is inconclusive, or when the interval is unbounded
     * @param crossoverLow lower limit of the 95 % interval, µs
     */
    public record Comparison(
            String server,
            String subject,
            String axis,
            String base,
            String value,
            String baseKey,
            String key,
            @Nullable Side local,
            @Nullable Side distant,
            Order order,
            @Nullable Double crossoverMicros,
            @Nullable Double crossoverLow,
            @Nullable Double crossoverHigh) {}

    /**
     * A comparison in one topology, as the ratio of the other cell to the base.
     *
     * @param paired whether the two cells were measured next to each other, block by block
     * @param pooledVerdict the verdict by JMH's own error, which treats all iterations as independent; null when it was not
     *     requested
     */
    public record Side(
            double ratio,
            @Nullable Double low,
            @Nullable Double high,
            Verdict verdict,
            boolean paired,
            @Nullable Verdict pooledVerdict) {}

    /**
     * A recommendation.
     *
     * @param topology where it applies; null for both
     * @param value the number behind it, with its interval
     * @param unit the unit of the value
     * @param caveat its cost, or when it does not apply; empty when there is none
     */
    public record Advice(
            String server,
            String scenario,
            @Nullable Topology topology,
            String text,
            @Nullable Value value,
            String unit,
            String caveat) {}

    /** A publication whose figures are shown next to the rows, with its caveats. */
    public record Reference(String name, String source, List<String> remarks) {
        public Reference {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Published figures for the same scenario, mode and driver. Only ratios are compared, because absolute times depend on the
     * hosts.
     *
     * @param benchmark the published name
     * @param localMicros µs/op
     * @param ratio distant to local
     * @param percentLocal percentage of the group's published base
     */
    public record Published(
            String benchmark,
            @Nullable Double localMicros,
            @Nullable Double distantMicros,
            @Nullable Double ratio,
            @Nullable Double percentLocal,
            @Nullable Double percentDistant) {}

    /** A cell without a partner. */
    public record Unpaired(String key, String run, Status status, String reason) {}
}
