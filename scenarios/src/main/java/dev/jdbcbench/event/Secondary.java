package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.run.Profile;
import java.util.List;

/** A profiler's values, one per iteration; 0 where it reported none. */
public record Secondary(String unit, List<Double> values) {
    public Secondary {
        PartCheck.message(unit, "unit");
        values = PartCheck.list(values, Profile.MOST_ITERATIONS, "values");
        values.forEach(value -> PartCheck.number(value, "values"));
    }
}
