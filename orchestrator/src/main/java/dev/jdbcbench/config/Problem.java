package dev.jdbcbench.config;

import java.util.Comparator;

/**
 * What is wrong at a place of a file.
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

    /** As compilers write it, so editors can jump there. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }
}
