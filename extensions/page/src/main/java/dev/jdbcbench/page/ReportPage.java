package dev.jdbcbench.page;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.collect.CollectGrids;
import dev.jdbcbench.report.collect.CollectSummary;
import dev.jdbcbench.report.collect.CollectWords;
import dev.jdbcbench.report.compare.CompareWords;
import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.RunNames;
import dev.jdbcbench.report.run.LoadCurveText;
import dev.jdbcbench.report.run.RunBrief;
import dev.jdbcbench.report.run.RunGrids;
import dev.jdbcbench.report.run.RunNotes;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.ServerResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.ShellWord;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
    private static final String SCRIPT = Resource.text(ReportPage.class, "report.js");

    /** Its own scripts may run, and save figures as images. */
    private static final String ALLOWED = Stream.of(D3, PLOT, SCRIPT)
            .map(Html::source)
            .collect(Collectors.joining(" ", "img-src data:; script-src ", ""));

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    /** Columns that do not fit on paper. */
    private static final Set<String> SCREEN_ONLY = Set.of(
            "residualInterval",
            "latency",
            "transfer",
            "bytesUp",
            "bytesDown",
            "publishedLocal",
            "publishedDistant",
            "publishedDifference",
            "publishedPercentLocal",
            "publishedPercentDistant",
            "operations",
            "allocated",
            "cpu",
            "p90",
            "p95",
            "clientCpu",
            "clientHostCpu",
            "databaseCpu",
            "ceiling",
            "forks",
            "note");

    private final Report report;
    private final Optional<Collected> collected;
    private final StringBuilder html = new StringBuilder();
    private final StringBuilder columns = new StringBuilder();
    private final StringBuilder paper = new StringBuilder();

    private ReportPage(Report report) {
        this.report = report;
        this.collected = Optional.ofNullable(report.collected());
    }

    /** The page. */
    public static String of(Report report) {
        return new ReportPage(report).page();
    }

    private String page() {
        html.append("<header>\n").append(Html.element("h1", title())).append('\n');
        summary();
        card();
        html.append("</header>\n<main>\n");
        filter();
        figures();
        tables();
        html.append("</main>\n<footer>\n");
        footer();
        html.append("</footer>\n<script type=\"application/json\" id=\"data\">")
                .append(Html.data(Json.line(ReportData.of(report))))
                .append("</script>\n");
        Stream.of(D3, PLOT, SCRIPT)
                .forEach(script -> html.append("<script>").append(script).append("</script>\n"));
        return head() + html + "</body>\n</html>\n";
    }

    private String head() {
        return Html.head(
                title(), STYLE + columns + (paper.isEmpty() ? "" : "@media print {\n" + paper + "}\n"), ALLOWED);
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

    private void summary() {
        html.append("<div class=\"summary\">\n");
        Optional.ofNullable(report.compared())
                .ifPresent(compared -> html.append(Html.element(
                                "p", CompareWords.title(compared) + ". " + CompareWords.conclusion(compared) + "."))
                        .append('\n'));
        collected
                .map(CollectSummary::of)
                .orElseGet(() -> runs().flatMap(results -> RunBrief.sentences(results).stream())
                        .toList())
                .forEach(sentence -> html.append(Html.element("p", sentence)).append('\n'));
        html.append("</div>\n");
        List<String> warnings = Stream.concat(
                        runs().flatMap(results -> warnings(results).stream()),
                        collected.map(sides -> new CollectWords(sides).differences()).orElse(List.of()).stream())
                .toList();
        if (!warnings.isEmpty()) {
            html.append("<ul>\n");
            warnings.forEach(warning ->
                    html.append(Html.element("li class=\"warning\"", warning)).append('\n'));
            html.append("</ul>\n");
        }
    }

    private static List<String> warnings(Results results) {
        return Stream.concat(progress(results).stream(), RunBrief.warnings(results).stream())
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
            return RunBrief.incomplete(results).map(what -> "Run " + results.run() + " is not complete: " + what + ".");
        }
        return Optional.of("Run " + results.run() + " is not complete: so far " + measured + " of " + all
                + " cells are measured, in " + results.effort().blocks()
                + (results.effort().blocks() == 1 ? " block" : " blocks")
                + ". Reload the page to see more while the run goes on.");
    }

    /** Adds where, when and with which versions each run was measured. */
    private void card() {
        html.append("<dl class=\"card\">\n");
        for (Report.Run run : report.runs()) {
            Results results = run.results();
            entry(
                    "run",
                    results.run() + " · " + results.profile() + " · "
                            + MINUTES.format(results.createdAt())
                            + (results.setting().elapsed() == null
                                    ? ""
                                    : " · took "
                                            + Numbers.duration(results.setting().elapsed()))
                            + (results.imported() ? "" : " · seed " + results.seed()));
            command(run);
            results.topologies().forEach((topology, found) -> {
                host(run, "client, " + topology, found.client());
                if (!found.database().equals(found.client())) {
                    host(run, "database, " + topology, found.database());
                }
            });
            servers(results);
            Optional.ofNullable(results.setting().jdk()).ifPresent(jdk -> entry("JDK", jdk));
            entry("drivers", drivers(run));
        }
        collected.ifPresent(sides -> new CollectWords(sides).distance().forEach(line -> entry("distance", line)));
        html.append("</dl>\n");
    }

    private void entry(String name, String text) {
        html.append(Html.element("dt", name)).append(Html.element("dd", text)).append('\n');
    }

    private void command(Report.Run run) {
        if (!run.command().isEmpty()) {
            String id = "command-" + report.runs().indexOf(run);
            html.append(Html.element("dt", "repeat it"))
                    .append("<dd>")
                    .append(Html.element("code id=\"" + id + "\"", "./bench " + String.join(" ", repeated(run))))
                    .append(" <button type=\"button\" hidden=\"hidden\" data-copy=\"" + id + "\">copy</button></dd>\n");
        }
    }

    /** The command that measures the same cells in the same order. */
    private static List<String> repeated(Report.Run run) {
        boolean seeded = run.command().stream().anyMatch(word -> word.startsWith("--seed"));
        return Stream.concat(
                        run.command().stream().map(ShellWord::quoted),
                        seeded
                                ? Stream.empty()
                                : Stream.of(
                                        "--seed", String.valueOf(run.results().seed())))
                .toList();
    }

    private void host(Report.Run run, String role, String name) {
        List<String> known = Objects.requireNonNullElse(run.hosts().get(name), List.of());
        entry(role, name + (known.isEmpty() ? "" : ": " + String.join(" · ", known)));
    }

    private void servers(Results results) {
        Map<String, ServerResult> servers = new LinkedHashMap<>();
        results.servers().forEach(server -> servers.putIfAbsent(server.server() + " " + server.version(), server));
        servers.values()
                .forEach(server -> entry(
                        "server",
                        server.server() + ": " + server.kind().title() + " " + server.version() + " ("
                                + server.install()
                                + ")"
                                + CpuText.of(server.clientCpus(), server.databaseCpus())
                                        .map(cpus -> " · " + cpus)
                                        .orElse("")));
    }

    private static String drivers(Report.Run run) {
        return run.results().cells().stream()
                .map(CellResult::driverName)
                .distinct()
                .map(driver -> driver
                        + (run.options().containsKey(driver)
                                ? " (" + run.options().get(driver) + ")"
                                : ""))
                .collect(Collectors.joining(", "));
    }

    private void filter() {
        html.append("""
            <form id="filter" hidden="hidden" aria-label="what is shown">
            <label>find <input type="search" name="text" autocomplete="off"/></label>
            <label>scenario <select name="scenario"><option value="">all</option></select></label>
            <label>mode <select name="mode"><option value="">all</option></select></label>
            <label>order by <select name="sort"><option value="row">plan</option><option value="time">time</option>\
            <option value="added">added time</option><option value="factor">added factor</option></select></label>
            <span id="drivers" role="group" aria-label="drivers"></span>
            <button type="reset">show all</button>
            </form>
            """);
    }

    private void figures() {
        html.append("<section id=\"figures\">\n");
        figure(
                "dumbbell",
                "Time of one operation.",
                collected.isPresent()
                        ? "Hollow: local. Filled: distant. The band is the 95 % interval; the axis is logarithmic."
                        : "The band is the 95 % interval of the time; the axis is logarithmic. Drivers are compared"
                                + " below.",
                "");
        figure(
                "forest",
                "Each driver against the base.",
                "The whisker is the 95 % interval. ▲ slower, ▼ faster, ■ the same, ○ not decided, in grey."
                        + " <span class=\"band margin\"></span> differences that do not matter"
                        + " <span class=\"band twin\"></span> A/A control, one driver against itself",
                "");
        figure(
                "slider",
                "What if the database were elsewhere?",
                "Hollow: measured local. Filled: measured distant. The bar is predicted: local time + round trips × RTT"
                        + " + transfer. No prediction was measured.",
                """
                <p><label for="rtt">RTT that the distance adds: <strong id="rtt-value"></strong></label><br/>
                <input type="range" id="rtt" min="-1.301" max="2" step="0.005" value="-0.301" list="rtt-marks"/>\
                <datalist id="rtt-marks"></datalist></p>
                <ul id="crossovers"></ul>
                """);
        html.insert(
                html.lastIndexOf("<div class=\"controls\">"),
                "<p id=\"rankings-count\" aria-live=\"polite\"></p>\n<ul id=\"rankings\"></ul>\n");
        figure(
                "strip",
                "Every fork in the order of time.",
                "Each large sign is a fork: how far it is from the mean of its cell, in %. The small dots are its"
                        + " rounds. Hollow ones do not count. The band below is what else used the host's CPUs: <span"
                        + " class=\"band part1\"></span> steal <span class=\"band part3\"></span> other processes, and,"
                        + " dotted, the RTT",
                "<p><label>row <select id=\"strip-row\"></select></label></p>\n");
        figure(
                "split",
                "What the distant time is made of.",
                "<span class=\"band part0\"></span> the operation itself, as local <span class=\"band part1\"></span>"
                        + " round trips × RTT <span class=\"band part2\"></span> its bytes on the link <span class=\"band"
                        + " part3\"></span> not explained",
                "");
        figure("threads", "More threads.", "Operations of all threads together, and how long single ones take.", "");
        html.append("</section>\n");
    }

    private void figure(String id, String caption, String key, String controls) {
        html.append("<figure id=\"figure-").append(id).append("\" hidden=\"hidden\">\n");
        html.append("<figcaption>")
                .append(caption)
                .append("</figcaption>\n<p>")
                .append(key)
                .append("</p>\n");
        html.append(controls).append("""
            <div class="plot"></div>
            <p class="none" hidden="hidden">Nothing matches the filter.</p>
            <div class="controls">
            <button type="button" class="more" data-do="more" hidden="hidden"></button>
            <button type="button" data-do="svg">save as SVG</button>
            <button type="button" data-do="png">save as PNG</button>
            <button type="button" data-do="csv">copy numbers as CSV</button>
            <output aria-live="polite"></output>
            </div>
            </figure>
            """);
    }

    private void tables() {
        if (!report.runs().isEmpty()) {
            open("cells", "All cells");
            table(
                    "table-cells",
                    "Times in µs per operation, with their 95 % intervals",
                    new RunGrids(report.runs()).cells());
            html.append("</section>\n");
        }
        curves();
        collected.ifPresent(this::sides);
        section(
                "notes",
                "Notes",
                collected
                        .map(Collected::notes)
                        .orElseGet(() -> runs().flatMap(results -> RunNotes.lines(results).stream())
                                .distinct()
                                .toList()));
        collected.ifPresent(sides -> {
            section("reference", "Reference", new CollectWords(sides).reference());
            unpaired(sides);
        });
    }

    private void curves() {
        List<Results> all = runs().toList();
        int[] number = {0};
        LoadCurveText.sections(all).forEach((title, curves) -> {
            number[0]++;
            open("curves-" + number[0], "Load curve of " + Html.escaped(title));
            table("table-curves-" + number[0], "Throughput by the number of threads", LoadCurveText.grid(curves));
            list(LoadCurveText.sentences(curves));
            html.append("</section>\n");
        });
        section("curves", "How to read a load curve", LoadCurveText.legend(all));
    }

    private void sides(Collected sides) {
        CollectGrids grids = new CollectGrids(sides);
        CollectWords words = new CollectWords(sides);
        if (!sides.rows().isEmpty()) {
            open("rows", "Local and distant");
            table("table-rows", "Rows: local, distant, and why they differ", grids.allOfRows());
            html.append("</section>\n");
        }
        if (!sides.comparisons().isEmpty()) {
            open("comparisons", "Compared near and far");
            table("table-comparisons", "The faster of two, local and distant", grids.comparisons());
            list(words.rankings());
            html.append("</section>\n");
        }
        if (!CollectGrids.distances(sides).isEmpty()) {
            open("what-if", "Other distances");
            html.append(Html.element("p", CollectWords.PREDICTED)).append('\n');
            table("table-what-if", "Predicted µs per operation by RTT", grids.whatIf());
            html.append("</section>\n");
        }
        advice(sides);
    }

    private void advice(Collected sides) {
        if (sides.advice().isEmpty()) {
            return;
        }
        CellName names = sides.names();
        open("advice", "Advice");
        html.append("<ul class=\"advice\">\n");
        for (Advice advice : sides.advice()) {
            String subject = names.on(advice.server(), advice.scenario());
            html.append("<li>")
                    .append(subject.isEmpty() ? "" : Html.element("strong", subject + ":") + " ")
                    .append(Html.escaped(advice.text() + CollectWords.evidence(advice)))
                    .append(
                            advice.caveat().isEmpty()
                                    ? ""
                                    : " " + Html.element("span class=\"caveat\"", "But: " + advice.caveat()))
                    .append("</li>\n");
        }
        html.append("</ul>\n</section>\n");
    }

    private void unpaired(Collected sides) {
        if (sides.unpaired().isEmpty()) {
            return;
        }
        open("unpaired", "Without a partner");
        html.append("<ul>\n");
        new CollectWords(sides).unpaired().forEach((reason, keys) -> {
            html.append("<li>").append(Html.escaped(reason)).append("\n<ul class=\"keys\">\n");
            keys.forEach(this::item);
            html.append("</ul></li>\n");
        });
        html.append("</ul>\n</section>\n");
    }

    private void footer() {
        Set<String> lines = new LinkedHashSet<>();
        collected.ifPresent(sides -> lines.addAll(new CollectWords(sides).footNotes(true)));
        lines.add("Figures: Observable Plot 0.6.17 and D3 7.9.0, both under the ISC licence.");
        list(List.copyOf(lines));
    }

    private void section(String id, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            open(id, title);
            list(lines);
            html.append("</section>\n");
        }
    }

    private void open(String id, String title) {
        html.append("<section id=\"" + id + "\">\n<h2>" + title + "</h2>\n");
    }

    private void list(List<String> lines) {
        if (!lines.isEmpty()) {
            html.append("<ul>\n");
            lines.forEach(this::item);
            html.append("</ul>\n");
        }
    }

    private void item(String line) {
        html.append(Html.element("li", line)).append('\n');
    }

    /**
     * Adds a table. Attribute {@code data-value} holds each number with all digits. Cells of text have no class: a
     * large run has thousands of cells.
     */
    private void table(String id, String caption, Grid grid) {
        boolean filtered =
                grid.columns().stream().anyMatch(column -> column.id().equals("scenario"));
        html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"" + id
                        + "-caption\">\n<table id=\"" + id + "\" class=\"sortable" + (filtered ? " filtered" : "")
                        + "\">\n<caption id=\"" + id + "-caption\">")
                .append(Html.escaped(caption))
                .append(filtered ? "<output aria-live=\"polite\"></output>" : "")
                .append("</caption>\n<thead><tr>");
        for (Grid.Column column : grid.columns()) {
            html.append("<th scope=\"col\"" + (column.number() ? " class=\"number\"" : "") + " data-column=\""
                    + Html.escaped(column.id()) + "\">" + Html.escaped(column.heading()) + "</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (List<Grid.Cell> row : grid.rows()) {
            html.append("<tr>");
            row.forEach(cell -> html.append(
                            cell.value() == null ? "<td>" : "<td data-value=\"" + Numbers.plain(cell.value()) + "\">")
                    .append(Html.escaped(cell.text()))
                    .append("</td>"));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n</div>\n");
        IntStream.range(0, grid.columns().size())
                .filter(i -> grid.columns().get(i).number())
                .forEach(i -> columns.append("#" + id + " td:nth-child(" + (i + 1) + ") { text-align: right; }\n"));
        IntStream.range(0, grid.columns().size())
                .filter(i -> SCREEN_ONLY.contains(grid.columns().get(i).id()))
                .forEach(i -> paper.append("#" + id + " tr > :nth-child(" + (i + 1) + ") { display: none; }\n"));
    }
}
