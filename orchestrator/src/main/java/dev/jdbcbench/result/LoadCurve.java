package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.sample.Knee;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The throughput of one scenario with one driver as a function of the number of threads.
 *
 * @param scenario with its parameters
 * @param oneThreadMicros time of an operation without queues, µs. It determines the ceilings. It is the local time with
 *     one thread plus the round trips of the distance. If that is unknown, it is the measured time with one thread; null
 *     if one thread was not measured
 * @param fromModel whether {@code oneThreadMicros} is the local time plus round trips
 * @param points in ascending order of the number of threads
 * @param kneeThreads the number of threads at the {@link Knee}; null if there is none up to the largest number
 * @param mostThreads the number of threads with the highest throughput
 */
public record LoadCurve(
        Topology topology,
        String server,
        String scenario,
        Mode mode,
        Transport transport,
        String driver,
        String driverVersion,
        @Nullable Double oneThreadMicros,
        boolean fromModel,
        List<Point> points,
        @Nullable Integer kneeThreads,
        int mostThreads) {
    private static final double BITS_PER_BYTE = 8;
    private static final double HUNDRED = 100;

    public LoadCurve {
        points = List.copyOf(points);
    }

    /**
     * The measurements with one number of threads.
     *
     * @param cell key of the cell
     * @param perSecond operations per second of all threads together; an operation of the OLTP scenarios is a
     *     transaction
     * @param meanMicros mean time of an operation
     * @param serviceTime percentiles of that time; null if they were not measured
     * @param megabitsUp per second from client to server; null if the bytes are unknown
     * @param megabitsDown per second from server to client; null if the bytes are unknown
     * @param networkPercent share of the measured bandwidth, in the busier direction; null if it was not measured
     * @param ceilingPerSecond throughput of all threads together if no operation waited for another; null if unknown
     */
    public record Point(
            String cell,
            int threads,
            double perSecond,
            double meanMicros,
            @Nullable ServiceTime serviceTime,
            @JsonUnwrapped CpuLoad load,
            @Nullable Double megabitsUp,
            @Nullable Double megabitsDown,
            @Nullable Double networkPercent,
            @Nullable Double ceilingPerSecond,
            Bound bound) {}

    /** What a run measured. */
    private record Measured(
            List<CellResult> cells, Map<Topology, TopologyResult> topologies, List<BandwidthResult> bandwidths) {}

    /** The curves of a run: those of all cells measured with more than one number of threads. */
    static List<LoadCurve> of(
            List<CellResult> cells, Map<Topology, TopologyResult> topologies, List<BandwidthResult> bandwidths) {
        Measured results = new Measured(cells, topologies, bandwidths);
        Map<List<String>, List<CellResult>> byCurve = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            // at a fixed rate, more threads do not raise the throughput
            if (cell.status() == Status.OK
                    && cell.time().score() != null
                    && cell.cell().rate() == null) {
                byCurve.computeIfAbsent(
                                List.of(
                                        cell.cell().topology().id(),
                                        cell.cell().database(),
                                        cell.cell().exchangeKey()),
                                key -> new ArrayList<>())
                        .add(cell);
            }
        }
        return byCurve.values().stream()
                .filter(curve -> curve.size() > 1)
                .map(curve -> curve(results, curve))
                .toList();
    }

    private static LoadCurve curve(Measured results, List<CellResult> cells) {
        List<CellResult> sorted = cells.stream()
                .sorted(Comparator.comparingInt(cell -> cell.cell().threads()))
                .toList();
        Cell first = sorted.get(0).cell();
        Optional<Double> model = modelled(results, sorted.get(0));
        Optional<Double> alone = model.or(() ->
                first.threads() == 1 ? Optional.ofNullable(sorted.get(0).time().score()) : Optional.empty());
        List<Point> points = sorted.stream()
                .map(cell -> point(results, cell, alone.orElse(null)))
                .toList();
        OptionalInt knee = Knee.of(
                points.stream().mapToInt(Point::threads).toArray(),
                points.stream().mapToDouble(Point::perSecond).toArray());
        return new LoadCurve(
                first.topology(),
                first.server(),
                first.scenarioWithParams(),
                first.mode(),
                first.transport(),
                first.driver(),
                first.driverVersion(),
                alone.orElse(null),
                model.isPresent(),
                points,
                knee.isPresent() ? (Integer) knee.getAsInt() : null,
                points.stream()
                        .max(Comparator.comparingDouble(Point::perSecond))
                        .orElseThrow()
                        .threads());
    }

    private static Point point(Measured results, CellResult cell, @Nullable Double alone) {
        int threads = cell.cell().threads();
        double micros = Objects.requireNonNull(cell.time().score());
        double perSecond = threads * Unit.MICROS_PER_SECOND / micros;
        @Nullable Double up = megabits(cell.traffic().bytesUp(), perSecond);
        @Nullable Double down = megabits(cell.traffic().bytesDown(), perSecond);
        @Nullable Double network = networkPercent(results, cell.cell(), up, down);
        @Nullable Double ceiling = alone == null ? null : (Double) (threads * Unit.MICROS_PER_SECOND / alone);
        return new Point(
                cell.key(),
                threads,
                perSecond,
                micros,
                cell.percentiles().serviceTime(),
                cell.cost().load(),
                up,
                down,
                network,
                ceiling,
                Bound.of(cell.cell().topology(), perSecond, ceiling, cell.cost().load(), network));
    }

    /**
     * The load of the busier direction of the link to a server, in percent of its bandwidth; null if either is unknown.
     */
    private static @Nullable Double networkPercent(
            Measured results, Cell cell, @Nullable Double megabitsUp, @Nullable Double megabitsDown) {
        return results.bandwidths().stream()
                .filter(link ->
                        link.topology() == cell.topology() && link.server().equals(cell.server()))
                .flatMap(link -> Stream.of(
                        share(megabitsUp, link.upMicrosPerMegabyte()),
                        share(megabitsDown, link.downMicrosPerMegabyte())))
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static Optional<Double> share(@Nullable Double megabits, @Nullable Double microsPerMegabyte) {
        return megabits == null || microsPerMegabyte == null || microsPerMegabyte <= 0
                ? Optional.empty()
                : Optional.of(HUNDRED * megabits * microsPerMegabyte / (BITS_PER_BYTE * Unit.MICROS_PER_SECOND));
    }

    private static @Nullable Double megabits(@Nullable Long bytes, double perSecond) {
        return bytes == null ? null : (Double) (bytes * BITS_PER_BYTE * perSecond / Unit.BYTES_PER_MEGABYTE);
    }

    /**
     * For distant: the local time with one thread plus the round trips over the distance; empty if a part is unknown.
     */
    private static Optional<Double> modelled(Measured results, CellResult any) {
        if (any.cell().topology() == Topology.LOCAL) {
            return Optional.empty();
        }
        Optional<Double> near = results.cells().stream()
                .filter(cell -> cell.cell().topology() == Topology.LOCAL
                        && cell.cell().threads() == 1
                        && cell.status() == Status.OK
                        && cell.cell().exchangeKey().equals(any.cell().exchangeKey()))
                .findFirst()
                .flatMap(cell -> Optional.ofNullable(cell.time().score()));
        Optional<Double> roundTrips = Optional.ofNullable(any.traffic().roundTrips());
        Optional<Double> rtt = rtt(results, Topology.DISTANT, any.cell().server());
        double nearRtt = rtt(results, Topology.LOCAL, any.cell().server()).orElse(0.0);
        return near.flatMap(time ->
                roundTrips.flatMap(k -> rtt.map(micros -> time + k * Math.max(0, micros - nearRtt))));
    }

    private static Optional<Double> rtt(Measured results, Topology topology, String server) {
        return Optional.ofNullable(results.topologies().get(topology))
                .map(TopologyResult::rttByServer)
                .map(byServer -> byServer.get(server))
                .map(methods -> methods.get("protocol"))
                .map(RttResult::medianMicros);
    }

    /** The last point. */
    public Point last() {
        return points.get(points.size() - 1);
    }
}
