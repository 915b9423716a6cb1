package dev.jdbcbench.host;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A clock that stands still until a test, or something that it simulates, lets time pass. */
public final class SimulatedTime extends Clock {
    /** The time when it starts. */
    public static final Instant BEGIN = Instant.parse("2026-11-21T09:15:00Z");

    private final List<Runnable> watchers = new ArrayList<>();
    private Duration passed = Duration.ZERO;

    /** Calls something whenever time has passed. */
    void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    /** Lets time pass. */
    public synchronized void pass(Duration time) {
        passed = passed.plus(time);
        watchers.forEach(Runnable::run);
    }

    /** How much time has passed. */
    public synchronized Duration passed() {
        return passed;
    }

    @Override
    public Instant instant() {
        return BEGIN.plus(passed());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }
}
