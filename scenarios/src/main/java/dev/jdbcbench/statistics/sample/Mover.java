package dev.jdbcbench.statistics.sample;

import java.util.Optional;

/**
 * A quantity with a confidence interval that need not be symmetric, and arithmetic on independent ones: MOVER, the method of
 * variance estimates recovery (G. Y. Zou, A. Donner, "Construction of confidence limits about effect measures: a general
 * approach", Statistics in Medicine 27 (2008) 1693–1702). Each side of an interval represents the error on that side, and
 * errors add as squares. All operands must have the same confidence level, which is also that of the result.
 *
 * @param value the point estimate, in any unit
 * @param low lower limit of the interval, at most the value
 * @param high upper limit of the interval, at least the value
 */
public record Mover(double value, double low, double high) {
    public Mover {
        if (!(low <= value && value <= high)) {
            throw new IllegalArgumentException("an interval holds its value: " + low + ", " + value + ", " + high);
        }
    }

    /** A number that is known exactly. */
    public static Mover exact(double value) {
        return new Mover(value, value, value);
    }

    /**
     * A value ± the half-width of its interval.
     *
     * @param half not negative
     */
    public static Mover symmetric(double value, double half) {
        return new Mover(value, value - half, value + half);
    }

    /** The sum of two independent quantities. */
    public Mover plus(Mover other) {
        double sum = value + other.value;
        return new Mover(sum, sum - Math.hypot(below(), other.below()), sum + Math.hypot(above(), other.above()));
    }

    /** The difference from another, independent quantity. */
    public Mover minus(Mover other) {
        return plus(other.times(-1));
    }

    /** A multiple; a negative factor swaps the limits. */
    public Mover times(double factor) {
        double one = factor * low;
        double other = factor * high;
        return new Mover(factor * value, Math.min(one, other), Math.max(one, other));
    }

    /** The same value with an additional independent error of ± {@code half}. */
    public Mover widened(double half) {
        return new Mover(value, value - Math.hypot(below(), half), value + Math.hypot(above(), half));
    }

    /**
     * The quotient of two independent positive quantities (A. Donner, G. Y. Zou, "Closed-form confidence intervals for
     * functions of the normal mean and standard deviation", Statistical Methods in Medical Research 21 (2012) 347–359).
     *
     * @return empty when the value or lower limit of either is not above 0: the quotient is then unbounded, or its sign is
     *     unknown
     */
    public Optional<Mover> over(Mover divisor) {
        if (!(low > 0 && divisor.low > 0)) {
            return Optional.empty();
        }
        double product = value * divisor.value;
        double root = Math.sqrt(Math.max(
                0, product * product - low * divisor.high * (2 * value - low) * (2 * divisor.value - divisor.high)));
        double otherRoot = Math.sqrt(Math.max(
                0, product * product - high * divisor.low * (2 * value - high) * (2 * divisor.value - divisor.low)));
        double quotient = value / divisor.value;
        double lower = divisor.high == 2 * divisor.value
                ? low * (2 * value - low) / (2 * product) // the limit of the general formula
                : (product - root) / (divisor.high * (2 * divisor.value - divisor.high));
        double upper = (product + otherRoot) / (divisor.low * (2 * divisor.value - divisor.low));
        return Optional.of(new Mover(quotient, Math.min(lower, quotient), Math.max(upper, quotient)));
    }

    private double below() {
        return value - low;
    }

    private double above() {
        return high - value;
    }
}
