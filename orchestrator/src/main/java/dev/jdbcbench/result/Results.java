package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.run.Topology;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found: {@code results.json}, a published format. Times are µs/op.
 *
 * @param complete whether every planned cell has an end
 * @param claims whether the profile allows to say more than the scores
 * @param servers as the agent found them; empty when it never reached one
 * @param contrasts the comparisons along an axis
 */
@JsonPropertyOrder({"schema", "run"})
public record Results(
        String run,
        boolean complete,
        String profile,
        boolean claims,
        long seed,
        Instant createdAt,
        Map<Topology, TopologyResult> topologies,
        List<ServerResult> servers,
        List<CellResult> cells,
        List<Contrast> contrasts) {
    public Results {
        servers = List.copyOf(servers);
        cells = List.copyOf(cells);
        contrasts = List.copyOf(contrasts);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "results/1";
    }

    /**
     * A server as the agent found it.
     *
     * @param install where its programs came from
     * @param engine of the tables that scenarios insert into
     * @param variables whose values are not the server's defaults, without paths, addresses and identities
     */
    public record ServerResult(
            Topology topology,
            String server,
            ServerKind kind,
            String install,
            String version,
            String engine,
            Map<String, String> variables) {}

    /**
     * Where a topology's two ends are, and how far apart.
     *
     * @param rtt by method of measuring, to the first server
     * @param rttByServer the same to each server, by its label
     * @param noise what else happened on the hosts, by their names; without those of which nothing is known
     */
    public record TopologyResult(
            String client,
            String database,
            Map<String, RttResult> rtt,
            Map<String, Map<String, RttResult>> rttByServer,
            Map<String, HostNoise> noise) {}

    /**
     * What else happened on a host during the run.
     *
     * @param client while the forks of the topology ran on it; null when none did
     * @param database while a server ran on it, by the server's label
     */
    public record HostNoise(@Nullable ClientNoise client, Map<String, DatabaseNoise> database) {}

    /**
     * What happened on the client host while the forks of a topology ran, from the noise of each: see {@link
     * dev.jdbcbench.run.Event.Noise}. What is null could not be read.
     *
     * @param stealMeanPercent over the forks
     * @param stealMaxPercent of the worst fork
     * @param foreignMaxPercent of the worst fork; a database on the same host is foreign, too
     * @param loadMax of the averages over one minute at the end of each fork
     * @param throttledMicros of all forks together, µs
     * @param thermalThrottles of all forks together
     * @param retransmits of all forks together
     * @param forks of which this is known
     * @param notReadable what the host does not tell, and why
     */
    public record ClientNoise(
            @Nullable Double stealMeanPercent,
            @Nullable Double stealMaxPercent,
            @Nullable Double foreignMaxPercent,
            @Nullable Double loadMax,
            @Nullable Long throttledMicros,
            @Nullable Long thermalThrottles,
            @Nullable Double frequencyMinMHz,
            @Nullable Double frequencyMaxMHz,
            @Nullable Long retransmits,
            int forks,
            List<String> notReadable) {
        public ClientNoise {
            notReadable = List.copyOf(notReadable);
        }
    }

    /**
     * What happened on the host of a server from its start to its end, forks of other topologies included.
     *
     * @param stealMeanPercent of the CPU time, which the hypervisor gave to others; null when there is one sample only
     * @param stealMaxPercent in the worst 10 s
     * @param loadMax of the averages over one minute
     * @param samples taken, one every two seconds
     */
    public record DatabaseNoise(
            @Nullable Double stealMeanPercent, @Nullable Double stealMaxPercent, double loadMax, int samples) {}

    /**
     * The RTT by one method over the whole run.
     *
     * @param unavailable why there is none; null when there is
     */
    public record RttResult(
            @Nullable Double minMicros,
            @Nullable Double medianMicros,
            @Nullable Double p95Micros,
            int samples,
            @Nullable String unavailable) {}

    /** What became of a cell. */
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

    /**
     * One cell. Score and interval are null unless it was measured; the interval is null with a single fork.
     *
     * @param engine of the tables that the scenario works on; null when it has none of its own
     * @param reason why it is not ok; null when it is
     * @param roundTrips per operation, as counted; null when they were not
     * @param bytesUp from client to server per operation, as the server counts them
     * @param bytesDown from server to client per operation, as the server counts them
     * @param cpuMicrosPerOp CPU time of the whole measured JVM, µs
     * @param operationsPerSecond of all threads together
     * @param counters what the server counted per operation before anything was measured, by its own names
     * @param remark what a reader should know of the operation's result; null when there is nothing
     */
    public record CellResult(
            String key,
            Topology topology,
            String client,
            String database,
            String server,
            @Nullable String serverVersion,
            String scenario,
            Map<String, String> params,
            Mode mode,
            String driver,
            String driverVersion,
            Transport transport,
            int threads,
            @Nullable String engine,
            Status status,
            @Nullable String reason,
            String unit,
            @Nullable Double score,
            @Nullable Double low,
            @Nullable Double high,
            List<ForkScore> forks,
            @Nullable Double roundTrips,
            @Nullable Long bytesUp,
            @Nullable Long bytesDown,
            @Nullable Double allocBytesPerOp,
            @Nullable Double cpuMicrosPerOp,
            @Nullable Double operationsPerSecond,
            Map<String, Double> counters,
            @Nullable String remark) {}

    /**
     * One fork's score: the mean of its iterations after the warm-up.
     *
     * @param cut how many iterations were left out as warm-up
     * @param iterations how many there were
     */
    public record ForkScore(int block, double score, int cut, int iterations, Instant startedAt) {}

    /** Two cells that differ along one axis, as a ratio. */
    public record Contrast(
            String axis, String base, String cell, double ratio, double low, double high, String verdict) {}
}
