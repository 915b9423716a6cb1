package dev.jdbcbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Limits;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.HtmlPages;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import tools.jackson.databind.JsonNode;

class ReportPageTest {
    private static final Pattern SCRIPT = Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

    /** The size limit in bytes: 700 kB for any page, plus 1 kB for each cell. */
    private static final int LARGEST = 700_000;

    private static final int LARGEST_CELL = 1000;

    private static final Fold LOCAL = RunExample.local().fold();
    private static final Fold DISTANT = RunExample.distant().fold();
    private static final String PAGE = ReportPage.of(both());
    private static final String ODD =
            ReportPage.of(Report.of(CollectedExample.odd().collected()));

    private static Report both() {
        return new Report(
                Stream.of(LOCAL, DISTANT)
                        .map(fold -> Report.Run.of(fold, List.of("run", "--scenario", "Do1 & <b>")))
                        .toList(),
                SideBySide.of(List.of(LOCAL, DISTANT), SideBySide.Question.DEFAULT));
    }

    @Test
    void sectionsMatchTheirGoldenFile() throws IOException {
        Golden.assertSame("page.html", PAGE.substring(PAGE.indexOf("<main>"), PAGE.indexOf("</footer>")));
    }

    private static List<Matcher> scripts(String html) {
        List<Matcher> scripts = new ArrayList<>();
        Matcher matcher = SCRIPT.matcher(html);
        int from = 0;
        while (matcher.find(from)) {
            from = matcher.end();
            scripts.add(matcher);
            matcher = SCRIPT.matcher(html);
        }
        return scripts;
    }

    private static JsonNode data(String html) {
        Matcher data = scripts(html).get(0);
        assertThat(data.group(1)).isEqualTo(" type=\"application/json\" id=\"data\"");
        assertThat(data.group(2)).doesNotContain("<");
        return Json.read(data.group(2), JsonNode.class);
    }

    @Test
    void scenarioNamesAreEscaped() throws Exception {
        assertThat(scripts(ODD)).as("the data and the page's own scripts").hasSize(4);
        assertThat(HtmlPages.elements(ODD, "*")).extracting(Element::getTagName).doesNotContain("script");
        assertThat(ODD)
                .contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("alert(1)</script");
    }

    @Test
    void onlyThePagesOwnScriptsMayRun() {
        for (Matcher script : scripts(ODD).subList(1, 4)) {
            assertThat(ODD).contains(HtmlPages.permission(script.group(2)));
        }
        assertThat(ODD).doesNotContain("unsafe-eval").doesNotContain("script-src 'unsafe-inline'");
    }

    /** The copy in this repository is identical to the file that its authors published. */
    @Test
    void plottingLibraryMatchesItsChecksum() {
        String plot = scripts(PAGE).get(2).group(2);
        assertThat(plot).startsWith("// @observablehq/plot v0.6.17 ");
        assertThat(Sha256.of(plot)).isEqualTo("4358086467740777dd788d6b27a95cebdbaefdd50c730a3060117073bd7134cb");
    }

    @Test
    void pageHasTheNumbersOfTheResults() {
        JsonNode cells = data(PAGE).get("cells");
        int at = 0;
        for (Results results : List.of(LOCAL.results(), DISTANT.results())) {
            for (CellResult cell : results.cells()) {
                JsonNode shown = cells.get(at++);
                assertThat(shown.has("score")).isEqualTo(cell.time().score() != null);
                if (cell.time().score() != null) {
                    assertThat(shown.get("score").asDouble())
                            .isEqualTo(cell.time().score());
                    assertThat(shown.get("low").asDouble())
                            .isEqualTo(cell.time().low());
                    assertThat(shown.get("high").asDouble())
                            .isEqualTo(cell.time().high());
                    assertThat(shown.get("forks")).hasSize(cell.forks().size());
                }
            }
        }
        assertThat(cells).hasSize(at);
        JsonNode contrasts = data(PAGE).get("contrasts");
        assertThat(contrasts)
                .hasSameSizeAs(Stream.of(LOCAL, DISTANT)
                        .flatMap(fold -> fold.results().contrasts().stream()
                                .filter(one ->
                                        one.axis() == fold.results().effort().contrast()))
                        .toList());
        assertThat(contrasts.get(0).get("ratio").asDouble())
                .isEqualTo(LOCAL.results().contrasts().get(0).ratio());
    }

