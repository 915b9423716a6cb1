package dev.jdbcbench.report;

import com.google.auto.service.AutoService;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A collection as one page that opens by itself: no other file, no network. Its script only sorts and filters; a page that runs none
 * shows everything, too. Only this script may run in it, whatever a scenario is called.
 */
public final class CollectHtml {
    /** As a value of {@code --format}. */
    @AutoService(CollectFormat.class)
    public static final class Format implements CollectFormat {
        @Override
        public String id() {
            return "html";
        }

        @Override
        public String render(Collected collected, boolean wide) {
            return CollectHtml.of(collected);
        }
    }

    private static final String STYLE = resource("collect.css");
    private static final String SCRIPT = resource("collect.js");

    /** Characters that have room beside other columns on a narrow screen. */
    private static final int LONG_NAME = 20;

    private final Collected collected;
    private final CollectNames names;
    private final CollectGrids grids;
    private final CollectWords words;
    private final StringBuilder html = new StringBuilder();

    private CollectHtml(Collected collected) {
        this.collected = collected;
        this.names = CollectNames.of(collected);
        this.grids = new CollectGrids(collected);
        this.words = new CollectWords(collected);
    }

    /** The page. */
    public static String of(Collected collected) {
        return new CollectHtml(collected).page();
    }

    private String page() {
        head();
        header();
        charts();
        table();
        comparisons();
        whatIf();
        advice();
        section("notes", "Notes", collected.notes());
        section("reference", "Reference", words.reference());
        unpaired();
        html.append("</main>\n<footer>\n");
        list(words.footNotes(true));
        html.append("</footer>\n<script type=\"application/json\" id=\"data\">\n")
                .append(Html.data(Json.pretty(collected)))
                .append("</script>\n<script>")
                .append(SCRIPT)
                .append("</script>\n</body>\n</html>\n");
        return html.toString();
    }

