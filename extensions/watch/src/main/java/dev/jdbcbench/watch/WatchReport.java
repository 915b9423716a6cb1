package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The traffic of a relay: {@code watch --format json}, a published format. Times are in µs.
 *
 * @param target the database
 * @param serverVersion as reported by the server
 * @param rttAddedMicros round trip time that the relay added
 * @param rttPathMicros round trip time between relay and database: that of the shortest TCP handshake or answer
 * @param statements number of statements that the server executed
 * @param roundTrips how often a connection waited for the network, including logins
 * @param waiting the sum over all connections, so it may exceed the elapsed time
 * @param commands counts of protocol commands, by name
 * @param top the statements with the longest total wait, longest first
 */
@JsonPropertyOrder({"schema", "target"})
public record WatchReport(
        String target,
        String serverVersion,
        double seconds,
        double rttAddedMicros,
        double rttPathMicros,
        Connections connections,
        long statements,
        double statementsPerSecond,
        long roundTrips,
        double roundTripsPerSecond,
        long bytesUp,
        long bytesDown,
        Waiting waiting,
        Map<String, Long> commands,
        List<Line> top,
        List<WatchFinding> findings,
        List<String> notes) {
    public WatchReport {
        commands = Collections.unmodifiableMap(new LinkedHashMap<>(commands));
        top = List.copyOf(top);
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "watch/1";
    }

    /**
     * Connections of the application.
     *
     * @param open number of connections now
     * @param most largest number at one time
     * @param refused because there were too many
     * @param failed because the database could not be reached
     * @param unreadable connections of which only bytes and bursts were counted
     */
    public record Connections(int opened, int open, int most, int refused, int failed, int unreadable) {}

    /**
     * What connections waited for.
     *
     * @param networkMicros round trips times the RTT
     * @param serverMicros from the end of a request to the first byte of its answer, without the network
     * @param restMicros the rest of each answer: its rows, and how fast the client reads them
     */
    public record Waiting(double totalMicros, double networkMicros, double serverMicros, double restMicros) {}

    /**
     * One normalised statement.
     *
     * @param rows rows of results, or changed rows
     */
    public record Line(
            String statement,
            CommandPurpose purpose,
            long count,
            long roundTrips,
            long errors,
            long rows,
            long bytesUp,
            long bytesDown,
            double longestMicros,
            Waiting waiting) {}
}
