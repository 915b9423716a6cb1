package dev.jdbcbench.watch;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The path between client and server, in ns: what the relay adds to it, and how long the rest takes. Thread safe, except that only the relay's thread
 * lets bytes travel.
 */
public final class Link {
    private static final double NANOS_PER_SECOND = 1e9;

    private final SplittableRandom random = new SplittableRandom();
    private volatile double bytesPerNano;
    private volatile long jitter;
    private volatile long oneWay;
    private volatile long path;
    private long upFree = Long.MIN_VALUE;
    private long downFree = Long.MIN_VALUE;

    /**
     * A link with a delay.
     *
     * @param oneWay that the relay adds in each direction
     * @param path the first time of a handshake between relay and server
     */
    public Link(long oneWay, long path) {
        this(oneWay, path, 0, 0);
    }

    /**
     * A link with a delay that varies, or with a bandwidth that all connections share.
     *
     * @param jitter the most that a delay in one direction gets longer
     * @param bytesPerSecond in each direction; 0 for no limit
     */
    public Link(long oneWay, long path, long jitter, double bytesPerSecond) {
        this.oneWay = oneWay;
        this.path = path;
        this.jitter = jitter;
        this.bytesPerNano = bytesPerSecond / NANOS_PER_SECOND;
    }

    /** Adds another round trip time from now on. */
    public void rtt(Duration rtt) {
        oneWay = rtt.toNanos() / 2;
    }

    /** The round trip time that is added now. */
    public Duration rtt() {
        return Duration.ofNanos(2 * oneWay);
    }

    /** Lets each way take up to this much longer from now on. */
    public void jitter(Duration longer) {
        jitter = longer.toNanos();
    }

    /**
     * Limits the bandwidth from now on. What is under way arrives as it would have.
     *
     * @param bytesPerSecond in each direction; 0 for no limit
     */
    public void bandwidth(double bytesPerSecond) {
        bytesPerNano = bytesPerSecond / NANOS_PER_SECOND;
    }

    /** When bytes that leave now have arrived. */
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

    /** Added in each direction. */
    long oneWay() {
        return oneWay;
    }

    /** A round trip between relay and server: the shortest handshake, as nothing but waiting can make one longer. */
    long path() {
        return path;
    }

    /** A handshake took so long. */
    void handshake(long nanos) {
        path = Math.min(path, nanos);
    }

    /** A round trip between client and server. */
    long roundTrip() {
        return 2 * oneWay + path;
    }
}
