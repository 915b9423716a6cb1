package dev.jdbcbench.expected;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became worse in a row. If nothing is named, the candidate lost the row.
 *
 * @param version of the candidate
 */
public record Deviation(RowId row, String version, Map<Amount, Value> amounts) {
    public Deviation {
        Map<Amount, Value> sorted = new EnumMap<>(Amount.class);
        sorted.putAll(amounts);
        amounts = Collections.unmodifiableMap(sorted);
    }

    /**
     * A number of the candidate.
     *
     * @param least the least that it can be: the lower limit of an interval, or the number itself
     */
    public record Value(double least, double estimate) {
        /** A number that is counted. */
        public static Value of(double count) {
            return new Value(count, count);
        }
    }

    /** A row that the candidate lost. */
    public static Deviation lost(RowId row, String version) {
        return new Deviation(row, version, Map.of());
    }
}
