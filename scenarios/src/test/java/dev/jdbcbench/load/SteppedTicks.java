package dev.jdbcbench.load;

/** A time that only passes when somebody waits, or says that an operation takes some of it. */
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

    /** Lets time pass. */
    void pass(long nanos) {
        now += nanos;
    }
}