    @Test
    void runWithoutAPartnerHasTimesAndFigures() throws Exception {
        String html = ReportPage.of(Report.of(Report.Run.of(LOCAL, List.of())));
        assertThat(html).contains("<h1>bench run ").contains("mysql 9.7.0: slower in 2 of 2 rows, never faster.");
        assertThat(HtmlPages.elements(html, "*"))
                .extracting(element -> element.getAttribute("id"))
                .contains("figure-dumbbell", "figure-forest", "figure-strip", "table-cells")
                .doesNotContain("table-rows");
    }

    @Test
    void pageOfARunInProgressShowsTheProgress() {
        Fold started = RunExample.local().cutShort().fold();
        assertThat(ReportPage.of(Report.of(Report.Run.of(started, List.of()))))
                .contains("is not complete: so far 4 of 4 cells are measured");
    }

    @Test
    void commandCanBeCopied() {
        assertThat(PAGE).contains("./bench run --scenario &#39;Do1 &amp; &lt;b&gt;&#39; --seed 42</code>");
    }

    @Test
    void pageLoadsNothingAndHasNoEventAttributes() throws Exception {
        for (Element element : HtmlPages.elements(PAGE, "*")) {
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                assertThat(element.getAttributes().item(i).getNodeName())
                        .doesNotStartWith("on")
                        .isNotIn("src", "href", "style");
            }
        }
        String style = PAGE.substring(PAGE.indexOf("<style>"), PAGE.indexOf("</style>"));
        assertThat(style).doesNotContain("@import").doesNotContain("url(");
    }

    @Test
    void idsAreUniqueAndReferencesResolve() throws Exception {
        Set<String> ids = new HashSet<>();
        List<Element> elements = HtmlPages.elements(PAGE, "*");
        for (Element element : elements) {
            if (element.hasAttribute("id")) {
                assertThat(ids.add(element.getAttribute("id")))
                        .as(element.getAttribute("id"))
                        .isTrue();
            }
        }
        assertThat(elements.stream()
                        .filter(element -> element.hasAttribute("aria-labelledby"))
                        .flatMap(
                                element -> Pattern.compile(" ").splitAsStream(element.getAttribute("aria-labelledby"))))
                .isNotEmpty()
                .allMatch(ids::contains);
    }

    @Test
    void largeRunHasASmallPage() {
        RunExample near = new RunExample("20261121-0915-local-1a2b", Topology.LOCAL, 3, true);
        for (int i = 0; i < 15; i++) {
            near.params(Map.of("count", String.valueOf(i)));
            for (Mode mode : List.of(Mode.TEXT, Mode.HIT)) {
                near.measured("Rows", mode, DriverCatalogue.MARIADB, 101.123456789 + i, 102.5 + i, 103.25 + i);
                near.measured("Rows", mode, DriverCatalogue.MYSQL, 201.123456789 + i, 202.5 + i, 203.25 + i);
                near.measured("Rows", mode, DriverCatalogue.DRIZZLE, 151.123456789 + i, 152.5 + i, 153.25 + i);
            }
        }
        String large = ReportPage.of(Report.of(Report.Run.of(near.fold(), List.of())));
        assertThat(data(large).get("cells")).hasSize(90);
        assertThat(large.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LARGEST + 90 * LARGEST_CELL);
        assertThat(PAGE.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LARGEST + 10 * LARGEST_CELL);
    }

    @Test
    void driverOptionsAreInTheCard() {
        Report.Run run = Report.Run.of(LOCAL, List.of());
        String driver = DriverName.of("mariadb", DriverCatalogue.MARIADB.defaultVersion());
        Report report = Report.of(new Report.Run(
                run.results(),
                run.command(),
                run.hosts(),
                Map.of(driver, "disablePipeline=true&serverSslCert=/home/alice/ca.pem"),
                run.forks()));
        assertThat(ReportPage.of(report))
                .contains(driver + " (disablePipeline=true&amp;serverSslCert=/home/alice/ca.pem)");
    }

    @Test
    void comparisonStartsWithItsConclusion() {
        Compared compared = Compared.of(
                new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 4, true)
                        .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61, 62)
                        .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5, 83)
                        .fold(),
                Limits.of(0.05),
                true);
        assertThat(ReportPage.of(both().comparing(compared))).contains("1 row: 1 slower by more than 5 %.");
    }
}
