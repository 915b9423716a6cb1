package dev.jdbcbench.statistics;

import java.util.Locale;

/** What a comparison of A with its base says. It says what was tested, and no more: see {@link Comparison#text}. */
public enum Outcome {
    /** A takes less time: the ratio differs from 1. */
    FASTER,
    /** A takes more time: the ratio differs from 1. */
    SLOWER,
    /** Whatever difference there is, it is within the margin. */
    EQUAL,
    /** The groups so far allow to say none of these. */
    UNDECIDED;

    /** In lower case, as reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
