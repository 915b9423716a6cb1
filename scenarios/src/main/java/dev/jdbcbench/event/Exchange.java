package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What goes back and forth for one operation. Each number is the median over the operations that were watched.
 *
 * @param roundTrips how often the operation waits for something from the server, the opening of connections included
 * @param slope the same, by how much longer the operation takes when the way is longer
 * @param slopeHalfWidth by how much the slope may be off
 * @param bytesUp from client to server, as they go over the wire
 * @param bytesDown from server to client
 * @param connections that are opened
 * @param commands of the protocol that are sent, by their names; empty when they cannot be read, for they are encrypted
 * @param operations that were watched
 * @param remark what is to be known about the count; null when there is nothing
 */
public record Exchange(
        double roundTrips,
        double slope,
        double slopeHalfWidth,
        long bytesUp,
        long bytesDown,
        double connections,
        Map<String, Double> commands,
        int operations,
        @Nullable String remark) {
    public Exchange {
        Parts.count(roundTrips, "roundTrips");
        Parts.number(slope, "slope");
        Parts.count(slopeHalfWidth, "slopeHalfWidth");
        Parts.count(bytesUp, "bytesUp");
        Parts.count(bytesDown, "bytesDown");
        Parts.count(connections, "connections");
        commands = Parts.numbers(commands, "commands");
        Parts.between(0, Integer.MAX_VALUE, operations, "operations");
        remark = Parts.saidIfAny(remark);
    }
}
