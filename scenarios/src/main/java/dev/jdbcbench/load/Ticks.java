package dev.jdbcbench.load;

/** The clock of a load, in nanoseconds from an arbitrary origin. */
public interface Ticks {
    /** The current time. */
    long now();

    /** Waits until a time, and returns the current time, which is never earlier. */
    long await(long time);
}
