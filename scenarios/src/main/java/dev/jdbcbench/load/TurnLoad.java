package dev.jdbcbench.load;

import java.util.List;

/**
 * The result of a turn under open load. A measured JVM sends it as one line.
 *
 * @param scheduledNanos length of the schedule
 * @param elapsedNanos time until the last operation started, at least {@code scheduledNanos}
 * @param served number of operations
 * @param unserved number of arrivals that were never served
 * @param responseNanos sum of all response times
 * @param grew whether the waiting time grew throughout the turn
 * @param response histogram of response times, see {@link Times}
 * @param service histogram of service times
 */
public record TurnLoad(
        long scheduledNanos,
        long elapsedNanos,
        long served,
        long unserved,
        double responseNanos,
        boolean grew,
        String response,
        String service) {
    /**
     * Limit for a growing backlog: how much longer arrivals wait in the last quarter of a turn than in the first, as a
     * share of the turn. A rate 1 % above the capacity makes them wait 0.75 % of the turn longer.
     */
    static final double GROWTH = 0.005;

    private static final String MARK = "LOAD";
    private static final int WORDS = 9;

    /** Whether a text is such a line. */
    public static boolean isLine(String words) {
        return words.startsWith(MARK + " ");
    }

    /** The result as one line. */
    public String line() {
        return String.join(
                " ",
                MARK,
                String.valueOf(scheduledNanos),
                String.valueOf(elapsedNanos),
                String.valueOf(served),
                String.valueOf(unserved),
                String.valueOf(responseNanos),
                String.valueOf(grew),
                response,
                service);
    }

    /**
     * Parses such a line.
     *
     * @throws NumberFormatException when it is malformed
     */
    public static TurnLoad of(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS || !words[0].equals(MARK)) {
            throw new NumberFormatException(line);
        }
        return new TurnLoad(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Double.parseDouble(words[5]),
                Boolean.parseBoolean(words[6]),
                words[7],
                words[8]);
    }

    /** Combines the results of several JVMs that ran the turn at the same time. */
    public static TurnLoad sum(List<TurnLoad> turns) {
        return new TurnLoad(
                turns.stream().mapToLong(TurnLoad::scheduledNanos).max().orElse(0),
                turns.stream().mapToLong(TurnLoad::elapsedNanos).max().orElse(0),
                turns.stream().mapToLong(TurnLoad::served).sum(),
                turns.stream().mapToLong(TurnLoad::unserved).sum(),
                turns.stream().mapToDouble(TurnLoad::responseNanos).sum(),
                turns.stream().anyMatch(TurnLoad::grew),
                Times.sum(turns.stream().map(TurnLoad::response).toList()),
                Times.sum(turns.stream().map(TurnLoad::service).toList()));
    }

    /** Mean response time, µs; 0 without arrivals. */
    public double meanMicros() {
        long arrivals = served + unserved;
        return arrivals == 0 ? 0 : responseNanos / arrivals / Unit.NANOS_PER_MICRO;
    }

    /** Time until the last operation started. */
    public double elapsedSeconds() {
        return elapsedNanos / Unit.NANOS_PER_SECOND;
    }

    /** Length of the schedule. */
    public double scheduledSeconds() {
        return scheduledNanos / Unit.NANOS_PER_SECOND;
    }
}
