package dev.jdbcbench.config;

import java.util.Comparator;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * A problem at a place in a file.
 *
 * @param line from 1
 * @param column from 1
 */
record Problem(String file, int line, int column, String message) implements Comparable<Problem> {
    private static final Comparator<Problem> BY_PLACE =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    /** A problem at a mark; at the beginning of the file if there is none. */
    static Problem at(String file, Optional<Mark> mark, String message) {
        return new Problem(
                file,
                mark.map(Mark::getLine).orElse(0) + 1,
                mark.map(Mark::getColumn).orElse(0) + 1,
                message);
    }

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
