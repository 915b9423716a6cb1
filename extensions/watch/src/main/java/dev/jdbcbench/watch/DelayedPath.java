package dev.jdbcbench.watch;

import dev.jdbcbench.load.Unit;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The path between client and server, in ns: what the relay adds to it, and how long the rest takes. Thread safe,
 * except that only the relay's thread may compute arrivals.
 */
public final class DelayedPath {

    private final SplittableRandom random = new SplittableRandom();
    private volatile double bytesPerNano;
    private volatile long jitter;
    private volatile long oneWay;
    private volatile long path;
    private long upFree = Long.MIN_VALUE;
    private long downFree = Long.MIN_VALUE;

    /**
     * A link with a constant delay.
     *
     * @param oneWay the delay that the relay adds in each direction
     * @param path the duration of the first handshake between relay and server
     */
    public DelayedPath(long oneWay, long path) {
        this(oneWay, path, 0, 0);
    }

    /**
     * A link with a varying delay, or with a bandwidth that all connections share.
     *
     * @param jitter the most to add to the delay of one direction
     * @param bytesPerSecond bandwidth in each direction; 0 for no limit
     */
    public DelayedPath(long oneWay, long path, long jitter, double bytesPerSecond) {
        this.oneWay = oneWay;
        this.path = path;
        this.jitter = jitter;
        this.bytesPerNano = bytesPerSecond / Unit.NANOS_PER_SECOND;
    }

    /** Sets the round trip time to add from now on. */
    public void rtt(Duration rtt) {
        oneWay = rtt.toNanos() / 2;
    }

    /** The round trip time that is currently added. */
    public Duration rtt() {
        return Duration.ofNanos(2 * oneWay);
    }

    /** Sets the most that each direction may take longer from now on. */
    public void jitter(Duration longer) {
        jitter = longer.toNanos();
    }

    /**
     * Limits the bandwidth from now on. Bytes already under way arrive as scheduled.
     *
     * @param bytesPerSecond in each direction; 0 for no limit
     */
    public void bandwidth(double bytesPerSecond) {
        bytesPerNano = bytesPerSecond / Unit.NANOS_PER_SECOND;
    }

    /** The time when bytes that leave now will have arrived. */
    long arrival(boolean up, int bytes, long now) {
        long at = now + oneWay;
        double speed = bytesPerNano;
        long longer = jitter;
        if (speed > 0) {
            long free = Math.max(now, up ? upFree : downFree) + Math.round(bytes / speed);
            if (up) {
                upFree = free;
            } else {
                downFree = free;
            }
            at = free + oneWay;
        }
        return longer > 0 ? at + random.nextLong(longer + 1) : at;
    }

    /** The delay added in each direction. */
    long oneWay() {
        return oneWay;
    }

    /**
     * The round trip time between relay and server: that of the shortest handshake or answer, because others include
     * waiting.
     */
    long path() {
        return path;
    }

    /** Records the duration of a handshake, or the time until an answer: the path is not longer. */
    void pathAtMost(long nanos) {
        path = Math.min(path, nanos);
    }

    /** The round trip time between client and server. */
    long roundTrip() {
        return 2 * oneWay + path;
    }
}
