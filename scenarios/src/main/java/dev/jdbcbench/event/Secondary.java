package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.run.Profile;
import java.util.List;

/** A profiler's values, one per iteration; 0 where it reported none. */
public record Secondary(String unit, List<Double> values) {
    public Secondary {
        Parts.said(unit, "unit");
        values = Parts.list(values, Profile.MOST_ITERATIONS, "values");
        values.forEach(value -> Parts.number(value, "values"));
    }
}
