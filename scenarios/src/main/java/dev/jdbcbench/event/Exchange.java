package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * @param doubtful whether the number of round trips is not known, because what was observed contradicts itself; null when it is known
 * @param apart what the driver sent over connections of its own, which the other numbers leave out; null when nothing
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
        List<String> statements,

        @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean doubtful,

        @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String apart) {
    private static final int MOST_STATEMENTS = 100;

    /** If the two counts differ by more than this, they contradict each other. */
    private static final double TOLERANCE = 0.5;

    private static final double RELATIVE_TOLERANCE = 0.1;

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
        apart = PartCheck.messageIfAny(apart);
        if (statements != null) {
            statements = PartCheck.texts(statements, MOST_STATEMENTS, "statements");
        }
    }

    /** How far the two counts may lie apart. */
    public static double tolerance(double roundTrips) {
        return Math.max(TOLERANCE, RELATIVE_TOLERANCE * roundTrips);
    }

    /** The second count; empty if it is too imprecise to check the first, or comes from a single operation. */
    public Optional<Double> secondCount() {
        return operations > 1 && slopeHalfWidth <= tolerance(roundTrips) ? Optional.of(slope) : Optional.empty();
    }

    /** Whether the number of round trips is certain enough to judge by. */
    public boolean known() {
        return !Boolean.TRUE.equals(doubtful);
    }
}
