package dev.jdbcbench.load;

/**
 * A simulated clock. It advances only when a thread waits, or when a test calls {@link #pass} to simulate an operation.
 */
final class SteppedTicks implements Ticks {
    private long now;

    @Override
    public long now() {
        return now;
    }

    @Override
    public long await(long time) {
        now = Math.max(now, time);
        return now;
    }

    /** Advances the clock. */
    void pass(long nanos) {
        now += nanos;
    }
}
