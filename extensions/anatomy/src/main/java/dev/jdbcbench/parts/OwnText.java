package dev.jdbcbench.parts;

import com.google.auto.service.AutoService;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.report.Parts;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.report.traffic.ExplainJson;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the looks at own say in the reports of {@code explain} and {@code run}. */
@AutoService(Parts.class)
public final class OwnText implements Parts {
    private static final double HUNDRED = 100;

    /** The key of a row: with its topology, because each has its base. */
    private record Row(String topology, String key) {
        static Row of(Cell cell) {
            return new Row(cell.topology().id(), cell.rowKey());
        }
    }

    /** What own is of a decided difference. */
    private record Share(CellResult cell, double ownMicros, double measuredMicros, boolean atMost) {
        /** More than all of it is all: the two were measured in other minutes. */
        double part() {
            return Math.min(1, ownMicros / measuredMicros);
        }

        String limit() {
            return atMost ? "≤ " : "";
        }
    }

    @Override
    public List<Block> explained(Results results) {
        List<CellResult> looked = results.cells().stream()
                .filter(cell -> cell.cost().own() != null)
                .toList();
        if (looked.isEmpty()) {
            return List.of();
        }
        boolean servers =
                looked.stream().map(cell -> cell.cell().server()).distinct().count() > 1;
        Table table = new Table();
        if (servers) {
            table.names("server");
        }
        table.names("per operation", "mode", "driver")
                .numbers("round trips", "own µs", "× first", "B alloc")
                .numbers(ExplainJson.DISTANCES.stream().map(Numbers::distance).toArray(String[]::new));
        Map<Row, Double> first = new LinkedHashMap<>();
        for (CellResult cell : looked) {
            List<String> line = new ArrayList<>(servers ? List.of(cell.cell().server()) : List.of());
            line.addAll(List.of(
                    cell.cell().scenarioWithParams(), cell.cell().mode().id(), cell.driverName(), roundTrips(cell)));
            line.addAll(own(cell, first));
            line.addAll(predicted(cell));
            table.row(line);
        }
        return List.of(
                Block.line("what the driver's own code costs, and the time at a distance (RTT)"),
                Block.part(Block.table(table.grid())),
                Block.part(Block.lines(unknown(looked))),
                Block.part(Block.text("own: the driver against recorded answers in memory, CPU time of one warm JVM"
                        + (looked.stream().anyMatch(OwnText::cold) ? " (* still warming up, so it may be less)" : "")
                        + ". At a distance: own + round trips × RTT, without the server's work and the transfer, so"
                        + " a lower bound. ./bench anatomy measures own with intervals.")),
                Block.BLANK);
    }

    private static String roundTrips(CellResult cell) {
        Exchange exchange = cell.traffic().exchange();
        return exchange == null
                ? ScoreText.NOTHING
                : Numbers.count(exchange.roundTrips()) + (exchange.known() ? "" : "?");
    }

    /** Own, its ratio to the first driver of the row, and the allocation. */
    private static List<String> own(CellResult cell, Map<Row, Double> first) {
        OwnCost own = Objects.requireNonNull(cell.cost().own());
        if (own.micros() == null) {
            return List.of(ScoreText.NOTHING, "", ScoreText.NOTHING);
        }
        Row row = Row.of(cell.cell());
        Double base = first.putIfAbsent(row, own.micros());
        return List.of(
                Numbers.micros(own.micros()) + (cold(cell) ? "*" : ""),
                base == null || base <= 0 ? "" : Numbers.times(own.micros() / base),
                own.allocBytes() == null ? ScoreText.NOTHING : String.valueOf(Math.round(own.allocBytes())));
    }

    private static boolean cold(CellResult cell) {
        OwnCost own = cell.cost().own();
        return own != null && own.micros() != null && !own.warm();
    }

    private static List<String> predicted(CellResult cell) {
        List<ExplainJson.Predicted> predicted = ExplainJson.predicted(cell);
        return predicted.isEmpty()
                ? ExplainJson.DISTANCES.stream().map(rtt -> ScoreText.NOTHING).toList()
                : predicted.stream().map(one -> Numbers.time(one.micros())).toList();
    }

    /** Why own is not known, each reason once. */
    private static List<String> unknown(List<CellResult> looked) {
        Map<String, Set<String>> byReason = new LinkedHashMap<>();
        looked.forEach(cell -> Stream.ofNullable(cell.cost().own())
                .flatMap(own -> Stream.ofNullable(own.unavailable()))
                .forEach(reason -> byReason.computeIfAbsent(reason, key -> new LinkedHashSet<>())
                        .add(cell.cell().scenarioWithParams() + " "
                                + cell.cell().mode() + " " + cell.driverName())));
        return byReason.entrySet().stream()
                .map(reason -> "no own, " + reason.getKey() + ": " + String.join("; ", reason.getValue()))
                .toList();
    }

