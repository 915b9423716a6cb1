package dev.jdbcbench.load;

import java.util.concurrent.locks.LockSupport;

/**
 * The machine's time. A thread that waits sleeps, and stays awake for the last {@value #AWAKE_NANOS} ns: Linux wakes a thread
 * about 50 µs late, which would count as response time.
 */
public final class RealTicks implements Ticks {
    /** Twice as much as Linux is late on an idle CPU: its timer slack is 50 µs, see prctl(2). */
    private static final long AWAKE_NANOS = 100_000;

    private final boolean alone;

    /**
     * Time for the threads of this JVM.
     *
     * @param threads how many threads wait; several threads give way to each other
     */
    public RealTicks(int threads) {
        this.alone = threads == 1;
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // correct without any other thread, and kind to those that need the CPU
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
