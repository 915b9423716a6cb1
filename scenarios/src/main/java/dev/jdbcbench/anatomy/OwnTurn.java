package dev.jdbcbench.anatomy;

/**
 * What a JVM reports of a turn in which a recording answered.
 *
 * @param cpuNanos CPU time of its Java threads, which excludes the compiler and the garbage collector
 * @param turns number of recorded turns that were replayed
 * @param perOperation number of turns of one operation
 */
public record OwnTurn(long cpuNanos, long turns, int perOperation) {
    private static final String MARK = "OWN";
    private static final int WORDS = 4;

    /** Whether a text is such a line. */
    public static boolean isLine(String words) {
        return words.startsWith(MARK + " ");
    }

    /** The report as one line. */
    public String line() {
        return MARK + " " + cpuNanos + " " + turns + " " + perOperation;
    }

    /**
     * Parses such a line.
     *
     * @throws NumberFormatException when it is malformed
     */
    public static OwnTurn of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !words[0].equals(MARK)) {
            throw new NumberFormatException(line);
        }
        return new OwnTurn(Long.parseLong(words[1]), Long.parseLong(words[2]), Integer.parseInt(words[3]));
    }

    /** Whether this many operations have as many turns as were recorded. */
    public boolean fits(long operations) {
        return turns == operations * perOperation;
    }
}
