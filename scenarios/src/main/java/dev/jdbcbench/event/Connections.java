package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;

/**
 * The TCP connections of a measured JVM to its server, as the client host's kernel sees them during the fork.
 *
 * @param minRttMicros the shortest round trip that it saw, µs, from segment to acknowledgement
 * @param retransmits segments that were sent again, of all of them together
 */
public record Connections(int count, double minRttMicros, long retransmits) {
    public Connections {
        Parts.between(0, Integer.MAX_VALUE, count, "count");
        Parts.micros(minRttMicros, "minRttMicros");
        Parts.count(retransmits, "retransmits");
    }
}
