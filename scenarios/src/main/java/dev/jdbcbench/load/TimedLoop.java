package dev.jdbcbench.load;

import java.sql.SQLException;
import org.HdrHistogram.Histogram;

/** Closed loops that note the time of each operation. One instance serves all turns, so a turn allocates nothing. */
public final class TimedLoop {
    private final Histogram times = Times.histogram();
    private long nanos;

    /** Forgets all times. */
    public void clear() {
        times.reset();
        nanos = 0;
    }

    /** Runs operations for this time, and the last one to its end. Forgets the turn before. */
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

    /** Adds what another thread did in the same turn. */
    public void add(TimedLoop other) {
        times.add(other.times);
        nanos += other.nanos;
    }

    /** The result of the turn. */
    public TimedTurn result() {
        return new TimedTurn(times.getTotalCount(), nanos, Times.encoded(times));
    }
}
