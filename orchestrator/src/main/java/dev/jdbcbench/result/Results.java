package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Verdict;
import java.time.Duration;
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
 * @param contrasts the comparisons along every axis on which cells of the plan differ; empty without claims
 * @param twins equal cells that were measured under two labels; empty without claims
 * @param control what the twins say together; null where they say nothing
 * @param means of the ratios over rows, along the axis that the run was to settle; empty without claims
 * @param bandwidths to each server; empty when they were not measured
 * @param notes what else is to be known of the run as a whole, in sentences
 * @param setting with what it was measured
 */
@JsonPropertyOrder({"schema", "run"})
@JsonIgnoreProperties(value = "schema", allowGetters = true)
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
        List<Contrast> contrasts,
        @JsonUnwrapped Effort effort,
        @JsonUnwrapped Outside outside,
        List<TwinResult> twins,
        @Nullable Control control,
        List<Mean> means,
        List<BandwidthResult> bandwidths,
        List<String> notes,
        @JsonUnwrapped Setting setting) {
    public Results {
        notes = List.copyOf(notes);
        bandwidths = List.copyOf(bandwidths);
        servers = List.copyOf(servers);
        cells = List.copyOf(cells);
        contrasts = List.copyOf(contrasts);
        twins = List.copyOf(twins);
        means = List.copyOf(means);
    }

    /**
     * With what it was measured, and for how long.
     *
     * @param jdk the version of the JVMs that were measured; null when no agent told it
     * @param elapsed from the first word of the agent to its last, in all its sessions together; null of an imported run
     */
    public record Setting(@Nullable String jdk, @Nullable Duration elapsed) {}

    /**
     * How much was to be measured, and how much was.
     *
     * @param fewestForks of each cell that were planned
     * @param mostForks of each cell that were planned
     * @param blocks that began; 0 of an imported run
     * @param target half width of an interval that is narrow enough, 0.03 for ±3 %; null when nothing is aimed at
     * @param contrast the axis that the run was to settle
     * @param base the glob of the bases; null for the first cell of each group
     * @param budget null when the profile alone says when it is enough
     */
    public record Effort(
            int fewestForks,
            int mostForks,
            int blocks,
            @Nullable Double target,
            Axis contrast,
            @Nullable String base,
            @Nullable Duration budget) {}

    /**
     * What from outside disturbed the run.
     *
     * @param forks that ended well, those of twins and those that do not count included
     * @param rejectedForks that do not count, because something outside disturbed them
     * @param disturbedForks that count although something outside disturbed them
     * @param rounds of the groups; null where the cells of a row were not measured in turns
     * @param unfit hosts that are not fit to measure on
     * @param forced whether such hosts were to be measured anyway
     */
    public record Outside(
            int forks,
            int rejectedForks,
            int disturbedForks,
            @Nullable Rounds rounds,
            List<Disturbance> disturbances,
            List<Unfit> unfit,
            boolean forced) {
        public Outside {
            disturbances = List.copyOf(disturbances);
            unfit = List.copyOf(unfit);
        }
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "results/1";
    }

    /** Whether the times are of JVMs so cold that nobody is to read them: they are kept, and reports say that it works. */
    public boolean withoutTimes() {
        return profile.equals(Profile.SMOKE.name());
    }

    /** Whether all local servers, of which there is one at least, were pinned to other CPUs than their clients. */
    public boolean apart() {
        List<ServerResult> local = servers.stream()
                .filter(server -> server.topology() == Topology.LOCAL)
                .toList();
        return !local.isEmpty()
                && local.stream().allMatch(server -> Plan.Server.apart(server.clientCpus(), server.databaseCpus()));
    }

    /** Whether bench did not measure it, but read what another program did. */
    public boolean imported() {
        return profile.equals(Profile.IMPORTED);
    }

    /**
     * A server as the agent found it.
     *
     * @param install where its programs came from
     * @param engine of the tables that scenarios insert into
     * @param variables whose values are not the server's defaults, without paths, addresses and identities
     * @param clientCpus to which its clients were pinned, as taskset writes them; null for all
     * @param databaseCpus to which it was pinned; null for all
     */
    public record ServerResult(
            Topology topology,
            String server,
            ServerKind kind,
            String install,
            String version,
            String engine,
            Map<String, String> variables,
            @Nullable String clientCpus,
            @Nullable String databaseCpus) {}

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
     * dev.jdbcbench.event.Noise}. What is null could not be read.
     *
     * @param stealMeanPercent over the forks
     * @param stealMaxPercent of the worst fork
     * @param foreignMaxPercent of the worst fork; a database on the same host that bench did not start is foreign, too
     * @param databaseMaxPercent of the busiest fork, of a database on the same host that bench started
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
     * @param drift how it changed during the run; null when it was not measured often enough
     */
    public record RttResult(
            @Nullable Double minMicros,
            @Nullable Double medianMicros,
            @Nullable Double p95Micros,
            int samples,
            @Nullable String unavailable,
            @Nullable Drift drift) {}

    /**
     * How an RTT changed during a run.
     *
     * @param firstMicros the median of the first third of the time
     * @param lastMicros the median of the last third
     * @param mostMicros the largest of the medians of the three thirds
     * @param leastMicros the smallest of them
     * @param steady whether the three are one, as far as a reader has to care
     */
    public record Drift(double firstMicros, double lastMicros, double mostMicros, double leastMicros, boolean steady) {}

    /**
     * What each megabyte (10⁶ bytes) of a payload takes to or from a server, µs, beside what every exchange takes.
     *
     * @param unavailable why it is not known; null when it is
     */
    public record BandwidthResult(
            Topology topology,
            String server,
            @Nullable Double upMicrosPerMegabyte,
            @Nullable Double downMicrosPerMegabyte,
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

    /** Why the forks of a cell fall into two groups, as far as the measurement shows it. */
    public enum Cause {
        /** Its JVMs differ: those of one group allocate other amounts per operation, or have code of another size. */
        JVM,
        /** Forks of other cells that ran next to the slow ones are slow, too. */
        HOST,
        /** Neither is seen. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What speaks for a cause of two groups of forks.
     *
     * @param chanceOfStretch how often so many of so many forks would follow each other in time by chance, 0 … 1
     * @param cause as far as the measurement shows it
     */
    public record BimodalEvidence(double chanceOfStretch, Cause cause) {}

    /**
     * One fork's score: the mean of its iterations after the warm-up.
     *
     * @param cut how many iterations were left out as warm-up
     * @param iterations how many there were
     */
    public record ForkScore(int block, double score, int cut, int iterations, Instant startedAt) {}

    /**
     * Two cells that differ along one axis, as a ratio.
     *
     * @param base the key of the cell that is 1
     * @param cell the key of the other
     * @param ratio of their times
     * @param low of the 95 % interval, not adjusted; null when there is one block only. In an imported run it is Welch's, which pairs nothing
     * @param pAdjusted of the hypothesis that they are equal, adjusted for all comparisons of this axis, topology and server
     * @param blocks in which both were measured; of an imported run, which has none, the forks of the cell that has fewer
     * @param margin the difference that matters: 0.02 for 2 %
     * @param conclusion what was tested and what came of it, in words
     * @param asDisturbed the ratio of the times as they are, where what slowed the host changed it: {@code ratio} is that of a quiet host then;
     *     null where the two do not differ beyond their intervals
     */
    public record Contrast(
            Axis axis,
            String base,
            String cell,
            double ratio,
            @Nullable Double low,
            @Nullable Double high,
            double pAdjusted,
            int blocks,
            double margin,
            Verdict verdict,
            String conclusion,
            @Nullable Double asDisturbed,
            Robust robust) {}

    /**
     * A comparison by the middle of the forks and not by their mean: see {@link dev.jdbcbench.statistics.RobustContrast}.
     *
     * @param ratio of their times
     * @param low of its interval of at least 95 %; null with fewer than six blocks
     * @param agrees whether it allows the verdict that the mean alone would give; else the comparison is undecided
     */
    public record Robust(
            double ratio, @Nullable Double low, @Nullable Double high, boolean agrees) {}

    /**
     * The geometric mean over rows of the ratio of two drivers, versions, servers or transports.
     *
     * @param server null when servers are compared
     * @param base what is 1
     * @param low of the 95 % interval over the blocks; null when all rows have one block only
     * @param rows pairs of cells that are both ok
     * @param blocks that all of them have; of an imported run, which has none, the forks of the cell that has fewest
     * @param disturbed the keys of cells in it that are not settled, have two groups of forks, or have forks that count although something
     *     disturbed them
     */
    public record Mean(
            Axis axis,
            Topology topology,
            @Nullable String server,
            String base,
            String value,
            double ratio,
            @Nullable Double low,
            @Nullable Double high,
            int rows,
            int blocks,
            List<String> disturbed) {
        public Mean {
            disturbed = List.copyOf(disturbed);
        }
    }

    /**
     * A cell that was measured under two labels, as the ratio of the second to the first.
     *
     * @param cell the key of the first
     * @param twin the key of the second
     * @param low of the 95 % interval; null when there is one block only
     * @param floor by how much they differ, as a share
     * @param verdict as if they were two drivers
     */
    public record TwinResult(
            Topology topology,
            String server,
            String cell,
            String twin,
            double ratio,
            @Nullable Double low,
            @Nullable Double high,
            double floor,
            Verdict verdict) {}

    /**
     * The rounds of all groups after their warm-up.
     *
     * @param number those that were dropped included
     * @param dropped those that do not count, because something outside disturbed them
     */
    public record Rounds(int number, List<DroppedRound> dropped) {
        public Rounds {
            dropped = List.copyOf(dropped);
        }
    }

    /**
     * A round that does not count.
     *
     * @param round from 0, those of the warm-up counted
     */
    public record DroppedRound(int block, String row, int round, String cause) {}

    /**
     * All A/A controls of a run: a check of the method on these hosts.
     *
     * @param ratio the geometric mean over rows of a driver's time and its own under another label
     * @param low of the 95 % interval
     * @param floor by how much they differ for certain, as a share; 0 unless the interval excludes 1
     */
    public record Control(double ratio, double low, double high, double floor) {}

    /**
     * What disturbed a fork from outside.
     *
     * @param repeated whether it was rejected and measured again; else it counts
     */
    public record Disturbance(int block, String cell, String reason, boolean repeated) {}

    /** Why a host is unsuitable for measuring. */
    public record Unfit(String host, List<String> reasons) {
        public Unfit {
            reasons = List.copyOf(reasons);
        }
    }
}
