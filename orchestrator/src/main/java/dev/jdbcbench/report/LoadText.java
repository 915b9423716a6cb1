package dev.jdbcbench.report;

import dev.jdbcbench.load.Rate;
import org.jspecify.annotations.Nullable;

/** How open load looks. */
final class LoadText {
    /** Instead of a time, where there is none because the client cannot keep up with the rate. */
    static final String CANNOT_KEEP_UP = "cannot keep up";

    private LoadText() {}

    /** {@code  at 2000/s}; empty for a closed loop. */
    static String at(@Nullable Rate rate) {
        return rate == null ? "" : " at " + rate;
    }
}