    private void head() {
        html.append("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
                script-src 'sha256-""" + sha256(SCRIPT) + """
                '"/>
                <title>Local and distant</title>
                <style>
                """).append(STYLE).append("</style>\n</head>\n<body>\n");
    }

    private void header() {
        html.append("<header>\n<h1>Local and distant</h1>\n<div class=\"summary\">\n");
        CollectSummary.of(collected)
                .forEach(sentence -> html.append(Html.element("p", sentence)).append('\n'));
        html.append("</div>\n<ul class=\"facts\">\n");
        item(words.runs());
        words.distance().forEach(this::item);
        words.differences()
                .forEach(difference -> html.append(Html.element("li class=\"warning\"", difference))
                        .append('\n'));
        html.append("</ul>\n</header>\n<main>\n");
    }

    /** What is measured alike stands in one picture. */
    private Map<String, List<Row>> byScenario(List<Row> rows) {
        return rows.stream().collect(Collectors.groupingBy(names::scenario, LinkedHashMap::new, Collectors.toList()));
    }

    private void charts() {
        if (collected.rows().isEmpty()) {
            return;
        }
        open("charts", "Times");
        html.append(
                        "<p class=\"key\"><span class=\"box local\"></span> local <span class=\"box distant\"></span> distant")
                .append(" – µs per operation; whiskers are intervals of 95 %")
                .append(
                        collected.rows().stream().anyMatch(row -> row.percent().percentLocal() != null)
                                ? "; the base is 100 %"
                                : "")
                .append("</p>\n<div class=\"charts\">\n");
        int number = 0;
        for (Map.Entry<String, List<Row>> scenario :
                byScenario(collected.rows()).entrySet()) {
            number++;
            html.append("<figure>\n")
                    .append(Html.element("figcaption", scenario.getKey()))
                    .append('\n')
                    .append(BarChart.of("bars" + number, scenario.getKey(), scenario.getValue(), names))
                    .append("</figure>\n");
        }
        html.append("</div>\n</section>\n");
    }

    private void table() {
        if (collected.rows().isEmpty()) {
            return;
        }
        open("rows", "All rows");
        html.append("""
                <form class="filters" hidden="hidden" data-table="table-rows">
                <label>text <input type="search" name="text" autocomplete="off"/></label>
                <label>scenario <select name="scenario"><option value="">all</option></select></label>
                <label>mode <select name="mode"><option value="">all</option></select></label>
                <label>driver <select name="driver"><option value="">all</option></select></label>
                <label>label <select name="label"><option value="">all</option></select></label>
                <button type="reset">show all</button>
                <output aria-live="polite"></output>
                </form>
                """);
        table("table-rows", "Rows: local, distant, and why they differ", grids.allOfRows());
        html.append("</section>\n");
    }

    private void comparisons() {
        if (collected.comparisons().isEmpty()) {
            return;
        }
        open("comparisons", "Compared near and far");
        table("table-comparisons", "Who is ahead local and distant", grids.comparisons());
        list(words.rankings());
        html.append("</section>\n");
    }

    private void whatIf() {
        if (CollectGrids.distances(collected).isEmpty()) {
            return;
        }
        open("what-if", "What if");
        html.append(Html.element("p class=\"prediction\"", CollectWords.PREDICTED))
                .append('\n');
        table("table-what-if", "Predicted µs per operation by RTT", grids.whatIf());
        html.append("<div class=\"charts\">\n");
        int number = 0;
        for (Map.Entry<String, List<Row>> scenario :
                byScenario(CollectGrids.predictable(collected)).entrySet()) {
            if (LineChart.canShow(scenario.getValue())) {
                number++;
                html.append("<figure class=\"prediction\">\n")
                        .append(Html.element("figcaption", scenario.getKey() + " – predicted"))
                        .append('\n')
                        .append(LineChart.of("lines" + number, scenario.getKey(), scenario.getValue(), names))
                        .append("</figure>\n");
            }
        }
        html.append("</div>\n</section>\n");
    }

    private void advice() {
        if (collected.advice().isEmpty()) {
            return;
        }
        open("advice", "Advice");
        html.append("<ul class=\"advice\">\n");
        for (Advice advice : collected.advice()) {
            String subject = names.subject(advice);
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

    private void unpaired() {
        if (collected.unpaired().isEmpty()) {
            return;
        }
        open("unpaired", "Without a partner");
        html.append("<ul>\n");
        words.unpaired().forEach((reason, keys) -> {
            html.append("<li>").append(Html.escaped(reason)).append('\n');
            html.append("<ul class=\"keys\">\n");
            keys.forEach(this::item);
            html.append("</ul></li>\n");
        });
        html.append("</ul>\n</section>\n");
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

    private void table(String id, String caption, Grid grid) {
        html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"" + id
                        + "-caption\">\n<table id=\"" + id + "\" class=\"sortable\">\n<caption id=\"" + id
                        + "-caption\">")
                .append(Html.escaped(caption))
                .append("</caption>\n<thead><tr>");
        for (Grid.Column column : grid.columns()) {
            html.append("<th scope=\"col\"" + (column.number() ? " class=\"number\"" : "") + " data-column=\""
                    + Html.escaped(column.id()) + "\">" + Html.escaped(column.heading()) + "</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (List<Grid.Cell> row : grid.rows()) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cell(grid.columns().get(i), row.get(i), i == 0);
            }
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n</div>\n");
    }

    /** What a row is of stays in sight and is cut when it is too long for that, so it is told once more. */
    private void cell(Grid.Column column, Grid.Cell cell, boolean first) {
        html.append("<td"
                + (column.number() ? " class=\"number\"" : "")
                + (first && cell.text().length() > LONG_NAME ? " title=\"" + Html.escaped(cell.text()) + "\"" : "")
                + (cell.value() == null ? "" : " data-value=\"" + Numbers.plain(cell.value()) + "\"")
                + ">"
                + Html.escaped(cell.text())
                + "</td>");
    }

    private static String sha256(String script) {
        return Base64.getEncoder().encodeToString(Sha256.digest(script.getBytes(StandardCharsets.UTF_8)));
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(CollectHtml.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
