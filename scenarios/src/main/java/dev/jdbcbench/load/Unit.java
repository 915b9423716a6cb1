package dev.jdbcbench.load;

/** How many of one unit are in another. */
public final class Unit {
    public static final double NANOS_PER_MICRO = 1e3;
    public static final double NANOS_PER_MILLI = 1e6;
    public static final double NANOS_PER_SECOND = 1e9;
    public static final double MICROS_PER_MILLI = 1e3;
    public static final double MICROS_PER_SECOND = 1e6;
    public static final double MILLIS_PER_SECOND = 1e3;
    public static final double BYTES_PER_MEGABYTE = 1e6;

    private Unit() {}
}
