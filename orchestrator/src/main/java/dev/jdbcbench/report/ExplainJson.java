package dev.jdbcbench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What operations exchange with the server: {@code explain --format json}, a published format. */
@JsonPropertyOrder({"schema", "run"})
public record ExplainJson(String run, List<Cell> cells) {
    public ExplainJson {
        cells = List.copyOf(cells);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "explain/1";
    }

    /**
     * One cell. What is null could not be counted.
     *
     * @param roundTripsBySlope the same by how much longer the operation takes over a longer way
     * @param bytesUp from client to server, per operation
     * @param connections that are opened, per operation
     * @param commands of the protocol, per operation; empty when they are encrypted
     * @param counters of the server's session status, per operation, by its own names
     * @param reason why nothing was counted; null when it was
     */
    public record Cell(
            String key,
            String server,
            @Nullable String serverVersion,
            String scenario,
            Map<String, String> params,
            Mode mode,
            String driver,
            String driverVersion,
            Transport transport,
            Status status,
            @Nullable String reason,
            @Nullable Double roundTrips,
            @Nullable Double roundTripsBySlope,
            @Nullable Double slopeHalfWidth,
            @Nullable Long bytesUp,
            @Nullable Long bytesDown,
            @Nullable Double connections,
            Map<String, Double> commands,
            Map<String, Double> counters,
            @Nullable String remark) {}

    /** Of the cells of a run. */
    public static ExplainJson of(Results results) {
        return new ExplainJson(
                results.run(), results.cells().stream().map(ExplainJson::cell).toList());
    }

    private static Cell cell(CellResult cell) {
        @Nullable Exchange exchange = cell.exchange();
        return new Cell(
                cell.key(),
                cell.server(),
                cell.serverVersion(),
                cell.scenario(),
                cell.params(),
                cell.mode(),
                cell.driver(),
                cell.driverVersion(),
                cell.transport(),
                cell.status(),
                cell.reason() == null ? cell.exchangeUnavailable() : cell.reason(),
                exchange == null ? null : (Double) exchange.roundTrips(),
                exchange == null ? null : (Double) exchange.slope(),
                exchange == null ? null : (Double) exchange.slopeHalfWidth(),
                exchange == null ? null : (Long) exchange.bytesUp(),
                exchange == null ? null : (Long) exchange.bytesDown(),
                exchange == null ? null : (Double) exchange.connections(),
                exchange == null ? Map.of() : exchange.commands(),
                cell.counters(),
                exchange == null ? null : exchange.remark());
    }
}
