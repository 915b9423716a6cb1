package dev.jdbcbench.report.traffic;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What operations exchange with the server: {@code explain --format json}, a published format.
 *
 * @param notes on the run, like servers that were left out because they did not start; left out if there are none
 */
@JsonPropertyOrder({"schema", "run"})
public record ExplainJson(
        String run,
        List<Cell> cells,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
    /** Distances of the predictions: the RTT, µs. */
    public static final List<Double> DISTANCES = List.of(50.0, 500.0, 5_000.0, 50_000.0);

    public ExplainJson {
        cells = List.copyOf(cells);
        notes = List.copyOf(notes);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "explain/1";
    }

    /**
     * One cell; a null value could not be counted.
     *
     * @param counters changes of the server's session status per operation, by status name
     * @param reason why nothing was counted; null if it was
     * @param own what the driver's own code costs; left out if it was not requested
     * @param predicted own and round trips at several distances; left out without both
     */
    public record Cell(
            String key,
            @JsonUnwrapped Subject subject,
            @Nullable String serverVersion,
            Status status,
            @Nullable String reason,
            @JsonUnwrapped Counted counted,
            Map<String, Double> counters,
            @Nullable String remark,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            OwnCost own,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Predicted> predicted) {}

    /**
     * The time of an operation at a distance, without the server's work: own, and the waits for the network.
     *
     * @param rttMicros the distance, µs
     */
    public record Predicted(double rttMicros, double micros) {}

    /**
     * Traffic per operation.
     *
     * @param roundTripsBySlope round trips estimated from how the time grows with the length of the path; null if that is too
     *     imprecise to tell one round trip from the next
     * @param slopeHalfWidth uncertainty of {@code roundTripsBySlope}; null if that is
     * @param bytesUp from client to server
     * @param connections connections opened
     * @param commands protocol commands; empty if encrypted
     * @param statements the first statements, long ones truncated; null if they were not read
     * @param doubtful whether the number of round trips is not certain; left out if it is
     * @param apart what the driver sent over connections of its own, which is not counted; left out if nothing
     */
    public record Counted(
            @Nullable Double roundTrips,
            @Nullable Double roundTripsBySlope,
            @Nullable Double slopeHalfWidth,
            @Nullable Long bytesUp,
            @Nullable Long bytesDown,
            @Nullable Double connections,
            Map<String, Double> commands,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<String> statements,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Boolean doubtful,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String apart) {
        static final Counted NOTHING = new Counted(null, null, null, null, null, null, Map.of(), null, null, null);

        static Counted of(Exchange exchange) {
            return new Counted(
                    exchange.roundTrips(),
                    exchange.secondCount().orElse(null),
                    exchange.secondCount().isPresent() ? exchange.slopeHalfWidth() : null,
                    exchange.bytesUp(),
                    exchange.bytesDown(),
                    exchange.connections(),
                    exchange.commands(),
                    exchange.statements(),
                    exchange.doubtful(),
                    exchange.apart());
        }
    }

    /** The cells of a run. */
    public static ExplainJson of(Results results) {
        return new ExplainJson(
                results.run(), results.cells().stream().map(ExplainJson::cell).toList(), results.notes());
    }

    /** The time of a cell's operation at each of {@link #DISTANCES}; empty if own or round trips are not known. */
    public static List<Predicted> predicted(CellResult cell) {
        OwnCost own = cell.cost().own();
        Exchange exchange = cell.traffic().exchange();
        Double micros = own == null ? null : own.micros();
        return micros == null || exchange == null || !exchange.known()
                ? List.of()
                : DISTANCES.stream()
                        .map(rtt -> new Predicted(rtt, micros + exchange.roundTrips() * rtt))
                        .toList();
    }

    private static Cell cell(CellResult cell) {
        Optional<Exchange> exchange = Optional.ofNullable(cell.traffic().exchange());
        return new Cell(
                cell.key(),
                cell.cell().subject(),
                cell.serverVersion(),
                cell.status(),
                cell.reason() == null ? cell.traffic().exchangeUnavailable() : cell.reason(),
                exchange.map(Counted::of).orElse(Counted.NOTHING),
                cell.counters(),
                exchange.map(Exchange::remark).orElse(null),
                cell.cost().own(),
                predicted(cell));
    }
}
