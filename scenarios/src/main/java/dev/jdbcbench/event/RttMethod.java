package dev.jdbcbench.event;

import java.util.Locale;

/** How an RTT is measured. */
public enum RttMethod {
    /** ICMP echo, by the {@code ping} program. */
    ICMP,
    /** The three-way handshake of a TCP connection to the server's port. */
    TCP,
    /** {@code DO 1} on an open connection, the smallest request of the database protocol. */
    PROTOCOL,
    /** The shortest round trip that the client's kernel saw on measured connections, from segment to acknowledgement. */
    KERNEL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
