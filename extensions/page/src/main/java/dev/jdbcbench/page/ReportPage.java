package dev.jdbcbench.page;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.collect.CollectDocument;
import dev.jdbcbench.report.collect.CollectSummary;
import dev.jdbcbench.report.collect.CollectWords;
import dev.jdbcbench.report.compare.CompareWords;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.run.LoadCurveDocument;
import dev.jdbcbench.report.run.MissingWords;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.report.run.RunWords;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A report as one self-contained HTML page. D3 and Observable Plot draw its figures from embedded data. Without
 * JavaScript the tables show the same numbers. A content security policy allows only its own three scripts, whatever a
 * scenario is called.
 */
public final class ReportPage {
    private static final String STYLE = Resource.text(ReportPage.class, "report.css");
    private static final String D3 =
            Resource.text(ReportPage.class, "/META-INF/resources/webjars/d3/7.9.0/dist/d3.min.js");
    private static final String PLOT = Resource.text(ReportPage.class, "plot-0.6.17.min.js");
    private static final String TEMPLATE = Resource.text(ReportPage.class, "report.html");
    private static final String SCRIPT = Resource.text(ReportPage.class, "report.js");

    /** Its own scripts may run, and save figures as images. */
    private static final String ALLOWED = Stream.of(D3, PLOT, SCRIPT)
            .map(Html::source)
            .collect(Collectors.joining(" ", "img-src data:; script-src ", ""));

    /** Where a figure is drawn. */
    private static final String PLOT_PLACE = """
            <div class="plot"></div>
            <p class="none" hidden="hidden">Nothing matches the filter.</p>
            """;

    private static final String CONTROLS = """
            <div class="controls">
            <button type="button" class="more" data-do="more" hidden="hidden"></button>
            <button type="button" data-do="svg">save as SVG</button>
            <button type="button" data-do="png">save as PNG</button>
            <button type="button" data-do="csv">copy numbers as CSV</button>
            <output aria-live="polite"></output>
            </div>
            """;

    /** Columns that do not fit on paper. */
    private static final Set<String> SCREEN_ONLY = Set.of(
            "residualInterval",
            "latency",
            "transfer",
            "bytesUp",
            "bytes_up",
            "bytesDown",
            "bytes_down",
            "publishedLocal",
            "publishedDistant",
            "publishedDifference",
            "publishedPercentLocal",
            "publishedPercentDistant",
            "operations_per_s",
            "allocated_bytes_per_op",
            "cpu_us_per_op",
            "p90_us",
            "p95_us",
            "client_cpu_percent",
            "client_host_cpu_percent",
            "database_cpu_percent",
            "ceiling_per_s",
            "forks",
            "note");

    private final Report report;
    private final Optional<Collected> collected;

    private ReportPage(Report report) {
        this.report = report;
        this.collected = Optional.ofNullable(report.collected());
    }

    /** The page. */
    public static String of(Report report) {
        return new ReportPage(report).page();
    }

    private String page() {
        HtmlDocument document = new HtmlDocument(sections(), SCREEN_ONLY);
        List<String> warnings = warnings();
        return Html.head(title(), STYLE + document.style(), ALLOWED)
                + new Template(TEMPLATE)
                        .with("title", Html.escaped(title()))
                        .with("summary", elements("p", summary()))
                        .with(
                                "warnings",
                                warnings.isEmpty()
                                        ? ""
                                        : "<ul>\n" + elements("li class=\"warning\"", warnings) + "</ul>\n")
                        .with("card", new RunCard(report).html())
                        .with(
                                "dumbbell",
                                dumbbell(collected.isPresent())
                                        + (collected.isPresent() ? "" : " Drivers are compared below."))
                        .with("plot", PLOT_PLACE)
                        .with("controls", CONTROLS)
                        .with("sections", document.html())
                        .with("footer", HtmlDocument.list(footer()))
                        .with("data", Html.data(Json.line(ReportData.of(report))))
                        .with(
                                "scripts",
                                Stream.of(D3, PLOT, SCRIPT)
                                        .map(script -> "<script>" + script + "</script>\n")
                                        .collect(Collectors.joining()))
                        .filled();
    }

    /** How to read the times. */
    static String dumbbell(boolean both) {
        return both
                ? "Hollow: local. Filled: distant. The band is the 95 % interval; the axis is logarithmic."
                : "The band is the 95 % interval of the time; the axis is logarithmic.";
    }

    private static String elements(String name, List<String> texts) {
        return texts.stream().map(text -> Html.element(name, text) + "\n").collect(Collectors.joining());
    }

    private String title() {
        String runs = runs().map(run -> RunNames.brief(run.run())).collect(Collectors.joining(", "));
        return collected.isPresent()
                ? "Local and distant" + (runs.isEmpty() ? "" : ": " + runs)
                : "bench run" + (report.runs().size() == 1 ? " " : "s ") + runs;
    }

    private Stream<Results> runs() {
        return report.runs().stream().map(Report.Run::results);
    }

    private List<String> summary() {
        return Stream.concat(
                        Stream.ofNullable(report.compared())
                                .map(compared ->
                                        CompareWords.title(compared) + ". " + CompareWords.conclusion(compared) + "."),
                        collected
                                .map(CollectSummary::of)
                                .orElseGet(() -> runs().flatMap(results -> new RunWords(results).conclusions().stream())
                                        .toList())
                                .stream())
                .toList();
    }

    private List<String> warnings() {
        return Stream.concat(
                        runs().flatMap(results ->
                                Stream.concat(progress(results).stream(), RunDocument.alarms(results).stream())),
                        collected.map(sides -> new CollectWords(sides).differences()).orElse(List.of()).stream())
                .toList();
    }

    /** The progress of a run that is still going on or was stopped early. */
    private static Optional<String> progress(Results results) {
        if (results.complete()) {
            return Optional.empty();
        }
        long measured = results.cells().stream()
                .filter(cell -> cell.status() == Status.OK)
                .count();
        long all = results.cells().stream()
                .filter(cell -> cell.status() != Status.UNSUPPORTED)
                .count();
        if (results.usable()) {
            return MissingWords.incomplete(results)
                    .map(what -> "Run " + results.run() + " is not complete: " + what + ".");
        }
        return Optional.of("Run " + results.run() + " is not complete: so far " + measured + " of " + all
                + " cells are measured, in " + results.effort().blocks()
                + (results.effort().blocks() == 1 ? " block" : " blocks")
                + ". Reload the page to see more while the run goes on.");
    }

    private List<Block> sections() {
        List<Block> blocks = new ArrayList<>();
        if (!report.runs().isEmpty()) {
            blocks.add(Block.section("cells", new Heading("", "", "All cells"), RunDocument.cells(report.runs())));
        }
        blocks.addAll(LoadCurveDocument.of(runs().toList()));
        blocks.addAll(collected
                .map(sides -> CollectDocument.of(sides, List.of()))
                .orElseGet(() -> List.of(RunDocument.notes(report.runs()))));
        return blocks;
    }

    private List<String> footer() {
        Set<String> lines = new LinkedHashSet<>();
        collected.ifPresent(sides -> lines.addAll(new CollectWords(sides).footNotes(true)));
        lines.add("Figures: Observable Plot 0.6.17 and D3 7.9.0, both under the ISC licence.");
        return List.copyOf(lines);
    }
}
