package dev.jdbcbench.load;

/** The time of a load, in nanoseconds of any origin. */
public interface Ticks {
    /** The present time. */
    long now();

    /** Waits until a time, and returns the present time, which is never before it. */
    long await(long time);
}
