package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.next.Forks;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.CpuLoad;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * CPU load while the cells were measured. On the client host, each turn reports it. The log of a separate database host
 * has one line every two seconds, which is too coarse to separate turns, so the drivers of a row share one figure.
 */
public final class CpuLoads {
    private static final String HOST = "host.cpu";
    private static final String DATABASES = "database.cpu";
    private static final double HUNDRED = 100;

    /** Minimum share of working time in a period. With less, most of the period would be idle time to subtract. */
    private static final double LEAST_SHARE = 0.2;

    private final Plan plan;
    private final History history;
    private final Map<String, Map<String, String>> hosts;
    private final Map<Plan.Server, NoiseLog> noiseLogs;
    private final Map<String, List<Fact.GroupFinished>> groups = new HashMap<>();
    private final Map<List<String>, Optional<Double>> distant = new HashMap<>();

    CpuLoads(
            Plan plan,
            History history,
            List<Event> events,
            Map<String, Map<String, String>> hosts,
            Map<Plan.Server, NoiseLog> noiseLogs) {
        this.plan = plan;
        this.history = history;
        this.hosts = hosts;
        this.noiseLogs = noiseLogs;
        Event.facts(events, Fact.GroupFinished.class)
                .forEach(group -> groups.computeIfAbsent(group.row(), row -> new ArrayList<>())
                        .add(group));
    }

    /**
     * The load during the counted iterations of a cell's forks.
     *
     * @param cpuMicros CPU time of the measured JVM per operation, µs, if known
     * @param perSecond operations of all threads together, if known
     */
    public CpuLoad of(Cell cell, List<ForkFinished> forks, Optional<Double> cpuMicros, Optional<Double> perSecond) {
        Optional<Plan.Server> server = server(cell);
        OptionalInt hostCpus = number(Times.fact(hosts, cell.client(), "cpus"));
        OptionalInt clientCpus = server.flatMap(known -> Optional.ofNullable(known.clientCpus()))
                .map(CpuLoads::cpus)
                .orElse(hostCpus);
        Optional<Double> cores =
                cpuMicros.flatMap(micros -> perSecond.map(rate -> micros * rate / Unit.MICROS_PER_SECOND));
        return new CpuLoad(
                // this CPU time would be that of all clients together
                cores.filter(known -> clientCpus.isPresent() && plan.clients().isEmpty())
                        .map(used -> Math.min(HUNDRED, HUNDRED * used / clientCpus.getAsInt()))
                        .orElse(null),
                mean(forks, HOST).orElse(null),
                (cell.topology() == Topology.LOCAL
                                ? mean(forks, DATABASES)
                                        .filter(percent -> percent > 0)
                                        .map(percent -> ofItsCpus(percent, server, hostCpus))
                                : server.flatMap(known -> ofHost(known, cell.rowKey())))
                        .orElse(null));
    }

    private Optional<Plan.Server> server(Cell cell) {
        return plan.servers().stream()
                .filter(known ->
                        known.topology() == cell.topology() && known.server().equals(cell.server()))
                .findFirst();
    }

    /** Converts a share of all CPUs of the host to a share of the CPUs that the database may use. */
    private static double ofItsCpus(double percent, Optional<Plan.Server> server, OptionalInt hostCpus) {
        OptionalInt own = server.flatMap(known -> Optional.ofNullable(known.databaseCpus()))
                .map(CpuLoads::cpus)
                .orElse(hostCpus);
        return own.isEmpty() || hostCpus.isEmpty()
                ? percent
                : Math.min(HUNDRED, percent * hostCpus.getAsInt() / own.getAsInt());
    }

    /** The number of CPUs in a list in the notation of {@code taskset}: {@code 0,2-3} has three. */
    public static OptionalInt cpus(String list) {
        int number = 0;
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", 2);
            OptionalInt first = number(Optional.of(ends[0]));
            OptionalInt last = number(Optional.of(ends[ends.length - 1]));
            if (first.isEmpty() || last.isEmpty() || last.getAsInt() < first.getAsInt()) {
                return OptionalInt.empty();
            }
            number += last.getAsInt() - first.getAsInt() + 1;
        }
        return OptionalInt.of(number);
    }

    private static OptionalInt number(Optional<String> text) {
        return text.filter(digits -> digits.matches("[0-9]{1,6}"))
                .map(digits -> OptionalInt.of(Integer.parseInt(digits)))
                .orElse(OptionalInt.empty());
    }

    /** The mean over the counted iterations of all forks. */
    private Optional<Double> mean(List<ForkFinished> forks, String name) {
        double[] values = forks.stream()
                .flatMap(fork -> Optional.ofNullable(fork.secondary().get(name))
                        .map(Secondary::values)
                        .map(all -> Arrays.stream(Forks.counting(plan.profile(), fork))
                                .mapToObj(all::get))
                        .stream()
                        .flatMap(counted -> counted))
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length == 0
                ? Optional.empty()
                : Optional.of(Arrays.stream(values).average().orElseThrow());
    }

    private Optional<Double> ofHost(Plan.Server server, String row) {
        return distant.computeIfAbsent(
                List.of(server.topology().id(), server.server(), row),
                key -> Optional.ofNullable(noiseLogs.get(server))
                        .flatMap(log -> log.busyPercent(periods(server, row))));
    }

    private List<NoiseLog.Period> periods(Plan.Server server, String row) {
        Set<String> cells = new HashSet<>();
        plan.measured().stream()
                .filter(cell -> cell.rowKey().equals(row)
                        && cell.topology() == server.topology()
                        && cell.server().equals(server.server()))
                .forEach(cell -> cells.add(cell.key()));
        List<NoiseLog.Period> periods = new ArrayList<>();
        for (Fact.GroupFinished group : groups.getOrDefault(row, List.of())) {
            if (group.countedFrom() == null || group.countedTo() == null) {
                continue;
            }
            double seconds =
                    (group.countedTo().toEpochMilli() - group.countedFrom().toEpochMilli()) / Unit.MILLIS_PER_SECOND;
            double worked = plan.measured().stream()
                    .filter(cell -> cells.contains(cell.key()))
                    .flatMap(cell -> history.forks().of(cell.key()).stream()
                            .filter(fork -> fork.block() == group.block())
                            .map(fork -> seconds(cell, fork, group.warmUp())))
                    .mapToDouble(Double::doubleValue)
                    .sum();
            double share = seconds > 0 ? Math.min(1, worked / seconds) : 0;
            if (share >= LEAST_SHARE) {
                periods.add(new NoiseLog.Period(group.countedFrom(), group.countedTo(), share));
            }
        }
        return periods;
    }

    /** The total length of a fork's turns after the warm-up in seconds, including turns that do not count. */
    private static double seconds(Cell cell, ForkFinished fork, int warmUp) {
        double micros = 0;
        for (int i = warmUp; i < fork.iterations().size(); i++) {
            micros += fork.iterations().get(i) * fork.operations().get(i) / cell.threads();
        }
        return micros / Unit.MICROS_PER_SECOND;
    }
}
