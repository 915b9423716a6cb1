package dev.jdbcbench.report.run;

import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.load.CellClients;
import dev.jdbcbench.load.CellLoad;
import dev.jdbcbench.load.Percentiles;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Grid.Part;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RatioText;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.report.layout.VerdictSign;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.scenario.Ends;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
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

    RunTables(Results results) {
        this.results = results;
    }

    /** The marks of a cell. */
    static String marks(CellResult cell) {
        return (cell.steadiness().settled() ? "" : UNSETTLED)
                + (cell.steadiness().bimodal() == null ? "" : BIMODAL);
    }

    /** The cells of one place: with the comparison that the run was planned for, or only with their scores. */
    String ofPlace(List<CellResult> cells) {
        return results.claims() ? ratios(cells) : scores(cells);
    }

    /**
     * The table without the columns that do not fit the page: first B/op goes, then forks. A line below names what was
     * left out.
     */
    private String ratios(List<CellResult> cells) {
        List<Part<CellResult>> parts = columns(cells);
        List<CellResult> adjacent = cells.stream()
                .collect(Collectors.groupingBy(NameColumns.of(cells)::of, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
        List<String> leftOut = List.of("", "B/op", "forks (" + forks(cells) + " of each cell), B/op");
        Table table = new Table();
        for (int i = 0; i < leftOut.size(); i++) {
            table = Grid.of(parts.subList(0, parts.size() - i), adjacent).table();
            if (table.fits() || i == leftOut.size() - 1) {
                return table.text()
                        + (i == 0 ? "" : "too wide to be in this table: " + leftOut.get(i) + " (in results.json)\n");
            }
        }
        return table.text();
    }

    private List<Part<CellResult>> columns(List<CellResult> cells) {
        Map<String, Contrast> contrasts = new LinkedHashMap<>();
        results.contrasts().stream()
                .filter(contrast -> contrast.axis() == results.effort().contrast())
                .forEach(contrast -> contrasts.put(contrast.cell(), contrast));
        Set<String> bases = contrasts.values().stream().map(Contrast::base).collect(Collectors.toSet());
        List<Part<CellResult>> parts = named(cells, "µs per operation");
        parts.add(Part.number("score", "score", cell -> Cell.of(ScoreText.of(results, cell))));
        if (cells.stream().anyMatch(cell -> !marks(cell).isEmpty())) {
            parts.add(Part.name("marks", "", RunTables::marks));
        }
        if (cells.stream().anyMatch(cell -> contrasts.containsKey(cell.key()) || bases.contains(cell.key()))) {
            parts.add(
                    Part.name("ratio", "ratio", cell -> ratio(contrasts.get(cell.key()), bases.contains(cell.key()))));
        }
        parts.add(Part.number("forks", "forks", cell -> {
            Double number = ScoreText.forks(cell);
            return number == null || number == 0 ? Cell.NOTHING : Cell.of(Numbers.count(number));
        }));
        parts.add(Part.number(
                "allocated", "B/op", cell -> Cell.of(cell.cost().allocBytesPerOp(), bytes -> Numbers.fixed(bytes, 0))));
        return parts;
    }

    /** The number of forks per cell, as a range; cells without forks are ignored. */
    private static String forks(List<CellResult> cells) {
        IntSummaryStatistics counts = cells.stream()
                .map(ScoreText::forks)
                .flatMap(Stream::ofNullable)
                .mapToInt(Double::intValue)
                .filter(forks -> forks > 0)
                .summaryStatistics();
        return counts.getCount() == 0
                ? "0"
                : counts.getMin() == counts.getMax()
                        ? String.valueOf(counts.getMin())
                        : counts.getMin() + "–" + counts.getMax();
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

    /** Only the scores: one column per driver; if that is wider than a page, one line per driver. */
    private String scores(List<CellResult> cells) {
        String heading = results.withoutTimes() ? "operation" : "µs per operation";
        NameColumns names = NameColumns.of(cells);
        Map<List<String>, Map<String, CellResult>> rows = new LinkedHashMap<>();
        cells.forEach(cell -> rows.computeIfAbsent(names.of(cell), key -> new LinkedHashMap<>())
                .put(cell.driverName(), cell));
        List<Part<Map<String, CellResult>>> parts = new ArrayList<>(
                names.parts(heading, byDriver -> byDriver.values().iterator().next()));
        cells.stream()
                .map(CellResult::driverName)
                .distinct()
                .forEach(driver -> parts.add(
                        Part.number(driver, driver, byDriver -> Cell.of(ScoreText.of(results, byDriver.get(driver))))));
        Table wide = Grid.of(parts, List.copyOf(rows.values())).table();
        if (wide.fits()) {
            return wide.text();
        }
        List<Part<CellResult>> narrow = named(cells, heading);
        narrow.add(Part.number(
                "score", results.withoutTimes() ? "" : "score", cell -> Cell.of(ScoreText.of(results, cell))));
        return Grid.of(
                        narrow,
                        rows.values().stream()
                                .flatMap(row -> row.values().stream())
                                .toList())
                .text();
    }

    private static List<Part<CellResult>> named(List<CellResult> cells, String heading) {
        List<Part<CellResult>> parts = new ArrayList<>(NameColumns.of(cells).parts(heading, Function.identity()));
        parts.add(Part.name("driver", "driver", CellResult::driverName));
        return parts;
    }

    /** The tables that only some runs have, each after an empty line. */
    String serviceTimes() {
        List<CellResult> cells = with(cell -> cell.percentiles().serviceTime() != null);
        List<Part<CellResult>> parts = everywhere(cells, "service time, µs");
        parts.add(service("p50", ServiceTime::p50Micros));
        parts.add(service("p90", ServiceTime::p90Micros));
        parts.add(service("p95", ServiceTime::p95Micros));
        parts.add(service("p99", ServiceTime::p99Micros));
        parts.add(Part.number(
                "operations",
                "operations",
                cell -> Cell.of(String.valueOf(serviceTime(cell).operations()))));
        return cells.isEmpty() ? "" : "\n" + Grid.of(parts, cells).text();
    }

    private static ServiceTime serviceTime(CellResult cell) {
        return Objects.requireNonNull(cell.percentiles().serviceTime());
    }

    private static Part<CellResult> service(String heading, Function<ServiceTime, @Nullable Double> part) {
        return Part.number(heading, heading, cell -> Cell.of(part.apply(serviceTime(cell)), Numbers::micros));
    }

    /** Response and service times under open load, two lines per cell. */
    String loads() {
        List<CellResult> cells = with(cell -> cell.load() != null && !results.withoutTimes());
        if (cells.isEmpty()) {
            return "";
        }
        List<Load> lines = cells.stream()
                .flatMap(cell -> Stream.of(
                        new Load(cell, load(cell), "response", load(cell).response()),
                        new Load(cell, load(cell), "service", load(cell).service())))
                .toList();
        List<Part<Load>> parts = new ArrayList<>();
        everywhere(cells, "times at a rate")
                .forEach(part -> parts.add(Part.name(
                        part.column().id(),
                        part.column().heading(),
                        line -> line.first(part.cell().apply(line.cell()).text()))));
        parts.add(Part.number(
                "achieved",
                "achieved",
                line -> Cell.of(line.first(Numbers.fixed(line.load().achievedPerSecond(), 0) + "/s"))));
        parts.add(Part.name("time", "time, µs", Load::name));
        parts.add(time("p50", Percentiles::p50Micros));
        parts.add(time("p99", Percentiles::p99Micros));
        parts.add(time("max", Percentiles::maxMicros));
        List<String> notes = new ArrayList<>();
        cells.stream().filter(CellResult::overloaded).forEach(cell -> notes.add(overloaded(cell, load(cell))));
        notes.add("response: from the scheduled start to the end; service: from the actual start.");
        return "\n" + Grid.of(parts, lines).text() + String.join("\n", notes) + "\n";
    }

    private record Load(CellResult cell, CellLoad load, String name, Percentiles times) {
        /** What only the first of the two lines shows. */
        String first(String text) {
            return name.equals("response") ? text : "";
        }
    }

    private static CellLoad load(CellResult cell) {
        return Objects.requireNonNull(cell.load());
    }

    private static Part<Load> time(String heading, Function<Percentiles, Double> part) {
        return Part.number(heading, heading, line -> Cell.of(part.apply(line.times()), Numbers::micros));
    }

    private String overloaded(CellResult cell, CellLoad load) {
        return Page.wrapped(
                ScoreText.CANNOT_KEEP_UP + ": " + cell.driverName() + " in "
                        + CellName.among(results).of(cell.cell().subject()) + ": " + load.reason()
                        + "; in the closed loop it did " + Numbers.fixed(load.capacityPerSecond(), 0)
                        + "/s. Its response times depend on how long was measured, so they are not compared"
                        + (load.unserved() == 0 ? "." : "; " + load.unserved() + " arrivals were never served."),
                "    ");
    }

    /** What several clients achieved together. */
    String clients() {
        List<CellResult> cells = with(cell -> cell.clients() != null && !results.withoutTimes());
        List<Part<CellResult>> parts = everywhere(cells, "all clients together");
        parts.add(client(
                "ops/s",
                clients -> Numbers.fixed(
                        clients.parts().stream()
                                .mapToDouble(CellClients.Part::operationsPerSecond)
                                .sum(),
                        0)));
        parts.add(client("p50, µs", clients -> Numbers.micros(clients.times().p50Micros())));
        parts.add(client("p99", clients -> Numbers.micros(clients.times().p99Micros())));
        parts.add(client("max", clients -> Numbers.micros(clients.times().maxMicros())));
        parts.add(Part.name(
                "shares",
                "share of each client, %",
                cell -> Objects.requireNonNull(cell.clients()).parts().stream()
                        .map(part -> part.client() + " " + Numbers.fixed(part.sharePercent(), 1))
                        .collect(Collectors.joining(", "))));
        return cells.isEmpty() ? "" : "\n" + Grid.of(parts, cells).text();
    }

    private static Part<CellResult> client(String heading, Function<CellClients, String> part) {
        return Part.number(heading, heading, cell -> Cell.of(part.apply(Objects.requireNonNull(cell.clients()))));
    }

    /** The cost of each operation, on the client and in the server's counters. */
    String costs() {
        List<CellResult> cells = with(cell -> cell.status() == Status.OK);
        List<Part<CellResult>> parts = everywhere(cells, "per operation");
        parts.add(cost("op/s", cell -> cell.cost().operationsPerSecond(), Numbers::rate));
        parts.add(cost("alloc B", cell -> cell.cost().allocBytesPerOp(), bytes -> Numbers.fixed(bytes, 0)));
        parts.add(cost("CPU µs", cell -> cell.cost().cpuMicrosPerOp(), Numbers::micros));
        counters()
                .forEach((heading, counter) ->
                        parts.add(cost(heading, cell -> cell.counters().get(counter), Numbers::count)));
        return Grid.of(parts, cells).text()
                + "\nop/s: of all threads together.\nalloc, CPU: of the measured JVM, all its threads; the rest: session status of the server, before the"
                + " measurement.\n";
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

    private static Part<CellResult> cost(
            String heading, Function<CellResult, @Nullable Double> value, Function<Double, String> look) {
        return Part.number(heading, heading, cell -> Cell.of(value.apply(cell), look));
    }

    private List<CellResult> with(Predicate<CellResult> part) {
        return results.cells().stream().filter(part).toList();
    }

    private static List<Part<CellResult>> everywhere(List<CellResult> cells, String heading) {
        List<Part<CellResult>> parts =
                new ArrayList<>(NameColumns.ofAllPlaces(cells).parts(heading, Function.identity()));
        parts.add(Part.name("driver", "driver", CellResult::driverName));
        return parts;
    }
}
