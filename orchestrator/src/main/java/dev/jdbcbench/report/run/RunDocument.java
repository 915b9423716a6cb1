package dev.jdbcbench.report.run;

import dev.jdbcbench.report.Parts;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a run says: its sections, in order, each with the media that show it. Its columns are in {@link CellTable} and {@link RunTables}. */
public final class RunDocument {
    private static final String WARNING = "! ";

    private final Results results;
    private final RunWords words;
    private final RunTables tables;

    private RunDocument(Results results) {
        this.results = results;
        this.words = new RunWords(results);
        this.tables = new RunTables(results);
    }

    /**
     * The document of one run.
     *
     * @param wide whether tables have all columns
     */
    public static List<Block> of(Report.Run run, boolean wide) {
        Results results = run.results();
        List<Block> blocks = new ArrayList<>(text(results));
        List<Block> changes = wide ? List.of() : new RunDocument(results).changes();
        blocks.add(Block.only(
                Medium.MARKDOWN,
                new Block.Title("bench run " + RunNames.brief(results.run())),
                Block.lines(Stream.of(
                                Stream.of(RunHeader.line(results)
                                        + (results.imported() ? "" : " · " + RunHeader.order(results))),
                                alarms(results).stream(),
                                new RunWords(results).conclusions().stream())
                        .flatMap(lines -> lines)
                        .toList())));
        blocks.add(new Block.Only(Set.of(Medium.MARKDOWN), changes.isEmpty() ? List.of(cells(List.of(run))) : changes));
        blocks.add(new Block.Only(Set.of(Medium.MARKDOWN), LoadCurveDocument.of(List.of(results))));
        blocks.add(Block.only(Medium.MARKDOWN, notes(List.of(run), !changes.isEmpty())));
        return blocks;
    }

    /** All cells of these runs. */
    public static Block.Table cells(List<Report.Run> runs) {
        return new Block.Table(
                "table-cells", "Times in µs per operation, with their 95 % intervals", new CellTable(runs).cells());
    }

    /** The notes on these runs. */
    public static Block notes(List<Report.Run> runs) {
        return notes(runs, false);
    }

    private static Block notes(List<Report.Run> runs, boolean brief) {
        return Block.section(
                "notes",
                new Heading("", "Notes", "Notes"),
                Block.lines(runs.stream()
                        .flatMap(run -> RunNotes.lines(run.results(), brief).stream())
                        .distinct()
                        .toList()));
    }

    /** What belongs before the first number: doubts, and what is missing. */
    public static List<String> alarms(Results results) {
        RunWords words = new RunWords(results);
        return Stream.concat(words.warnings().stream(), words.missing().stream())
                .toList();
    }

    /** The text of a run: short if it compares drivers and fits, else in full. */
    public static List<Block> text(Results results) {
        RunDocument document = new RunDocument(results);
        List<Block> inFull = List.of(new Block.InFull(document.inFull()));
        return List.of(
                new Block.Only(Set.of(Medium.WIDE), inFull),
                new Block.Only(Set.of(Medium.BRIEF), document.brief().orElse(inFull)));
    }

    /** The current tables of a run in progress; nothing if it does not compare drivers. */
    public static List<Block> live(Results results) {
        List<Block> blocks = new ArrayList<>();
        Map<String, ChangeTable> tables = comparisons(results);
        tables.forEach((place, table) -> {
            blocks.add(Block.lines(tables.size() > 1 ? List.of(place) : List.of()));
            blocks.add(table.live());
        });
        return blocks;
    }

    /** The cost of each operation, on the client and in the server's counters. */
    public static List<Block> counters(Results results) {
        return new RunTables(results).costs();
    }

    /** The tables of all places; empty if the results do not compare drivers. */
    private static Map<String, ChangeTable> comparisons(Results results) {
        Map<String, ChangeTable> tables = new LinkedHashMap<>();
        Map<String, List<CellResult>> places = RunWords.places(results);
        places.forEach((place, cells) -> ChangeTable.of(results, cells).ifPresent(table -> tables.put(place, table)));
        return tables.size() < places.size() ? Map.of() : tables;
    }

    /** The comparisons for Markdown, as text has them; empty if the results do not compare drivers. */
    private List<Block> changes() {
        List<Block> blocks = new ArrayList<>();
        Map<String, ChangeTable> tables = comparisons(results);
        if (tables.isEmpty()) {
            return blocks;
        }
        RunWords.places(results).forEach((place, cells) -> {
            blocks.add(new Block.Paragraph(List.of(words.place(cells))));
            blocks.add(Objects.requireNonNull(tables.get(place)).block());
        });
        blocks.add(new Block.Paragraph(List.of(String.join("; ", words.subject()) + ".")));
        blocks.add(new Block.Paragraph(List.of(words.signs())));
        return blocks;
    }

