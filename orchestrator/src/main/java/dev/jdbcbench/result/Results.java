package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.ProfileKind;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run: {@code results.json}, a published format. Times are in µs/op.
 *
 * @param complete whether every planned cell is finished
 * @param claims whether the profile supports claims beyond the scores
 * @param servers facts read by the agent; empty when it never reached a server
 * @param contrasts comparisons along every axis on which cells of the plan differ; empty without claims
 * @param twins A/A controls, equal cells measured under two labels; empty without claims
 * @param control summary of the A/A controls; null when they allow none
 * @param means means of the ratios over rows, along the axis that the run was planned to compare; empty without claims
 * @param bandwidths bandwidth to each server; empty when they were not measured
 * @param notes further notes on the run as a whole, in sentences
 * @param setting the JDK, and the time taken
 */
@JsonPropertyOrder({"schema", "run"})
@JsonIgnoreProperties(
        value = {"schema", "curves"},
        allowGetters = true)
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
     * The JDK of the run, and how long it took.
     *
     * @param jdk version of the measured JVMs; null when no agent reported it
     * @param elapsed from the agent's first to its last event, summed over its sessions; null for an imported run
     * @param ended whether the agent has ended by itself; only a resumed run can have more then
     */
    public record Setting(@Nullable String jdk, @Nullable Duration elapsed, boolean ended) {}

    /**
     * The planned and the actual amount of measuring.
     *
     * @param fewestForks planned minimum per cell
     * @param mostForks planned maximum per cell
     * @param blocks number of blocks started; 0 for an imported run
     * @param target half-width of a sufficiently narrow interval, 0.03 for ±3 %; null without a target
     * @param contrast the axis that the run was planned to compare
     * @param base the glob of the bases; null for the first cell of each group
     * @param budget null when only the profile limits the run
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
     * Outside disturbances of the run.
     *
     * @param forks number of successful forks, including A/A controls and forks that do not count
     * @param rejectedForks number of forks that do not count because of an outside disturbance
     * @param disturbedForks number of forks that count although an outside disturbance affected them
     * @param rounds rounds of the groups; null when the cells of a row were not measured in turns
     * @param unfit hosts that are unsuitable for measuring
     * @param forced whether to measure on such hosts anyway
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

    /** Throughput by the number of threads; empty if the run has one number of threads, or claims no times. */
    @JsonProperty("curves")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public List<LoadCurve> curves() {
        return withoutTimes() ? List.of() : LoadCurve.of(cells, topologies, bandwidths);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "results/1";
    }

    /**
     * Whether the times come from JVMs too cold to be meaningful. They are recorded, but reports only show that everything
     * works.
     */
    public boolean withoutTimes() {
        return !ProfileKind.ofName(profile).showsTimes();
    }

    /** The cell by which a floor is measured: itself, or that of another driver which sends the same bytes. */
    public Optional<CellResult> measuredFloor(CellResult floor) {
        String shared = floor.traffic().floorOf();
        return shared == null
                ? Optional.of(floor)
                : cells.stream().filter(cell -> cell.key().equals(shared)).findFirst();
    }

    /** Cells that have fewer forks than the planned minimum, because the budget had no time for more. */
    public List<CellResult> cutByBudget() {
        return cells.stream()
                .filter(cell -> lacksForks(cell) && cell.decisionKind() == Fact.Decided.Kind.BUDGET)
                .toList();
    }

    /** Cells that have no result, or fewer forks than the planned minimum, for another reason than the budget. */
    public List<CellResult> unfinished() {
        List<CellResult> cut = cutByBudget();
        return cells.stream()
                .filter(cell -> (lacksForks(cell) && !cut.contains(cell)) || cell.status() == CellResult.Status.FAILED)
                .toList();
    }

    private boolean lacksForks(CellResult cell) {
        return cell.status() == CellResult.Status.MISSING
                || (cell.status() == CellResult.Status.OK && cell.forks().size() < effort.fewestForks());
    }

    /** Whether each cell has a result: the run is complete, or only its budget cut it. */
    public boolean usable() {
        List<CellResult> cut = cutByBudget();
        return complete
                || (setting.ended()
                        && !cut.isEmpty()
                        && unfinished().isEmpty()
                        && cut.stream().allMatch(cell -> cell.status() == CellResult.Status.OK));
    }

    /** Whether there is at least one local server and all local servers were pinned to other CPUs than their clients. */
    public boolean apart() {
        List<ServerResult> local = servers.stream()
                .filter(server -> server.topology() == Topology.LOCAL)
                .toList();
        return !local.isEmpty()
                && local.stream().allMatch(server -> Plan.Server.apart(server.clientCpus(), server.databaseCpus()));
    }

    /** Whether the run was imported from another program. */
    public boolean imported() {
        return ProfileKind.ofName(profile) == ProfileKind.IMPORTED;
    }

    /**
     * Facts about a server, as read by the agent.
     *
     * @param install source of its binaries
     * @param engine storage engine of the tables that scenarios insert into
     * @param variables settings that were set explicitly, or on which results depend; without paths, addresses and identities
     * @param derived values that the server derived from its host
     * @param clientCpus CPUs to which its clients were pinned, in taskset's notation; null for all
     * @param databaseCpus CPUs to which the server was pinned; null for all
     * @param image image that its binaries came from, with its digest; null for none
     */
    public record ServerResult(
            Topology topology,
            String server,
            ServerKind kind,
            String install,
            String version,
            String engine,
            Map<String, String> variables,
            Map<String, String> derived,
            @Nullable String clientCpus,
            @Nullable String databaseCpus,
            @Nullable String image) {
        /** Its product, and its version without what its packager adds: {@code MariaDB 11.4.5}. */
        public String product() {
            return kind.title() + " " + version.replaceFirst("-.*", "");
        }
    }

    /**
     * Two cells that differ along one axis, as a ratio.
     *
     * @param base key of the reference cell
     * @param cell key of the other cell
     * @param ratio ratio of their times, cell to base
     * @param low lower limit of the 95 % interval, not adjusted; null with fewer than three blocks. In an imported run it is Welch's
     *     interval, which is unpaired
     * @param pAdjusted p value for the hypothesis that they are equal, adjusted for all comparisons of this axis, topology
     *     and server
     * @param blocks number of blocks with both cells; in an imported run, which has no blocks, the smaller number of forks
     * @param margin the smallest relevant difference: 0.02 for 2 %
     * @param conclusion what was tested and the outcome, in words
     * @param asDisturbed the ratio of the unadjusted times, if host disturbances changed it; {@code ratio} is then that of a
     *     quiet host. Null when the two differ by no more than their intervals
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
     * A robust comparison, by the median of the forks instead of their mean: see
     * {@link dev.jdbcbench.statistics.contrast.RobustContrast}.
     *
     * @param ratio ratio of their times
     * @param low lower limit of an interval of at least 95 %; null with fewer than six blocks
     * @param agrees whether it supports the verdict from the mean; if not, the comparison is undecided
     */
    public record Robust(
            double ratio, @Nullable Double low, @Nullable Double high, boolean agrees) {}

    /**
     * The geometric mean over rows of the ratio of two drivers, versions, servers or transports.
     *
     * @param server null when servers are compared
     * @param base the reference value, whose ratio is 1
     * @param low lower limit of the 95 % interval over the blocks; null with fewer than three blocks, or if no row is decided
     * @param rows number of pairs of cells that are both ok
     * @param blocks number of blocks common to all rows; in an imported run, which has no blocks, the smallest number of forks
     * @param disturbed keys of cells that are not settled, have two groups of forks, or have forks that count despite an
     *     outside disturbance
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
     * An A/A control: a cell measured under two labels, as the ratio of the second to the first.
     *
     * @param cell key of the first
     * @param twin key of the second
     * @param low lower limit of the 95 % interval; null with fewer than three blocks
     * @param floor relative difference between the two
     * @param verdict equal, as it should be; slower or faster, as it should not; undecided if it is too wide to tell
     * @param groups number of blocks with both
     * @param groupsToDecide estimated number of blocks needed to tell, at the current scatter; null if it is decided, or
     *     with fewer than three blocks
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
            Verdict verdict,
            int groups,
            @Nullable Integer groupsToDecide) {}

    /**
     * The rounds of all groups after warm-up.
     *
     * @param number number of rounds, including dropped ones
     * @param dropped rounds that do not count because of an outside disturbance
     */
    public record Rounds(int number, List<DroppedRound> dropped) {
        public Rounds {
            dropped = List.copyOf(dropped);
        }
    }

    /**
     * A round that does not count.
     *
     * @param round from 0, including warm-up rounds
     * @param compiled whether the only cause is that another JVM compiled, which is not the host's fault
     */
    public record DroppedRound(
            int block,
            String row,
            int round,
            String cause,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_DEFAULT)
            boolean compiled) {}

    /**
     * All A/A controls of a run: they check the method on these hosts.
     *
     * @param ratio geometric mean over rows of a driver's time relative to itself under another label
     * @param low lower limit of the 95 % interval
     * @param floor proven relative difference; 0 unless the interval excludes 1
     */
    public record Control(double ratio, double low, double high, double floor) {}

    /**
     * An outside disturbance of a fork.
     *
     * @param repeated whether the fork was rejected and measured again; otherwise it counts
     */
    public record Disturbance(int block, String cell, String reason, boolean repeated) {}

    /** Why a host is unsuitable for measuring. */
    public record Unfit(String host, List<String> reasons) {
        public Unfit {
            reasons = List.copyOf(reasons);
        }
    }
}
