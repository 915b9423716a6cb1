package dev.jdbcbench.report.layout;

import dev.jdbcbench.load.Rate;
import org.jspecify.annotations.Nullable;

/** Display of open load. */
public final class LoadText {
    /** Shown instead of a time if the client cannot keep up with the rate. */
    public static final String CANNOT_KEEP_UP = "cannot keep up";

    private LoadText() {}

    /** A suffix such as {@code  at 2000/s}; empty for a closed loop. */
    public static String at(@Nullable Rate rate) {
        return rate == null ? "" : " at " + rate;
    }
}
