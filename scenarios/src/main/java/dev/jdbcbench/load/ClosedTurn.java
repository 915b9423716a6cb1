package dev.jdbcbench.load;

import java.sql.SQLException;

/**
 * The result of a turn of a closed loop, in which each thread starts an operation as soon as its previous one has
 * ended. A measured JVM sends it as one line.
 *
 * @param operations number of operations
 * @param nanos time that the threads spent on them, summed over the threads
 */
public record ClosedTurn(long operations, long nanos) {
    /** A turn without operations. */
    public static final ClosedTurn NONE = new ClosedTurn(0, 0);

    private static final String MARK = "CLOSED";
    private static final int WORDS = 3;

    /** Starts operations until this time has passed, and completes the last one. */
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

    /** The sum with the result of another thread in the same turn. */
    public ClosedTurn plus(ClosedTurn other) {
        return new ClosedTurn(operations + other.operations, nanos + other.nanos);
    }

    /** Whether a text is such a line. */
    public static boolean isLine(String words) {
        return words.startsWith(MARK + " ");
    }

    /** The result as one line. */
    public String line() {
        return MARK + " " + operations + " " + nanos;
    }

    /**
     * Parses such a line.
     *
     * @throws NumberFormatException when it is malformed
     */
    public static ClosedTurn of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !words[0].equals(MARK)) {
            throw new NumberFormatException(line);
        }
        return new ClosedTurn(Long.parseLong(words[1]), Long.parseLong(words[2]));
    }

    /** Mean time of an operation, µs. */
    public double meanMicros() {
        return operations == 0 ? 0 : nanos / Unit.NANOS_PER_MICRO / operations;
    }

    /** Throughput of this many threads together, in operations per second. */
    public double perSecond(int threads) {
        return nanos == 0 ? 0 : operations * Unit.NANOS_PER_SECOND * threads / nanos;
    }
}
