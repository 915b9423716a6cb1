package dev.jdbcbench.load;

import java.sql.SQLException;
import org.HdrHistogram.Histogram;

/**
 * Runs closed loops that record the time of each operation. One instance serves all turns, so a turn allocates nothing.
 */
public final class TimedLoop {
    private final Histogram times = Times.histogram();
    private long nanos;

    /** Discards all times. */
    public void clear() {
        times.reset();
        nanos = 0;
    }

    /**
     * Starts operations until this time has passed, and completes the last one. Discards the times of the previous
     * turn.
     */
    public void run(OpenLoop.Operation operation, Ticks ticks, long length) throws SQLException {
        clear();
        long began = ticks.now();
        long now = began;
        while (now - began < length) {
            operation.carryOut();
            long end = ticks.now();
            times.recordValue(Times.limited(end - now));
            now = end;
        }
        nanos = now - began;
    }

    /** Adds the times of another thread in the same turn. */
    public void add(TimedLoop other) {
        times.add(other.times);
        nanos += other.nanos;
    }

    /** The result of the turn. */
    public TimedTurn result() {
        return new TimedTurn(times.getTotalCount(), nanos, Times.encoded(times));
    }
}
