package dev.jdbcbench.statistics.contrast;

import java.util.Locale;

/** The outcome of comparing A with the base B. It states only what was tested: see {@link Comparison#text}. */
public enum Verdict {
    /** A takes less time: the ratio differs from 1. */
    FASTER,
    /** A takes more time: the ratio differs from 1. */
    SLOWER,
    /** Any difference is within the margin. */
    EQUAL,
    /** The measurements so far support none of these. */
    UNDECIDED;

    /** The lower-case form used in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
