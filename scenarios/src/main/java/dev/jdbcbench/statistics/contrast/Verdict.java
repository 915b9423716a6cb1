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

    /**
     * Faster or slower if the ratio differs from 1, otherwise undecided; does not test for equality.
     *
     * @param adjustedP the contrast's p value, adjusted for all comparisons of its family ({@link Holm})
     */
    public static Verdict ofDifference(Contrast contrast, double adjustedP) {
        if (contrast.blocks() < ComparisonFamily.FEWEST_TO_DIFFER || !(adjustedP < ComparisonFamily.SIGNIFICANCE)) {
            return UNDECIDED;
        }
        return contrast.ratio() > 1 ? SLOWER : FASTER;
    }

    /** The lower-case form used in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
