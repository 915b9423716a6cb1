package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of the time of single operations, µs.
 *
 * @param operations number of timed operations after warm-up; JMH times a random sample when they are short
 * @param p95Micros null in files of versions without it
 */
public record ServiceTime(
        long operations,
        double p50Micros,
        double p90Micros,
        double p99Micros,

        @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Double p95Micros) {
    /** Percentiles without the 95th. */
    public ServiceTime(long operations, double p50Micros, double p90Micros, double p99Micros) {
        this(operations, p50Micros, p90Micros, p99Micros, null);
    }

    public ServiceTime {
        PartCheck.count(operations, "operations");
        PartCheck.micros(p50Micros, "p50Micros");
        PartCheck.micros(p90Micros, "p90Micros");
        PartCheck.micros(p99Micros, "p99Micros");
        if (p95Micros != null) {
            PartCheck.micros(p95Micros, "p95Micros");
        }
    }
}
