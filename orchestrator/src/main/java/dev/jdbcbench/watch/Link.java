package dev.jdbcbench.watch;

/** The path between client and server, in ns: what the relay adds to it, and how long the rest takes. Thread safe. */
public final class Link {
    private final long oneWay;
    private volatile long path;

    /**
     * A link with a delay.
     *
     * @param oneWay that the relay adds in each direction
     * @param path the first time of a handshake between relay and server
     */
    public Link(long oneWay, long path) {
        this.oneWay = oneWay;
        this.path = path;
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
