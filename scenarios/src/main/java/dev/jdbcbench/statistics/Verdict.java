package dev.jdbcbench.statistics;

import java.util.Locale;

/** What a comparison says about A relative to the base B. It says what was tested, and no more: see {@link Comparison#text}. */
public enum Verdict {
    /** A takes less time: the ratio differs from 1. */
    FASTER,
    /** A takes more time: the ratio differs from 1. */
    SLOWER,
    /** Whatever difference there is, it is within the margin. */
    EQUAL,
    /** What was measured so far allows to say none of these. */
    UNDECIDED;

    /**
     * Faster or slower where the ratio differs from 1, else undecided; equality is not looked at.
     *
     * @param adjustedP the contrast's p value, adjusted for all comparisons of its family ({@link Holm})
     */
    public static Verdict ofDifference(Contrast contrast, double adjustedP) {
        if (contrast.blocks() < ComparisonFamily.FEWEST_TO_DIFFER || !(adjustedP < ComparisonFamily.SIGNIFICANCE)) {
            return UNDECIDED;
        }
        return contrast.ratio() > 1 ? SLOWER : FASTER;
    }

    /** In lower case, as reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
