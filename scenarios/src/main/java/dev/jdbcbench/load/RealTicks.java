package dev.jdbcbench.load;

import java.util.concurrent.locks.LockSupport;

/**
 * The machine's time. A waiting thread sleeps, but busy-waits for the last {@value #AWAKE_NANOS} ns: Linux wakes a
 * thread about 50 µs late, which would count as response time.
 */
public final class RealTicks implements Ticks {
    /** Twice the delay of Linux on an idle CPU: its timer slack is 50 µs, see prctl(2). */
    private static final long AWAKE_NANOS = 100_000;

    private final boolean alone;

    /**
     * Time for the threads of this JVM.
     *
     * @param threads number of waiting threads; if there are several, they yield to each other
     */
    public RealTicks(int threads) {
        this.alone = threads == 1;
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // not needed for correctness: yields the CPU to threads that need it
    public long await(long time) {
        long now = System.nanoTime();
        while (time - now > AWAKE_NANOS) {
            LockSupport.parkNanos(time - now - AWAKE_NANOS);
            now = System.nanoTime();
        }
        while (time - now > 0) {
            if (alone) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            now = System.nanoTime();
        }
        return now;
    }
}
