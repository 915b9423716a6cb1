package dev.jdbcbench.config;

import java.util.Comparator;

/**
 * A problem at a place in a file.
 *
 * @param line from 1
 * @param column from 1
 */
record Problem(String file, int line, int column, String message) implements Comparable<Problem> {
    private static final Comparator<Problem> BY_PLACE =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    @Override
    public int compareTo(Problem other) {
        return BY_PLACE.compare(this, other);
    }

    /** The problem in the format of compilers, so editors can jump to the place. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }
}
