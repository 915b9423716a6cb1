package dev.jdbcbench.load;

import java.sql.SQLException;

/**
 * The result of a turn of a closed loop, in which each thread starts an operation when its last one has ended. A measured JVM
 * sends it as one line.
 *
 * @param operations number of operations
 * @param nanos time that the threads spent on them, summed over the threads
 */
public record ClosedTurn(long operations, long nanos) {
    /** No operation at all. */
    public static final ClosedTurn NONE = new ClosedTurn(0, 0);

    private static final String MARK = "CLOSED";
    private static final int WORDS = 3;
    private static final double NANOS_PER_MICRO = 1000;

    /** Runs operations for this time, and the last one to its end. */
    public static ClosedTurn of(OpenLoop.Operation operation, Ticks ticks, long length) throws SQLException {
        long began = ticks.now();
        long now = began;
        long operations = 0;
        while (now - began < length) {
            operation.carryOut();
            operations++;
            now = ticks.now();
        }
        return new ClosedTurn(operations, now - began);
    }

    /** Together with what another thread did in the same turn. */
    public ClosedTurn plus(ClosedTurn other) {
        return new ClosedTurn(operations + other.operations, nanos + other.nanos);
    }

    /** Whether these words are such a line. */
    public static boolean isLine(String words) {
        return words.startsWith(MARK + " ");
    }

    /** In one line. */
    public String line() {
        return MARK + " " + operations + " " + nanos;
    }

    /**
     * Reads such a line.
     *
     * @throws NumberFormatException when it is none
     */
    public static ClosedTurn of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !words[0].equals(MARK)) {
            throw new NumberFormatException(line);
        }
        return new ClosedTurn(Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    /** Time of an operation, µs. */
    public double meanMicros() {
        return operations == 0 ? 0 : nanos / NANOS_PER_MICRO / operations;
    }

    /** Operations per second of this many threads together. */
    public double perSecond(int threads) {
        return nanos == 0 ? 0 : operations * 1e9 * threads / nanos;
    }
}
