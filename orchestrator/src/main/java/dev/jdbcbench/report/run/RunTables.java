package dev.jdbcbench.report.run;

import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.CellClients;
import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.Percentiles;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.scenario.witness.Ends;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables of a run in text: scores and ratios of one place, and what only some runs have. The table of all cells is {@link CellTable}. */
final class RunTables {
    /** Marks cells whose warm-up reached into the last half of a fork. */
    static final String UNSETTLED = "*";

    /** Marks cells whose forks fall into two groups. */
    static final String BIMODAL = "†";

    /** Marks means that include disturbed cells. */
    static final String DISTURBED = "‡";

    private final Results results;

    /** The tables of one run. */
    RunTables(Results results) {
        this.results = results;
    }

    private static Block.Table table(Grid grid) {
        return Block.table(grid, Block.Form.HEADED);
    }

    /** The marks of a cell. */
    static String marks(CellResult cell) {
        return (cell.steadiness().settled() ? "" : UNSETTLED)
                + (cell.steadiness().bimodal() == null ? "" : BIMODAL);
    }

    /** The cells of one place: with the comparison that the run was planned for, or only with their scores. */
    Block ofPlace(List<CellResult> cells) {
        return results.claims() ? ratios(cells) : scores(cells);
    }

    /** With the comparisons and what each cell cost. */
    private Block ratios(List<CellResult> cells) {
        List<CellResult> adjacent = cells.stream()
                .collect(Collectors.groupingBy(NameColumns.of(cells)::of, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
        return table(columns(cells).grid(adjacent));
    }

    private Columns<CellResult> columns(List<CellResult> cells) {
        Map<String, Contrast> contrasts = new LinkedHashMap<>();
        results.contrasts().stream()
                .filter(contrast -> contrast.axis() == results.effort().contrast())
                .forEach(contrast -> contrasts.put(contrast.cell(), contrast));
        Set<String> bases = contrasts.values().stream().map(Contrast::base).collect(Collectors.toSet());
        Columns<CellResult> columns =
                named(cells, "µs per operation").number("score", "score", cell -> Cell.of(ScoreText.of(results, cell)));
        if (cells.stream().anyMatch(cell -> !marks(cell).isEmpty())) {
            columns.name("marks", "", RunTables::marks);
        }
        if (cells.stream().anyMatch(cell -> contrasts.containsKey(cell.key()) || bases.contains(cell.key()))) {
            columns.name("ratio", "ratio", cell -> ratio(contrasts.get(cell.key()), bases.contains(cell.key())));
        }
        return columns.number("forks", "forks", RunTables::forkCount, Numbers::count)
                .number("allocated", "B/op", cell -> cell.cost().allocBytesPerOp(), bytes -> Numbers.fixed(bytes, 0));
    }

    private static @Nullable Double forkCount(CellResult cell) {
        Double number = ScoreText.forks(cell);
        return number == null || number == 0 ? null : number;
    }

    private String ratio(@Nullable Contrast contrast, boolean base) {
        boolean percent = results.effort().contrast() == Axis.SCENARIO;
        if (contrast == null) {
            return base ? (percent ? "100 %" : "base") : ScoreText.NOTHING;
        }
        return (percent
                        ? RatioText.percent(contrast.ratio(), contrast.low(), contrast.high())
                        : RatioText.of(contrast.ratio(), contrast.low(), contrast.high()))
                + " " + VerdictSign.of(contrast.verdict()).word();
    }

    /** Only the scores: one column per driver; if that is too wide, one line per driver. */
    private Block scores(List<CellResult> cells) {
        String heading = results.withoutTimes() ? "operation" : "µs per operation";
        NameColumns names = NameColumns.of(cells);
        Map<List<String>, Map<String, CellResult>> rows = new LinkedHashMap<>();
        cells.forEach(cell -> rows.computeIfAbsent(names.of(cell), key -> new LinkedHashMap<>())
                .put(cell.driverName(), cell));
        Columns<Map<String, CellResult>> columns =
                names.columns(heading, byDriver -> byDriver.values().iterator().next());
        cells.stream()
                .map(CellResult::driverName)
                .distinct()
                .forEach(driver -> columns.number(
                        driver, driver, byDriver -> Cell.of(ScoreText.of(results, byDriver.get(driver)))));
        return new Block.Choice(
                List.of(table(columns.grid(List.copyOf(rows.values())))),
                table(named(cells, heading)
                        .number(
                                "score",
                                results.withoutTimes() ? "" : "score",
                                cell -> Cell.of(ScoreText.of(results, cell)))
                        .grid(rows.values().stream()
                                .flatMap(row -> row.values().stream())
                                .toList())));
    }

    private static Columns<CellResult> named(List<CellResult> cells, String heading) {
        return NameColumns.of(cells)
                .columns(heading, Function.<CellResult>identity())
                .name("driver", "driver", CellResult::driverName);
    }

    /** The service times of single operations. This and the following tables have no rows without cells. */
    Block serviceTimes() {
        List<CellResult> cells = with(cell -> cell.percentiles().serviceTime() != null);
        return table(everywhere(cells, "service time, µs")
                .number("p50", "p50", cell -> serviceTime(cell).p50Micros(), Numbers::micros)
                .number("p90", "p90", cell -> serviceTime(cell).p90Micros(), Numbers::micros)
                .number("p95", "p95", cell -> serviceTime(cell).p95Micros(), Numbers::micros)
                .number("p99", "p99", cell -> serviceTime(cell).p99Micros(), Numbers::micros)
                .number(
                        "operations",
                        "operations",
                        cell -> Cell.of(String.valueOf(serviceTime(cell).operations())))
                .grid(cells));
    }

    private static ServiceTime serviceTime(CellResult cell) {
        return Objects.requireNonNull(cell.percentiles().serviceTime());
    }

    /** Response and service times under open load, two lines per cell. */
    List<Block> loads() {
        List<CellResult> cells = with(cell -> cell.load() != null && !results.withoutTimes());
        if (cells.isEmpty()) {
            return List.of();
        }
        List<Load> lines = cells.stream()
                .flatMap(cell -> Stream.of(
                        new Load(cell, load(cell), "response", load(cell).response()),
                        new Load(cell, load(cell), "service", load(cell).service())))
                .toList();
        Grid grid = NameColumns.ofAllPlaces(cells)
                .columns("times at a rate", Load::cell)
                .name("driver", "driver", line -> line.cell().driverName())
                .number(
                        "achieved",
                        "achieved",
                        line -> Cell.of(Numbers.fixed(line.load().achievedPerSecond(), 0) + "/s"))
                .onlyIf(line -> line.name().equals("response"))
                .name("time", "time, µs", Load::name)
                .number("p50", "p50", line -> line.times().p50Micros(), Numbers::micros)
                .number("p99", "p99", line -> line.times().p99Micros(), Numbers::micros)
                .number("max", "max", line -> line.times().maxMicros(), Numbers::micros)
                .grid(lines);
        List<String> notes = new ArrayList<>();
        cells.stream().filter(CellResult::overloaded).forEach(cell -> notes.add(overloaded(cell, load(cell))));
        notes.add("response: from the scheduled start to the end; service: from the actual start.");
        return List.of(table(grid), Block.lines(4, notes));
    }

    private record Load(CellResult cell, CellLoad load, String name, Percentiles times) {}

    private static CellLoad load(CellResult cell) {
        return Objects.requireNonNull(cell.load());
    }

    private String overloaded(CellResult cell, CellLoad load) {
        return ScoreText.CANNOT_KEEP_UP + ": " + cell.driverName() + " in "
                + CellName.among(results).of(cell.cell().subject()) + ": " + load.reason()
                + "; in the closed loop it did " + Numbers.fixed(load.capacityPerSecond(), 0)
                + "/s. Its response times depend on how long was measured, so they are not compared"
                + (load.unserved() == 0 ? "." : "; " + load.unserved() + " arrivals were never served.");
    }

    /** What several clients achieved together. */
    Block clients() {
        List<CellResult> cells = with(cell -> cell.clients() != null && !results.withoutTimes());
        return table(everywhere(cells, "all clients together")
                .number("operations", "ops/s", cell -> perSecond(clients(cell)), rate -> Numbers.fixed(rate, 0))
                .number("p50", "p50, µs", cell -> clients(cell).times().p50Micros(), Numbers::micros)
                .number("p99", "p99", cell -> clients(cell).times().p99Micros(), Numbers::micros)
                .number("max", "max", cell -> clients(cell).times().maxMicros(), Numbers::micros)
                .name(
                        "shares",
                        "share of each client, %",
                        cell -> clients(cell).parts().stream()
                                .map(part -> part.client() + " " + Numbers.fixed(part.sharePercent(), 1))
                                .collect(Collectors.joining(", ")))
                .grid(cells));
    }

    private static CellClients clients(CellResult cell) {
        return Objects.requireNonNull(cell.clients());
    }

    private static double perSecond(CellClients clients) {
        return clients.parts().stream()
                .mapToDouble(CellClients.Part::operationsPerSecond)
                .sum();
    }

    /** The cost of each operation, on the client and in the server's counters. */
    List<Block> costs() {
        List<CellResult> cells = with(cell -> cell.status() == Status.OK);
        Columns<CellResult> columns = everywhere(cells, "per operation")
                .number("op/s", "op/s", cell -> cell.cost().operationsPerSecond(), Numbers::rate)
                .number("alloc", "alloc B", cell -> cell.cost().allocBytesPerOp(), bytes -> Numbers.fixed(bytes, 0))
                .number("cpu", "CPU µs", cell -> cell.cost().cpuMicrosPerOp(), Numbers::micros);
        counters()
                .forEach((heading, counter) ->
                        columns.number(heading, heading, cell -> cell.counters().get(counter), Numbers::count));
        return List.of(
                Block.table(columns.grid(cells)),
                Block.part(Block.lines(
                        0,
                        List.of(
                                "op/s: of all threads together.",
                                "alloc, CPU: of the measured JVM, all its threads; the rest: session status of the"
                                        + " server, before the measurement."))));
    }

    private static Map<String, String> counters() {
        Map<String, String> counters = new LinkedHashMap<>();
        counters.put("questions", "Questions");
        counters.put("prepares", "Com_stmt_prepare");
        counters.put("executes", "Com_stmt_execute");
        counters.put("closes", "Com_stmt_close");
        counters.put("commits", Ends.COMMITS);
        counters.put("rollbacks", Ends.ROLLBACKS);
        counters.put("B up", "Bytes_received");
        counters.put("B down", "Bytes_sent");
        return counters;
    }

    private List<CellResult> with(Predicate<CellResult> part) {
        return results.cells().stream().filter(part).toList();
    }

    private static Columns<CellResult> everywhere(List<CellResult> cells, String heading) {
        return NameColumns.ofAllPlaces(cells)
                .columns(heading, Function.<CellResult>identity())
                .name("driver", "driver", CellResult::driverName);
    }
}
