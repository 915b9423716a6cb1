package dev.jdbcbench.load;

import java.time.Duration;
import java.util.SplittableRandom;

/** The times at which the operations of a turn should start, in nanoseconds after its start. Immutable. */
public final class Schedule {
    private final long[] starts;
    private final int size;
    private final long length;

    private Schedule(long[] starts, int size, long length) {
        this.starts = starts;
        this.size = size;
        this.length = length;
    }

    /**
     * The schedule of a turn.
     *
     * @param perSecond mean number of arrivals
     * @param seed seed of random arrivals; the same seed gives the same schedule
     */
    public static Schedule of(double perSecond, Arrivals arrivals, Duration turn, long seed) {
        return of(perSecond, arrivals, turn, seed, 0);
    }

    /**
     * The schedule of a turn whose first arrival is later.
     *
     * @param phase when the first of constant arrivals is due, as a fraction of the interval between them: at least 0,
     *     below 1
     */
    public static Schedule of(double perSecond, Arrivals arrivals, Duration turn, long seed, double phase) {
        double expected = perSecond * turn.toNanos() / Unit.NANOS_PER_SECOND;
        if (!(expected > 0 && expected <= Rate.MOST_IN_A_TURN)) {
            throw new IllegalArgumentException(
                    "a turn has at most " + Rate.MOST_IN_A_TURN + " arrivals, not " + expected);
        }
        long length = turn.toNanos();
        double gap = Unit.NANOS_PER_SECOND / perSecond;
        if (arrivals == Arrivals.CONSTANT) {
            long[] starts = new long[(int) Math.ceil(expected - phase)];
            for (int i = 0; i < starts.length; i++) {
                starts[i] = (long) ((i + phase) * gap);
            }
            return new Schedule(starts, starts.length, length);
        }
        SplittableRandom random = new SplittableRandom(seed);
        // Ten standard deviations above the mean; any further arrivals are cut.
        long[] starts = new long[(int) Math.ceil(expected + 10 * Math.sqrt(expected) + 10)];
        int size = 0;
        for (double at = gap(random, gap); at < length && size < starts.length; at += gap(random, gap)) {
            starts[size] = (long) at;
            size++;
        }
        return new Schedule(starts, size, length);
    }

    private static double gap(SplittableRandom random, double mean) {
        return -Math.log(1 - random.nextDouble()) * mean;
    }

    /** The number of arrivals. */
    public int size() {
        return size;
    }

    /** When this arrival should start, from 0, in nanoseconds after the start of the turn. */
    public long start(int arrival) {
        return starts[arrival];
    }

    /** The length of the turn in nanoseconds. The last arrival is before its end. */
    public long length() {
        return length;
    }
}
