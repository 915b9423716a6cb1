package dev.jdbcbench.load;

import java.util.List;

/**
 * The result of a turn of a closed loop in which each operation was timed. A measured JVM sends it as one line.
 *
 * @param operations number of operations
 * @param nanos time that the threads spent on them, summed over the threads
 * @param times histogram of the operations' times, see {@link Times}
 */
public record TimedTurn(long operations, long nanos, String times) {
    private static final String MARK = "TIMED";
    private static final int WORDS = 4;

    /** Whether a text is such a line. */
    public static boolean isLine(String words) {
        return words.startsWith(MARK + " ");
    }

    /** The result as one line. */
    public String line() {
        return MARK + " " + operations + " " + nanos + " " + times;
    }

    /**
     * Parses such a line.
     *
     * @throws NumberFormatException when it is malformed
     */
    public static TimedTurn of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !words[0].equals(MARK)) {
            throw new NumberFormatException(line);
        }
        return new TimedTurn(Long.parseLong(words[1]), Long.parseLong(words[2]), words[3]);
    }

    /** Combines the results of several JVMs that ran the turn at the same time. */
    public static TimedTurn sum(List<TimedTurn> turns) {
        return new TimedTurn(
                turns.stream().mapToLong(TimedTurn::operations).sum(),
                turns.stream().mapToLong(TimedTurn::nanos).sum(),
                Times.sum(turns.stream().map(TimedTurn::times).toList()));
    }

    /** Mean time of an operation, µs; 0 without operations. */
    public double meanMicros() {
        return operations == 0 ? 0 : nanos / Unit.NANOS_PER_MICRO / operations;
    }
}
