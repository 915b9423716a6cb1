package dev.jdbcbench.statistics.turn;

/**
 * One turn of one JVM: about 25 ms during which only this JVM measured.
 *
 * @param meanMicros the mean time of an operation in µs, above 0
 * @param operations number of measured operations, at least 1
 */
public record Turn(double meanMicros, long operations) {
    public Turn {
        if (!(meanMicros > 0 && meanMicros < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the time of an operation must be positive, not " + meanMicros);
        }
        if (operations < 1) {
            throw new IllegalArgumentException("a turn needs at least one operation, not " + operations);
        }
    }
}
