package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.CellClients;
import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.statistics.sample.Bimodality;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a cell. In JSON its parts are flattened: all their members appear side by side.
 *
 * @param key the key of the cell
 * @param serverVersion as read by the agent; null when it never reached the server
 * @param engine storage engine of the scenario's tables; null when it has no tables of its own
 * @param reason why the status is not ok; null when it is
 * @param unit the unit of its time
 * @param counters the server's counters per operation, before anything was measured, by the server's names
 * @param remark a note on the operation's result; null when there is none
 * @param rejectedForks number of forks that do not count because of an outside disturbance
 * @param clients how several clients shared it; null for one client
 * @param load its behaviour under open load; null for a closed loop. Its time is then the mean response time, or unknown when
 *     the client cannot keep up
 * @param decision why its row got no more blocks; null when nothing was decided
 * @param decisionKind why its row got no more although it needed it; null otherwise
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
        @Nullable String decision,
        @MayBeMissing Fact.Decided.@Nullable Kind decisionKind,
        @MayBeMissing @Nullable CellLoad load,
        @MayBeMissing @Nullable CellClients clients) {
    /** The driver's name in reports. */
    public String driverName() {
        return DriverName.of(cell.subject());
    }

    /** Whether the client cannot keep up with the rate. Its time then depends only on how long it was measured. */
    public boolean overloaded() {
        return load != null && !load.keepsUp();
    }

    /**
     * The traffic between client and server.
     *
     * @param roundTrips per operation, as counted; null when they were not
     * @param bytesUp from client to server per operation, counted on the wire, or by the server if the traffic was not observed
     * @param bytesDown from server to client per operation, counted on the wire, or by the server if the traffic was not
     *     observed
     * @param exchange the observed traffic of an operation; null when it was not observed
     * @param exchangeUnavailable why it could not be observed; null when it was, or was not requested
     * @param floorOf key of the cell whose floor is also the floor of this one, because both send the same bytes; null when it
     *     is no floor, or is measured itself
     */
    public record Traffic(
            @Nullable Double roundTrips,
            @Nullable Long bytesUp,
            @Nullable Long bytesDown,
            @Nullable Exchange exchange,
            @Nullable String exchangeUnavailable,
            @MayBeMissing @Nullable String floorOf) {}

    /**
     * The cost of an operation on the client.
     *
     * @param cpuMicrosPerOp CPU time of the whole measured JVM, µs
     * @param operationsPerSecond throughput of all threads together
     * @param load load of the CPUs
     * @param own what the driver's own code costs, as a look before anything was measured; null when it was not requested
     * @param pinnedPerOp how often a virtual thread blocked its carrier thread, counted before anything was measured; null
     *     without virtual threads
     */
    public record Cost(
            @Nullable Double allocBytesPerOp,
            @Nullable Double cpuMicrosPerOp,
            @Nullable Double operationsPerSecond,
            @JsonUnwrapped CpuLoad load,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
            Double pinnedPerOp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
            OwnCost own) {}

    /**
     * Whether the forks measured the same thing.
     *
     * @param settled false when the warm-up reached into the second half of at least a third of the forks, in at least two of
     *     at least three. {@link dev.jdbcbench.statistics.sample.WarmUpCut} finds it, whatever warm-up the profile fixes. Also true for
     *     imported forks whose file lacks the warm-up
     * @param bimodal the two groups that the forks form; null when there is only one
     * @param bimodalEvidence evidence for a cause of the two groups; null when there are none
     */
    public record Steadiness(
            boolean settled,
            @Nullable Bimodality bimodal,
            @Nullable BimodalEvidence bimodalEvidence) {}

    /**
     * Times of single operations.
     *
     * @param serviceTime null when it was not measured
     * @param serviceTimeUnavailable why it could not be measured; null when it was, or was not requested
     */
    public record Percentiles(
            @Nullable ServiceTime serviceTime, @Nullable String serviceTimeUnavailable) {}

    /** The status of a cell. */
    public enum Status {
        OK,
        FAILED,
        UNSUPPORTED,
        MISSING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Why the forks of a cell form two groups, as far as the measurement shows. */
    public enum Cause {
        /** The JVMs differ: the groups allocate different amounts per operation or have compiled code of different size. */
        JVM,
        /** Forks of other cells that ran next to the slow forks are slow, too. */
        HOST,
        /** No evidence for either. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Evidence for the cause of two groups of forks.
     *
     * @param chanceOfStretch probability that this many forks would be consecutive by chance, 0 … 1
     * @param cause the cause, as far as the measurement shows it
     */
    public record BimodalEvidence(double chanceOfStretch, Cause cause) {}

    /**
     * One fork's score: the mean of its iterations after the warm-up.
     *
     * @param cut number of iterations cut as warm-up
     * @param iterations total number of iterations
     */
    public record ForkScore(int block, double score, int cut, int iterations, Instant startedAt) {}
}
