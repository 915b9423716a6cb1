package dev.jdbcbench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Event.RttMethod;
import dev.jdbcbench.run.Topology;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every RTT sample of a run: {@code ping.json}, a published format. */
@JsonPropertyOrder({"schema", "run"})
public record PingJson(String run, List<Series> series) {
    public PingJson {
        series = List.copyOf(series);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "ping/1";
    }

    /**
     * One measurement.
     *
     * @param block before which block; one more than the last: after it
     * @param micros in the order in which they were measured, µs
     */
    public record Series(
            Topology topology,
            String server,
            int block,
            RttMethod method,
            Instant at,
            List<Double> micros,
            @Nullable String unavailable) {}

    /** All RTT measurements of a run. */
    public static PingJson of(Fold fold) {
        return new PingJson(
                fold.plan().run(),
                fold.rtts().stream()
                        .map(rtt -> new Series(
                                rtt.topology(),
                                rtt.server(),
                                rtt.block(),
                                rtt.method(),
                                rtt.at(),
                                rtt.micros(),
                                rtt.unavailable()))
                        .toList());
    }
}
