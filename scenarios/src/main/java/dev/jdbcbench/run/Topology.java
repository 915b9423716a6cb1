package dev.jdbcbench.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The location of the database relative to the client. */
public enum Topology {
    /** Client and database on the same host. */
    LOCAL,
    /** Client and database on two hosts. */
    DISTANT;

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The topology with this {@link #id()}, or empty. */
    public static Optional<Topology> of(String id) {
        return Arrays.stream(values())
                .filter(topology -> topology.id().equals(id))
                .findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
