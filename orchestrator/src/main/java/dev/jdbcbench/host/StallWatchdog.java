package dev.jdbcbench.host;

import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Aborts a transfer that has stalled. Thread safe. */
public final class StallWatchdog implements Closeable {
    private final Duration idle;
    private long movedAt = System.nanoTime();
    private long endsAt = Long.MAX_VALUE;
    private boolean closed;
    private boolean aborted;

    /**
     * Starts watching.
     *
     * @param idle how long the transfer may stall
     * @param abort ends the transfer, on another thread
     */
    public StallWatchdog(Duration idle, Runnable abort) {
        this.idle = idle;
        Thread thread = new Thread(
                () -> {
                    if (waitUntilIdle()) {
                        abort.run();
                    }
                },
                "bench-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized boolean waitUntilIdle() {
        try {
            for (long left = idle.toMillis(); !closed && left > 0; left = left()) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        aborted = !closed;
        return aborted;
    }

    private long left() {
        long now = System.nanoTime();
        return TimeUnit.NANOSECONDS.toMillis(Math.min(idle.toNanos() - (now - movedAt), endsAt - now));
    }

    /** Records progress. */
    public synchronized void moved() {
        movedAt = System.nanoTime();
    }

    /** Limits the total time from now on, even while there is progress. */
    public synchronized void endsWithin(Duration time) {
        endsAt = System.nanoTime() + time.toNanos();
        notifyAll();
    }

    /** Whether it aborted the transfer. */
    public synchronized boolean aborted() {
        return aborted;
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
