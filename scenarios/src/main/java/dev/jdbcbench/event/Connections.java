package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;

/**
 * The TCP connections of a measured JVM to its server, as the client's kernel sees them during the fork.
 *
 * @param minRttMicros shortest round trip seen, µs, from segment to acknowledgement
 * @param retransmits total number of retransmitted segments
 */
public record Connections(int count, double minRttMicros, long retransmits) {
    public Connections {
        PartCheck.between(0, Integer.MAX_VALUE, count, "count");
        PartCheck.micros(minRttMicros, "minRttMicros");
        PartCheck.count(retransmits, "retransmits");
    }
}
