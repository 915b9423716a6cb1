package dev.jdbcbench.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The two hosts of a topology, and the distance between them.
 *
 * @param rtt RTT to the first server, by method
 * @param rttByServer RTT to each server, by its label and then by method
 * @param noise interference on the hosts, by host name; only hosts with data
 */
public record TopologyResult(
        String client,
        String database,
        Map<String, RttResult> rtt,
        Map<String, Map<String, RttResult>> rttByServer,
        Map<String, HostNoise> noise) {
    /**
     * Interference on a host during the run.
     *
     * @param client while it ran forks of the topology; null when it ran none
     * @param database while it ran a server, by the server's label
     */
    public record HostNoise(@Nullable ClientNoise client, Map<String, DatabaseNoise> database) {}

    /**
     * Interference on the client host while it ran the forks of a topology, summarised from the noise of each fork: see
     * {@link dev.jdbcbench.event.Noise}. Null means that a value could not be read.
     *
     * @param stealMeanPercent mean over the forks
     * @param stealMaxPercent maximum over the forks
     * @param foreignMaxPercent maximum over the forks; a database on the same host that bench did not start counts as foreign
     * @param databaseMaxPercent maximum over the forks, for databases on the same host that bench started
     * @param loadMax maximum of the one-minute averages at the end of each fork
     * @param throttledMicros total of all forks, µs
     * @param thermalThrottles total of all forks
     * @param retransmits total of all forks
     * @param forks number of forks with these data
     * @param notReadable what the host does not report, with the reason
     */
    public record ClientNoise(
            @Nullable Double stealMeanPercent,
            @Nullable Double stealMaxPercent,
            @Nullable Double foreignMaxPercent,
            @Nullable Double databaseMaxPercent,
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
     * Interference on a server's host from its start to its end, including forks of other topologies.
     *
     * @param stealMeanPercent CPU time that the hypervisor gave to others; null with only one sample
     * @param stealMaxPercent steal in the worst 10 s
     * @param loadMax maximum of the one-minute averages
     * @param samples number of samples, one every two seconds
     */
    public record DatabaseNoise(
            @Nullable Double stealMeanPercent, @Nullable Double stealMaxPercent, double loadMax, int samples) {}

    /**
     * The RTT by one method over the whole run.
     *
     * @param unavailable why there is no RTT; null when there is one
     * @param drift change during the run; null when the RTT was not measured often enough
     */
    public record RttResult(
            @Nullable Double minMicros,
            @Nullable Double medianMicros,
            @Nullable Double p95Micros,
            int samples,
            @Nullable String unavailable,
            @Nullable Drift drift) {}

    /**
     * The change of an RTT during a run.
     *
     * @param firstMicros median of the first third of the time
     * @param lastMicros median of the last third
     * @param mostMicros largest of the three medians
     * @param leastMicros smallest of the three medians
     * @param steady whether the three can be treated as equal
     */
    public record Drift(double firstMicros, double lastMicros, double mostMicros, double leastMicros, boolean steady) {}
}
