package dev.jdbcbench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Local and distant side by side, cell by cell: {@code collect --format json}, a published format. Times are µs/op. What is null is not
 * known.
 *
 * @param runs that were read
 * @param incomplete those of them that did not measure all they planned
 * @param comparable whether nothing but the distance differs between the two sides
 * @param differences what else differs, in words
 * @param forced whether they are shown side by side although they are not comparable
 * @param rtt of the distant side, to the first server; null when no distant run was read
 * @param links how far and how wide the way to each server is, by its label
 * @param rows cells that have both sides
 * @param comparisons of drivers near and far, or of what else {@code --contrast} names
 * @param advice that follows from the numbers
 * @param notes what a reader has to know of the rows
 * @param reference the publication that the rows are compared with; null when there is none
 * @param unpaired cells that have no partner on the other side, each with the reason
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

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "collect/1";
    }

    /**
     * The RTT between client and database host inside the database protocol.
     *
     * @param localMedianMicros the same on one host: what of the RTT is not distance; null when it was not measured
     * @param halfWidthMicros half the 95 % interval of the median, over the run or, of one that is implied, over the rows; null when it is
     *     not known
     * @param source {@code measured}, or {@code implied by single-round-trip rows}
     * @param drift how it changed during the run, in words; null when it was steady, or is not known
     */
    public record Rtt(
            @Nullable Double medianMicros,
            @Nullable Double p95Micros,
            @Nullable Double localMedianMicros,
            @Nullable Double halfWidthMicros,
            String source,
            @Nullable String drift) {
        /** It was measured by the runs themselves. */
        public static final String MEASURED = "measured";

        /** It follows from the rows of which one round trip is certain. */
        public static final String IMPLIED = "implied by single-round-trip rows";

        /** The RTT that distance adds, µs: the median less that on one host. */
        Optional<Double> ofDistance() {
            return Optional.ofNullable(medianMicros)
                    .map(median -> median - (localMedianMicros == null ? 0 : localMedianMicros));
        }
    }

    /**
     * The way to a server.
     *
     * @param rtt null when it is not known
     * @param upMicrosPerMegabyte what the distance adds to each megabyte (10⁶ bytes) from client to server, µs; null when it was not
     *     measured
     * @param downMicrosPerMegabyte the same from server to client
     */
    public record Link(
            @Nullable Rtt rtt,
            @Nullable Double upMicrosPerMegabyte,
            @Nullable Double downMicrosPerMegabyte) {}

    /** A number with its interval. */
    public record Value(
            double value, @Nullable Double low, @Nullable Double high) {}

    /** What the difference between near and far is mostly made of. */
    public enum Label {
        /** The operation waits for the network again and again. */
        LATENCY_BOUND("latency-bound"),
        /** What it sends or receives is too much for the link. */
        BANDWIDTH_BOUND("bandwidth-bound"),
        /** Nobody counted its round trips, and its bytes may explain it as well. */
        LATENCY_OR_TRANSFER("latency or transfer"),
        /** Neither is certain. */
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
     * What the model says for a distance that was not measured.
     *
     * @param rttMicros the RTT that the distance adds, µs
     * @param micros the time of the operation, µs
     * @param low of its 95 % interval, µs; null when the local time has none
     */
    public record Prediction(
            double rttMicros,
            double micros,
            @Nullable Double low,
            @Nullable Double high) {}

    /** Whether the order of two things changes with the distance. */
    public enum Order {
        /** The same one is faster near and far, beyond doubt. */
        SAME,
        /** One is faster near, the other far, beyond doubt. */
        CHANGES,
        /** On at least one side nobody knows. */
        UNDECIDED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Two cells that differ along one axis, near and far.
     *
     * @param subject what they have in common: {@code Select1Row text}
     * @param base what the base is on the axis: {@code mariadb@4.0.0}
     * @param value what the other one is
     * @param baseKey the key of the base's row
     * @param key the key of the other's row
     * @param crossoverMicros the RTT at which the order of the two reverses, by the model; null when it never does, when it is not decided
     *     on both sides which one is faster, or when the interval has no end
     * @param crossoverLow of its 95 % interval, µs
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
     * A comparison in one topology, as the ratio of the other to the base.
     *
     * @param paired whether the two were measured next to one another, block by block
     * @param pooledVerdict what would be said of them by JMH's own error, which takes all iterations as independent; null when it was not
     *     asked
     */
    public record Side(
            double ratio,
            @Nullable Double low,
            @Nullable Double high,
            Verdict verdict,
            boolean paired,
            @Nullable Verdict pooledVerdict) {}

    /**
     * A sentence to act upon.
     *
     * @param topology where it holds; null where both are meant
     * @param value the number on which it rests, with its interval
     * @param unit of the value
     * @param caveat what it costs, or when it does not hold; empty when there is nothing
     */
    public record Advice(
            String server,
            String scenario,
            @Nullable Topology topology,
            String text,
            @Nullable Value value,
            String unit,
            String caveat) {}

    /** A publication whose figures stand beside the rows, with what is to be said against it. */
    public record Reference(String name, String source, List<String> remarks) {
        public Reference {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * What was published about the same scenario, mode and driver. Absolute times of other hosts say nothing about ours: ratios are compared.
     *
     * @param benchmark the name under which it was published
     * @param localMicros µs/op
     * @param ratio distant to local
     * @param percentLocal of the published base of the group
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
