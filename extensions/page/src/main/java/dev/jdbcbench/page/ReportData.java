package dev.jdbcbench.page;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.run.CellParts;
import dev.jdbcbench.report.run.CellTable;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.result.fold.ForkTrace;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Subject;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The data that the figures of a page draw, kept small: unknown values are left out. */
final class ReportData {
    /**
     * The most rounds per page. Above it each fork shows quantiles of its rounds, to keep the page small; more dots
     * would be indistinguishable.
     */
    private static final int MOST_ROUNDS = 12_000;

    private static final int FEWEST_ROUNDS = 5;

    private final Report report;
    private final CellTable grids;
    private final List<Map<String, Object>> cells = new ArrayList<>();
    private final List<Map<String, Object>> contrasts = new ArrayList<>();
    private final List<Map<String, Object>> twins = new ArrayList<>();

    private ReportData(Report report) {
        this.report = report;
        this.grids = new CellTable(report.runs());
    }

    /** The data as a tree of maps, lists, strings and numbers. */
    static Map<String, Object> of(Report report) {
        return new ReportData(report).all();
    }

    private Map<String, Object> all() {
        report.runs().stream().filter(Report.Run::hasTimes).forEach(this::run);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", name());
        data.put("cells", cells);
        data.put("contrasts", contrasts);
        data.put("twins", twins);
        data.put("rows", rows());
        data.put("crossovers", crossovers());
        return data;
    }

    /** The file name for saved figures. */
    private String name() {
        return report.runs().isEmpty()
                ? "bench"
                : "bench-"
                        + RunNames.brief(report.runs().get(0).results().run()).replaceAll("[^A-Za-z0-9]", "");
    }

    private void run(Report.Run run) {
        int perFork = Math.max(
                FEWEST_ROUNDS,
                MOST_ROUNDS
                        / Math.max(
                                1,
                                report.runs().stream()
                                        .flatMap(one -> one.forks().values().stream())
                                        .mapToInt(Collection::size)
                                        .sum()));
        Instant start = run.forks().values().stream()
                .flatMap(Collection::stream)
                .map(ForkTrace::startedAt)
                .min(Instant::compareTo)
                .orElse(Instant.EPOCH);
        Map<String, Integer> places = new HashMap<>();
        for (CellResult cell : run.results().cells()) {
            places.put(cell.key(), cells.size());
            cells.add(cell(run, cell, start, perFork));
        }
        for (Contrast contrast : run.results().contrasts()) {
            Integer cell = places.get(contrast.cell());
            Integer base = places.get(contrast.base());
            if (contrast.axis() == run.results().effort().contrast() && cell != null && base != null) {
                contrasts.add(contrast(contrast, cell, base));
            }
        }
        run.results().twins().forEach(twin -> twins.add(twin(twin)));
    }

    private Map<String, Object> cell(Report.Run run, CellResult cell, Instant start, int perFork) {
        Map<String, Object> data = new LinkedHashMap<>();
        Subject subject = cell.cell().subject();
        data.put("row", grids.names().row(subject));
        data.put("scenario", grids.names().scenario(subject));
        data.put("series", grids.names().series(subject));
        data.put("mode", cell.cell().mode().id());
        data.put("driver", grids.driver(run, cell));
        data.put("topology", cell.cell().topology().id());
        data.put("threads", cell.cell().threads());
        number(data, "score", cell.time().score());
        number(data, "low", cell.time().low());
        number(data, "high", cell.time().high());
        number(data, "roundTrips", cell.traffic().roundTrips());
        number(data, "rate", cell.cost().operationsPerSecond());
        number(data, "own", new CellParts(run.results(), cell).own());
        number(data, "floor", new CellParts(run.results(), cell).floor());
        number(data, "trip", trip(run.results(), cell));
        ServiceTime times = cell.percentiles().serviceTime();
        if (times != null) {
            data.put("p50", times.p50Micros());
            data.put("p90", times.p90Micros());
            data.put("p99", times.p99Micros());
        }
        List<List<Object>> forks =
                Objects.requireNonNullElse(run.forks().get(cell.key()), List.<ForkTrace>of()).stream()
                        .map(fork -> fork(fork, start, perFork))
                        .toList();
        if (!forks.isEmpty()) {
            data.put("forks", forks);
        }
        return data;
    }

