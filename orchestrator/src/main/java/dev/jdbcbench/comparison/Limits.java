package dev.jdbcbench.comparison;

/**
 * What a gate allows. Between the two limits, a row passes if enough groups were measured to know that it is below the second.
 *
 * @param above a row fails if it is known to take longer by more than this: 0.05 for 5 %
 * @param below a row passes if it is known to take longer by less than this; at least the other
 */
public record Limits(double above, double below) {
    public Limits {
        if (!(above > 0 && below >= above)) {
            throw new IllegalArgumentException("limits " + above + " and " + below);
        }
    }

    /** One limit for both. */
    public static Limits of(double limit) {
        return new Limits(limit, limit);
    }
}
