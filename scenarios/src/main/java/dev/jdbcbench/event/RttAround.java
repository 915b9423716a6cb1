package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.Parts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times inside the database protocol, on a connection of the agent's own.
 *
 * @param beforeMicros just before a fork, µs; empty when it could not be measured
 * @param afterMicros just after it, µs
 * @param measured what the kernel says of the measured connections themselves; null when it does not tell
 */
public record RttAround(
        List<Double> beforeMicros,
        List<Double> afterMicros,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Connections measured) {
    public RttAround {
        beforeMicros = Parts.microsOfAll(beforeMicros, Bounds.MOST_SAMPLES, "beforeMicros");
        afterMicros = Parts.microsOfAll(afterMicros, Bounds.MOST_SAMPLES, "afterMicros");
    }

    /** Without a look at the measured connections. */
    public RttAround(List<Double> beforeMicros, List<Double> afterMicros) {
        this(beforeMicros, afterMicros, null);
    }
}
