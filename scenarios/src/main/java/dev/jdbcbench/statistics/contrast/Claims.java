package dev.jdbcbench.statistics.contrast;

/** What must hold before a difference or an equality is claimed. */
public final class Claims {
    /** For a difference, after Holm's adjustment, and for the one-sided tests of equality. */
    public static final double SIGNIFICANCE = 0.05;

    /**
     * Limit for the adjusted p value of a difference that ends a row before its last group, and for one that is claimed after a
     * gate ended it. It is stricter than at the end, following R. Peto et al., "Design and analysis of randomized clinical
     * trials requiring prolonged observation of each patient, I", British Journal of Cancer 34 (1976) 585–612: looking after
     * each group and stopping at the first p below 0.05 is wrong in more than 5 % of cases.
     */
    public static final double EARLY_SIGNIFICANCE = 0.01;

    /**
     * Limit for the adjusted p value of a difference that lets other rows go first under a budget. A row that gets no further
     * group for that reason may have stopped at a favourable look, so the limit is stricter than at the end.
     */
    public static final double WAITING_SIGNIFICANCE = 0.025;

    /** The smallest relevant difference between two drivers: 2 %. */
    public static final double MARGIN = 0.02;

    /** With fewer groups, no difference is claimed. */
    public static final int FEWEST_TO_DIFFER = 3;

    /** A first look of three groups claims no equality. */
    public static final int FEWEST_TO_EQUAL = 4;

    private Claims() {}
}
