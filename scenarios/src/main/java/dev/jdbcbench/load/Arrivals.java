package dev.jdbcbench.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The distribution of the intervals between arrivals. */
public enum Arrivals {
    /** All intervals are equal. */
    CONSTANT,
    /**
     * Exponentially distributed intervals, like those of many independent users; sysbench's {@code --rate} does the
     * same.
     */
    POISSON;

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The arrivals with this {@link #id()}, or empty. */
    public static Optional<Arrivals> of(String id) {
        return Arrays.stream(values())
                .filter(arrivals -> arrivals.id().equals(id))
                .findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
