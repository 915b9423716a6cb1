package dev.jdbcbench.statistics;

import java.util.Locale;

/** What a contrast says about A relative to the base B, whose times per operation it compares. */
public enum Verdict {
    /** A takes less time, by more than the margin. */
    FASTER,
    /** A takes more time, by more than the margin. */
    SLOWER,
    /** Whatever difference there is, it is within the margin. */
    EQUAL,
    /** The forks so far allow to say none of these. */
    UNDECIDED;

    static final double SIGNIFICANCE = 0.05;
    private static final int FEWEST_BLOCKS = 3;

    /**
     * {@link #EQUAL} if the whole interval, unadjusted, lies within 1/(1 + margin) … 1 + margin; otherwise different if the adjusted p
     * value is below 0.05 and the ratio is beyond the margin; otherwise, and with fewer than three blocks, undecided.
     *
     * @param adjustedP the contrast's p value, adjusted for all comparisons of its family ({@link Holm})
     * @param margin the smallest difference that matters: 0.02 for 2 %, not negative
     * @throws IllegalArgumentException if the margin is negative
     */
    public static Verdict of(Contrast contrast, double adjustedP, double margin) {
        return of(contrast, adjustedP, margin, SIGNIFICANCE);
    }

    /** The same with another limit of the adjusted p value. */
    static Verdict of(Contrast contrast, double adjustedP, double margin, double significance) {
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("a margin is not negative: " + margin);
        }
        if (contrast.blocks() < FEWEST_BLOCKS) {
            return UNDECIDED;
        }
        double slower = 1 + margin;
        double faster = 1 / slower;
        if (contrast.low() >= faster && contrast.high() <= slower) {
            return EQUAL;
        }
        if (adjustedP < significance && contrast.ratio() > slower) {
            return SLOWER;
        }
        if (adjustedP < significance && contrast.ratio() < faster) {
            return FASTER;
        }
        return UNDECIDED;
    }

    /** In lower case, as reports print it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
