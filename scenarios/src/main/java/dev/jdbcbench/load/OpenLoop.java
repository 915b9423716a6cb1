package dev.jdbcbench.load;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/**
 * One turn of open load. Workers take arrivals from one {@link Schedule}, in order. A free worker waits until the next
 * arrival is due; when all workers are busy, the arrival waits. So the time since the scheduled start is the response
 * time of a system with one queue and one server per worker.
 *
 * <p>After the end of the schedule the workers continue until no arrival is left, or until {@value #LONGEST} times the
 * length of the turn has passed. Arrivals that have not started by then are unserved.
 *
 * <p>Workers store only two numbers for each operation. They are turned into histograms after the turn, so recording
 * costs next to nothing for any number of workers.
 */
public final class OpenLoop {
    /** Time limit as a multiple of the length of a turn. A client that needs longer has clearly failed to keep up. */
    private static final int LONGEST = 3;

    private static final int QUARTERS = 4;
    /** Marks an operation that never started, in place of its time. */
    public static final long UNSERVED = -1;

    private final Schedule schedule;
    private final Ticks ticks;
    private final AtomicInteger next = new AtomicInteger();
    /** Time from the scheduled start of each arrival to its actual start, or until it was given up. */
    private final long[] waited;
    /** Time from the start of each operation to its end. */
    private final long[] took;

    private volatile boolean broken;
    private volatile long start;

    /** Creates a turn that has not begun. */
    public OpenLoop(Schedule schedule, Ticks ticks) {
        this.schedule = schedule;
        this.ticks = ticks;
        this.waited = new long[schedule.size()];
        this.took = new long[schedule.size()];
        Arrays.fill(took, UNSERVED);
    }

    /** The operation of an arrival. */
    public interface Operation {
        void carryOut() throws SQLException;
    }

    /** Sets the start of the schedule, before any worker serves. */
    public void begin(long at) {
        start = at;
    }

    /** Serves arrivals until none are left. Each worker calls this once, in its own thread. */
    public void serve(Operation operation) throws SQLException {
        boolean completed = false;
        try {
            long began = start;
            long last = began + LONGEST * schedule.length();
            long now = ticks.now();
            for (int arrival = next.getAndIncrement();
                    arrival < schedule.size() && !broken;
                    arrival = next.getAndIncrement()) {
                long due = began + schedule.start(arrival);
                if (now - last > 0) {
                    waited[arrival] = now - due;
                    continue;
                }
                if (due - now > 0) {
                    now = ticks.await(due);
                }
                long started = now;
                operation.carryOut();
                now = ticks.now();
                waited[arrival] = started - due;
                took[arrival] = now - started;
            }
            completed = true;
        } finally {
            broken |= !completed; // stops the other workers, too
        }
    }

    /** The result of the turn, once all workers have ended. */
    public TurnLoad result() {
        return result(schedule, waited, took);
    }

    /**
     * The result of a turn that another program executed by the same rules.
     *
     * @param waited nanoseconds from the scheduled start of each arrival to its actual start, or until it was given up
     * @param took nanoseconds from the start of each operation to its end, or {@link #UNSERVED}
     */
    public static TurnLoad result(Schedule schedule, long[] waited, long[] took) {
        Histogram response = Times.histogram();
        Histogram service = Times.histogram();
        double responseNanos = 0;
        long served = 0;
        long lastStart = 0;
        for (int i = 0; i < took.length; i++) {
            boolean done = took[i] != UNSERVED;
            long all = Times.limited(waited[i] + (done ? took[i] : 0));
            response.recordValue(all);
            responseNanos += all;
            if (done) {
                service.recordValue(Times.limited(took[i]));
                lastStart = Math.max(lastStart, schedule.start(i) + waited[i]);
                served++;
            }
        }
        return new TurnLoad(
                schedule.length(),
                Math.max(schedule.length(), lastStart),
                served,
                took.length - served,
                responseNanos,
                grew(schedule, waited),
                Times.encoded(response),
                Times.encoded(service));
    }

    /**
     * Whether arrivals waited longer in each quarter of the turn than in the previous one, and in total by more than
     * {@link TurnLoad#GROWTH}.
     */
    private static boolean grew(Schedule schedule, long[] waited) {
        double[] late = new double[QUARTERS];
        long[] arrivals = new long[QUARTERS];
        for (int i = 0; i < waited.length; i++) {
            int quarter = (int) Math.min(QUARTERS - 1, QUARTERS * schedule.start(i) / schedule.length());
            late[quarter] += waited[i];
            arrivals[quarter]++;
        }
        double before = -1;
        for (int i = 0; i < QUARTERS; i++) {
            late[i] = arrivals[i] == 0 ? 0 : late[i] / arrivals[i];
            if (late[i] <= before) {
                return false;
            }
            before = late[i];
        }
        return late[QUARTERS - 1] - late[0] > TurnLoad.GROWTH * schedule.length();
    }
}
