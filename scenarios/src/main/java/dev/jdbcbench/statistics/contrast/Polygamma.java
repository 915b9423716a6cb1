package dev.jdbcbench.statistics.contrast;

/**
 * The first three derivatives of ln Γ for positive arguments, to 12 digits: upwards by recurrence, then the asymptotic series (M. Abramowitz,
 * I. Stegun, Handbook of Mathematical Functions, 6.3.18 and 6.4.12).
 */
final class Polygamma {
    private static final double LARGE = 15;

    private Polygamma() {}

    /** ψ(x). */
    static double digamma(double x) {
        double sum = 0;
        double large = x;
        while (large < LARGE) {
            sum -= 1 / large;
            large++;
        }
        double q = 1 / (large * large);
        return sum
                + Math.log(large)
                - 0.5 / large
                - q * (1.0 / 12 - q * (1.0 / 120 - q * (1.0 / 252 - q * (1.0 / 240 - q / 132))));
    }

    /** ψ′(x). */
    static double trigamma(double x) {
        double sum = 0;
        double large = x;
        while (large < LARGE) {
            sum += 1 / (large * large);
            large++;
        }
        double q = 1 / (large * large);
        return sum
                + 1 / large
                + q / 2
                + q / large * (1.0 / 6 - q * (1.0 / 30 - q * (1.0 / 42 - q * (1.0 / 30 - q * 5.0 / 66))));
    }

    /**
     * The x with ψ′(x) = y, by Newton's method on 1/ψ′, which is convex and nearly linear (G. K. Smyth 2004, appendix). The
     * derivative uses the recurrence and series above.
     *
     * @param y positive
     */
    static double trigammaInverse(double y) {
        double x = 0.5 + 1 / y;
        for (int step = 0; step < 100; step++) {
            double value = trigamma(x);
            double change = value * (1 - value / y) / tetragamma(x);
            x += change;
            if (-change < 1e-12 * x) {
                break;
            }
        }
        return x;
    }

    /** ψ″(x), 6.4.13. */
    static double tetragamma(double x) {
        double sum = 0;
        double large = x;
        while (large < LARGE) {
            sum -= 2 / (large * large * large);
            large++;
        }
        double q = 1 / (large * large);
        return sum - q - q / large - q * q * (0.5 - q * (1.0 / 6 - q * (1.0 / 6 - q * 0.3)));
    }
}
