package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A profiler's values, one per iteration; 0 where it reported none.
 *
 * @param total how the values of all iterations become one; null when it follows from the name
 */
public record Secondary(
        String unit,
        List<Double> values,

        @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Total total) {
    /** The ways of JMH. */
    public enum Total {
        MEAN,
        SUM,
        LARGEST,
        SMALLEST
    }

    /** Values whose name says how they become one. */
    public Secondary(String unit, List<Double> values) {
        this(unit, values, null);
    }

    public Secondary {
        PartCheck.message(unit, "unit");
        values = PartCheck.list(values, Profile.MOST_ITERATIONS, "values");
        values.forEach(value -> PartCheck.number(value, "values"));
    }
}