    /** The setting, changes against the base, a sentence per driver, and the next steps. */
    private Optional<List<Block>> brief() {
        Map<String, ChangeTable> changes = comparisons(results);
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.line(words.title(Page.NARROW)));
        blocks.add(warnings(Stream.concat(
                        MissingWords.incomplete(results).map(what -> "INCOMPLETE: " + what).stream(),
                        words.warnings().stream())
                .toList()));
        blocks.add(Block.part(Block.lines(words.subject())));
        changes.forEach((place, table) -> blocks.add(
                changes.size() == 1
                        ? table.block()
                        : Block.part(
                                Block.line(words.place(RunWords.places(results).getOrDefault(place, List.of()))),
                                table.block())));
        blocks.add(Block.part(
                Block.line(words.signs()),
                Block.lines(words.pinned()),
                Block.lines(words.verdicts()),
                Block.lines(parts()),
                warnings(words.missing()),
                Block.lines(MissingWords.ended(results).stream().toList()),
                Block.lines(words.noise()),
                Block.lines(words.next())));
        blocks.add(new Block.InFull(more()));
        return Optional.of(blocks);
    }

    private List<String> parts() {
        return Parts.provided().map(parts -> parts.compared(results)).orElse(List.of());
    }

    private static Block warnings(List<String> lines) {
        return Block.lines(lines.stream().map(line -> WARNING + line).toList());
    }

    /** What only some runs have. */
    private List<Block> more() {
        List<Block> blocks = new ArrayList<>(List.of(Block.part(tables.serviceTimes())));
        blocks.addAll(LoadCurveDocument.of(List.of(results)));
        blocks.add(Block.part(tables.loads()));
        blocks.add(Block.part(tables.clients()));
        return blocks;
    }

    private List<Block> inFull() {
        List<Block> blocks = new ArrayList<>(List.of(Block.lines(RunHeader.of(results))));
        RunWords.places(results).values().forEach(cells -> blocks.add(Block.part(place(cells))));
        blocks.add(Block.part(Block.lines(results.means().stream()
                .filter(mean -> mean.server() == null && mean.rows() > 1)
                .map(mean -> mean.topology() + ", " + RunWords.mean(mean))
                .toList())));
        blocks.addAll(more());
        blocks.add(Block.part(new Block.Notes(RunNotes.of(results))));
        return blocks;
    }

    /** Where cells were measured, and how long they took. */
    private List<Block> place(List<CellResult> cells) {
        CellResult first = cells.get(0);
        TopologyResult topology = results.topologies().get(first.cell().topology());
        String server = first.cell().server();
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.lines(List.of(
                first.cell().topology() + ": "
                        + (first.cell().topology() == Topology.LOCAL
                                ? "client and database on " + first.cell().client()
                                : "client on " + first.cell().client() + ", database on "
                                        + first.cell().database())
                        + " · " + server + (first.serverVersion() == null ? "" : " " + first.serverVersion())
                        + cpus(results, first),
                "RTT: " + (results.imported() ? "not known" : rtt(topology, server)))));
        blocks.addAll(NoiseText.of(topology, server));
        blocks.add(Block.part(tables.ofPlace(cells)));
        blocks.add(Block.lines(results.means().stream()
                .filter(mean ->
                        mean.topology() == first.cell().topology() && server.equals(mean.server()) && mean.rows() > 1)
                .map(RunWords::mean)
                .toList()));
        return blocks;
    }

    /** The CPUs to which client and database were pinned. */
    private static String cpus(Results results, CellResult cell) {
        return results.servers().stream()
                .filter(server -> server.topology() == cell.cell().topology()
                        && server.server().equals(cell.cell().server()))
                .findFirst()
                .flatMap(server -> CpuText.of(server.clientCpus(), server.databaseCpus()))
                .map(cpus -> " · " + cpus)
                .orElse("");
    }

    private static String rtt(@Nullable TopologyResult topology, String server) {
        if (topology == null) {
            return "not measured";
        }
        List<String> methods = new ArrayList<>();
        topology.rttByServer()
                .getOrDefault(server, topology.rtt())
                .forEach((method, rtt) -> methods.add(rtt(method, rtt)));
        return String.join(" · ", methods);
    }

    private static String rtt(String method, RttResult rtt) {
        return rtt.medianMicros() == null || rtt.p95Micros() == null
                ? method + " " + ScoreText.NOTHING
                : method + " " + Numbers.micros(rtt.medianMicros()) + " µs (p95 " + Numbers.micros(rtt.p95Micros())
                        + ")";
    }
}
