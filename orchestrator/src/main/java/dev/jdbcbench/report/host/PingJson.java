package dev.jdbcbench.report.host;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.result.fold.RttSeries;
import java.util.List;

/** Every RTT sample of a run: {@code ping.json}, a published format. */
@JsonPropertyOrder({"schema", "run"})
@JsonIgnoreProperties(value = "schema", allowGetters = true)
public record PingJson(String run, List<RttSeries> series) {
    public PingJson {
        series = List.copyOf(series);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "ping/1";
    }

    /** All RTT measurements of a run. */
    public static PingJson of(Fold fold) {
        return new PingJson(fold.plan().run(), fold.rtts());
    }
}