    /** The RTT to the cell's server, as the pings measured it, µs. */
    private static @Nullable Double trip(Results results, CellResult cell) {
        TopologyResult topology = results.topologies().get(cell.cell().topology());
        return topology == null
                ? null
                : Optional.ofNullable(topology.rttByServer()
                                .getOrDefault(cell.cell().server(), topology.rtt())
                                .get("protocol"))
                        .map(RttResult::medianMicros)
                        .orElse(null);
    }

    private static List<Object> fork(ForkTrace fork, Instant start, int perFork) {
        List<Object> data = new ArrayList<>();
        data.add(fork.block());
        data.add(Duration.between(start, fork.startedAt()).toSeconds());
        data.add(brief(fork.score(), 6));
        data.add(fork.counts() ? 1 : 0);
        data.add(fork.stealPercent() == null ? 0 : brief(fork.stealPercent(), 2));
        data.add(fork.foreignPercent() == null ? 0 : brief(fork.foreignPercent(), 2));
        data.add(fork.rttMicros() == null ? 0 : brief(fork.rttMicros(), 3));
        data.add(some(fork.rounds(), perFork));
        data.add(some(fork.dropped(), perFork));
        return data;
    }

    /** The rounds, or {@code most} quantiles of them if there are more. */
    private static List<Integer> some(List<Integer> rounds, int most) {
        if (rounds.size() <= most) {
            return rounds;
        }
        List<Integer> sorted = rounds.stream().sorted().toList();
        return IntStream.range(0, most)
                .mapToObj(i -> sorted.get(Math.round((float) i * (sorted.size() - 1) / (most - 1))))
                .toList();
    }

    private Map<String, Object> contrast(Contrast contrast, int cell, int base) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("cell", cell);
        data.put("base", base);
        Map<String, Object> other = cells.get(base);
        data.put(
                "other",
                contrast.axis() == Axis.DRIVER || contrast.axis() == Axis.VERSION
                        ? String.valueOf(other.get("driver"))
                        : other.get("row") + ", " + other.get("driver") + ", " + other.get("topology"));
        number(data, "ratio", contrast.ratio());
        number(data, "low", contrast.low());
        number(data, "high", contrast.high());
        data.put("p", brief(contrast.pAdjusted(), 3));
        data.put("margin", contrast.margin());
        data.put("verdict", String.valueOf(contrast.verdict()));
        return data;
    }

    private static Map<String, Object> twin(TwinResult twin) {
        Map<String, Object> data = new LinkedHashMap<>();
        number(data, "low", twin.low());
        number(data, "high", twin.high());
        return data;
    }

    private List<Map<String, Object>> rows() {
        Collected collected = report.collected();
        if (collected == null) {
            return List.of();
        }
        CellName called = collected.names();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Row row : collected.rows()) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("row", called.row(row.subject()));
            data.put(
                    "driver",
                    DriverName.of(row.subject().driver(), row.subject().driverVersion()));
            number(data, "roundTrips", row.traffic().roundTripsCounted());
            number(data, "waiting", row.explained().latencyMicros());
            number(data, "transfer", row.explained().transferMicros());
            if (row.explained().cause() == Cause.NOT_CERTAIN) {
                data.put("uncertain", true);
            }
            rows.add(data);
        }
        return rows;
    }

    private List<Map<String, Object>> crossovers() {
        List<Map<String, Object>> crossovers = new ArrayList<>();
        for (Comparison comparison : Optional.ofNullable(report.collected())
                .map(Collected::comparisons)
                .orElse(List.of())) {
            if (comparison.crossoverMicros() != null) {
                Map<String, Object> data = new LinkedHashMap<>();
                data.put("row", comparison.subject());
                data.put("value", DriverName.of(comparison.value()));
                data.put("base", DriverName.of(comparison.base()));
                number(data, "rtt", comparison.crossoverMicros());
                number(data, "low", comparison.crossoverLow());
                number(data, "high", comparison.crossoverHigh());
                crossovers.add(data);
            }
        }
        return crossovers;
    }

    private static void number(Map<String, Object> data, String name, @Nullable Double value) {
        if (value != null && Double.isFinite(value)) {
            data.put(name, value);
        }
    }

    private static BigDecimal brief(double value, int digits) {
        return Double.isFinite(value)
                ? new BigDecimal(value, new MathContext(digits)).stripTrailingZeros()
                : BigDecimal.ZERO;
    }
}
