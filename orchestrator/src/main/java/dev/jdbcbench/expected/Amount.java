package dev.jdbcbench.expected;

import java.util.Arrays;
import java.util.Optional;

/** What can become worse in a row. */
public enum Amount {
    ROUND_TRIPS("roundTrips"),
    STATEMENTS("statements"),
    COMMITS("commits"),
    ROLLBACKS("rollbacks"),
    BYTES_UP("bytesUp"),
    BYTES_DOWN("bytesDown"),
    ALLOCATED("allocBytes"),
    /** The ratio to the base's time. */
    TIME("time"),
    /** The ratio to the base's own code. */
    OWN("own");

    private static final double HALF = 0.5;
    private static final double ONE_PERCENT = 0.01;

    private final String key;

    Amount(String key) {
        this.key = key;
    }

    /** The key in the file. */
    public String key() {
        return key;
    }

    static Optional<Amount> of(String key) {
        return Arrays.stream(values()).filter(amount -> amount.key.equals(key)).findFirst();
    }

    /** The largest number that does not exceed a limit: the number of digits in values varies by 1 %. */
    double tolerated(double limit) {
        return switch (this) {
            case ROUND_TRIPS, STATEMENTS, COMMITS, ROLLBACKS -> limit + HALF;
            case BYTES_UP, BYTES_DOWN, ALLOCATED -> limit * (1 + ONE_PERCENT) + 1;
            case TIME, OWN -> limit;
        };
    }
}
