package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times in the database protocol, on the agent's own connection.
 *
 * @param beforeMicros just before a fork, µs; empty when it could not be measured
 * @param afterMicros just after a fork, µs
 * @param measured the kernel's data on the measured connections themselves; null when not available
 */
public record RttAround(
        List<Double> beforeMicros,
        List<Double> afterMicros,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Connections measured) {
    public RttAround {
        beforeMicros = PartCheck.microsOfAll(beforeMicros, Bounds.MOST_SAMPLES, "beforeMicros");
        afterMicros = PartCheck.microsOfAll(afterMicros, Bounds.MOST_SAMPLES, "afterMicros");
    }

    /** RTTs without the kernel's data. */
    public RttAround(List<Double> beforeMicros, List<Double> afterMicros) {
        this(beforeMicros, afterMicros, null);
    }
}
