package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The network traffic of one operation. Each number is the median over the observed operations.
 *
 * @param roundTrips number of waits for the server, including the opening of connections
 * @param slope the same number, derived from how much longer the operation takes with a longer delay
 * @param slopeHalfWidth uncertainty of the slope
 * @param bytesUp from client to server, on the wire
 * @param bytesDown from server to client, on the wire
 * @param connections number of connections opened
 * @param commands number of protocol commands sent, by name; empty when they are encrypted
 * @param operations number of observed operations
 * @param remark a note on the count; null when there is none
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
