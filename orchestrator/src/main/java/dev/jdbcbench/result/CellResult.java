package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.result.Results.BimodalEvidence;
import dev.jdbcbench.result.Results.ForkScore;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.statistics.Bimodality;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a cell. In JSON its parts are not seen: all their members stand side by side.
 *
 * @param key of the cell
 * @param serverVersion as the agent found it; null when it never reached the server
 * @param engine of the tables that the scenario works on; null when it has none of its own
 * @param reason why it is not ok; null when it is
 * @param unit of its time
 * @param counters what the server counted per operation before anything was measured, by its own names
 * @param remark what a reader should know of the operation's result; null when there is nothing
 * @param rejectedForks that do not count, because something outside disturbed them
 * @param decision why its row got no more blocks; null when nothing was decided
 */
public record CellResult(
        String key,
        @JsonUnwrapped Cell cell,
        @Nullable String serverVersion,
        @Nullable String engine,
        Status status,
        @Nullable String reason,
        String unit,
        @JsonUnwrapped Score time,
        List<ForkScore> forks,
        @JsonUnwrapped Traffic traffic,
        @JsonUnwrapped Cost cost,
        Map<String, Double> counters,
        @Nullable String remark,
        @JsonUnwrapped Steadiness steadiness,
        @JsonUnwrapped Percentiles percentiles,
        int rejectedForks,
        @Nullable String decision) {
    /**
     * What goes to the server and back.
     *
     * @param roundTrips per operation, as counted; null when they were not
     * @param bytesUp from client to server per operation, as they went over the wire; as the server counts them where that was not watched
     * @param bytesDown from server to client per operation; as the server counts them where that was not watched
     * @param exchange what went back and forth for an operation; null when it was not watched
     * @param exchangeUnavailable why it could not be watched; null when it was, or was not asked for
     */
    public record Traffic(
            @Nullable Double roundTrips,
            @Nullable Long bytesUp,
            @Nullable Long bytesDown,
            @Nullable Exchange exchange,
            @Nullable String exchangeUnavailable) {}

    /**
     * What an operation costs the client.
     *
     * @param cpuMicrosPerOp CPU time of the whole measured JVM, µs
     * @param operationsPerSecond of all threads together
     */
    public record Cost(
            @Nullable Double allocBytesPerOp,
            @Nullable Double cpuMicrosPerOp,
            @Nullable Double operationsPerSecond) {}

    /**
     * Whether its forks measured one thing.
     *
     * @param settled false when in a third of its forks, in at least two of at least three, the warm-up reached into the last half, as
     *     {@link dev.jdbcbench.statistics.WarmupCut} finds it, whatever warm-up the profile fixes; true also of imported forks whose file
     *     lacks the warm-up
     * @param bimodal the two groups into which its forks fall; null when they are one
     * @param bimodalEvidence what speaks for a cause of the two groups; null when there are none
     */
    public record Steadiness(
            boolean settled,
            @Nullable Bimodality bimodal,
            @Nullable BimodalEvidence bimodalEvidence) {}

    /**
     * How long single operations took.
     *
     * @param serviceTime null when it was not measured
     * @param serviceTimeUnavailable why it could not be measured; null when it was, or was not asked for
     */
    public record Percentiles(
            @Nullable ServiceTime serviceTime, @Nullable String serviceTimeUnavailable) {}
}
