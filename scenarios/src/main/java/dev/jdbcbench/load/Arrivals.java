package dev.jdbcbench.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The distances between the arrivals of operations. */
public enum Arrivals {
    /** All equal. */
    CONSTANT,
    /** Exponentially distributed, like those of many independent users; sysbench's {@code --rate} does the same. */
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
