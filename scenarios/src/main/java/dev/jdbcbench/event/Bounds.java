package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.run.Profile;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Limits for the parts of events, in addition to the general ones in {@link PartCheck}. */
final class Bounds {
    /**
     * More than any run has: the maximum of forks, repeats with more iterations, and RTTs and decisions after the last block.
     */
    static final int LAST_BLOCK = 2 * Profile.MOST_FORKS;

    static final int MOST_ITEMS = 10_000;

    static final int MOST_SAMPLES = 1_000_000;

    private static final long MOST_EVENTS = 1_000_000_000_000L;

    private Bounds() {}

    /** Checks the common parts of all events. */
    static void head(long seq, @Nullable Instant at, @Nullable Source source) {
        PartCheck.between(1, MOST_EVENTS, seq, "seq");
        PartCheck.time(at, "at");
        PartCheck.present(source, "source");
    }

    /** Checks a profiler's values, one per iteration of a fork. */
    static Map<String, Secondary> secondary(@Nullable Map<String, Secondary> secondary, int iterations) {
        Map<String, Secondary> checked = PartCheck.map(secondary, "secondary");
        checked.forEach((name, values) -> {
            if (values.values().size() != iterations) {
                throw new IllegalArgumentException("secondary." + name + " has "
                        + values.values().size() + " values of " + iterations + " iterations");
            }
        });
        return checked;
    }

    /** Checks the values that a host reported; null is allowed. */
    static void numbers(@Nullable Number... counted) {
        for (Number number : counted) {
            if (number != null) {
                PartCheck.number(number.doubleValue(), "noise");
            }
        }
    }
}
