package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import java.util.List;
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
 * @param statements texts of the first statements that one operation sends, in their order, each cut where it is long; null when they cannot be
 *     read, or in files of versions that did not look
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
        @Nullable String remark,

        @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<String> statements) {
    private static final int MOST_STATEMENTS = 100;

    public Exchange {
        PartCheck.count(roundTrips, "roundTrips");
        PartCheck.number(slope, "slope");
        PartCheck.count(slopeHalfWidth, "slopeHalfWidth");
        PartCheck.count(bytesUp, "bytesUp");
        PartCheck.count(bytesDown, "bytesDown");
        PartCheck.count(connections, "connections");
        commands = PartCheck.numbers(commands, "commands");
        PartCheck.between(0, Integer.MAX_VALUE, operations, "operations");
        remark = PartCheck.messageIfAny(remark);
        if (statements != null) {
            statements = PartCheck.texts(statements, MOST_STATEMENTS, "statements");
        }
    }

    /** Without the texts of statements. */
    public Exchange(
            double roundTrips,
            double slope,
            double slopeHalfWidth,
            long bytesUp,
            long bytesDown,
            double connections,
            Map<String, Double> commands,
            int operations,
            @Nullable String remark) {
        this(roundTrips, slope, slopeHalfWidth, bytesUp, bytesDown, connections, commands, operations, remark, null);
    }
}