    @Override
    public List<String> compared(Results results) {
        Map<String, CellResult> cells = results.cells().stream()
                .collect(Collectors.toMap(CellResult::key, cell -> cell, (one, other) -> one, LinkedHashMap::new));
        Map<String, List<Contrast>> byDriver = new LinkedHashMap<>();
        Set<String> topologies = new LinkedHashSet<>();
        for (Contrast contrast : results.contrasts()) {
            CellResult cell = cells.get(contrast.cell());
            CellResult base = cells.get(contrast.base());
            if (contrast.axis() == Axis.DRIVER && cell != null && base != null && both(cell, base)) {
                topologies.add(cell.cell().topology().id());
                byDriver.computeIfAbsent(cell.cell().topology() + ": " + cell.driverName(), key -> new ArrayList<>())
                        .add(contrast);
            }
        }
        List<String> lines = new ArrayList<>();
        CellName names = CellName.among(results);
        byDriver.forEach((driver, contrasts) ->
                lines.add((topologies.size() > 1 ? driver : driver.substring(driver.indexOf(": ") + 2))
                        + sentence(contrasts, cells, names)));
        if (!lines.isEmpty()) {
            roundTrip(results).ifPresent(lines::add);
        }
        return lines;
    }

    @Override
    public List<String> bottomLine(Collected collected) {
        return new Distance(collected).sentences();
    }

    @Override
    public Grid collected(Collected collected, Medium medium) {
        return new Distance(collected).table(medium);
    }

    private static boolean both(CellResult cell, CellResult base) {
        return Stream.of(cell, base)
                .allMatch(one -> one.status() == Status.OK && one.time().score() != null && own(one).isPresent());
    }

    private static Optional<Double> own(CellResult cell) {
        return Optional.ofNullable(cell.cost().own()).map(OwnCost::micros);
    }

    private static String sentence(List<Contrast> contrasts, Map<String, CellResult> cells, CellName names) {
        List<Share> differences = new ArrayList<>();
        List<Share> decided = new ArrayList<>();
        for (Contrast contrast : contrasts) {
            CellResult cell = Objects.requireNonNull(cells.get(contrast.cell()));
            CellResult base = Objects.requireNonNull(cells.get(contrast.base()));
            double own = own(cell).orElseThrow() - own(base).orElseThrow();
            double measured = score(cell) - score(base);
            Share share = new Share(cell, own, measured, cold(cell));
            differences.add(share);
            boolean slower = contrast.verdict() == Verdict.SLOWER && measured > 0 && own > 0;
            boolean faster = contrast.verdict() == Verdict.FASTER && measured < 0 && own < 0;
            if (slower || faster) {
                decided.add(share);
            }
        }
        List<Share> shown = decided.isEmpty() ? differences : decided;
        shown.sort(Comparator.comparingDouble(decided.isEmpty() ? Share::ownMicros : Share::part));
        Share first = shown.get(0);
        Share last = shown.get(shown.size() - 1);
        return ", own code: "
                + (first == last ? "" : "from ")
                + (decided.isEmpty()
                        ? named(first, names) + (first == last ? "" : " to " + named(last, names))
                        : part(first, " % of the difference in ", names)
                                + (first == last ? "" : " to " + part(last, " % in ", names)));
    }

    private static double score(CellResult cell) {
        return Objects.requireNonNull(cell.time().score());
    }

    private static String named(Share share, CellName names) {
        return share.limit() + Numbers.signedTime(share.ownMicros()) + " ("
                + names.of(share.cell().cell().subject()) + ")";
    }

    /** What own is of a decided difference. */
    private static String part(Share share, String of, CellName names) {
        return share.limit() + Numbers.percent(HUNDRED * share.part()) + of
                + names.of(share.cell().cell().subject()) + " (" + Numbers.time(Math.abs(share.ownMicros())) + " of "
                + Numbers.time(Math.abs(share.measuredMicros())) + ")";
    }

    /** The round trip that was measured between the groups. It scatters as times do, so it is no lower bound of a row. */
    private static Optional<String> roundTrip(Results results) {
        String times = results.topologies().entrySet().stream()
                .map(topology -> trip(topology.getValue().rtt().get("protocol"))
                        .map(time -> (results.topologies().size() > 1 ? topology.getKey() + " " : "") + time)
                        .orElse(""))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return times.isEmpty()
                ? Optional.empty()
                : Optional.of("own: CPU time of a hot loop against recorded answers. A round trip to the database took "
                        + times);
    }

    private static Optional<String> trip(@Nullable RttResult rtt) {
        return Optional.ofNullable(rtt).map(RttResult::medianMicros).map(Numbers::time);
    }
}
