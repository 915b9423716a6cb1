package dev.jdbcbench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogType;

/** Tests the page in a browser, which is started only once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReportPageIT {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("");

    private final ChromeDriver browser;

    ReportPageIT(@TempDir Path profile) {
        browser = Chromium.start(profile);
    }

    @AfterAll
    void quit() {
        browser.quit();
    }

    @BeforeEach
    void asAUserHasIt() {
        browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "", "features", List.of()));
        browser.manage().window().setSize(new Dimension(1400, 1000));
        browser.get("about:blank");
        browser.manage().logs().get(LogType.BROWSER);
        browser.manage().logs().get(LogType.PERFORMANCE);
    }

    /** Two drivers, with ten round trips and with one: their ranking flips at an RTT of 111 µs. */
    private static Report crossing() {
        Fold near = crossing(new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true), 1000, 2000, 20);
        Fold far = crossing(new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 3, true), 6000, 2500, 520);
        return new Report(
                List.of(Report.Run.of(near, List.of("run")), Report.Run.of(far, List.of("run"))),
                SideBySide.of(List.of(near, far), SideBySide.Question.DEFAULT));
    }

    private static OwnCost own(double micros) {
        return new OwnCost(micros, micros, 1000.0, 1000, 1, true, null);
    }

    private static Fold crossing(RunExample run, double mariadb, double mysql, double rtt) {
        return run.measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, mariadb, mariadb + 5, mariadb - 5)
                .measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, mysql, mysql + 5, mysql - 5)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 42 + rtt, 43 + rtt, 41 + rtt)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 63 + rtt, 64 + rtt, 62.5 + rtt)
                .explained("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 10, 1000, 1000)
                .explained("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 1, 1000, 1000)
                .own("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, own(0.3))
                .own("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, own(4))
                .rtt(dev.jdbcbench.event.RttMethod.PROTOCOL, rtt, rtt + 1, rtt - 1)
                .fold();
    }

    private Path open(Report report) throws IOException {
        return open(report, "");
    }

    private Path open(Report report, String address) throws IOException {
        Path page = Files.writeString(directory.resolve("page.html"), ReportPage.of(report));
        browser.get(page.toUri() + address);
        await().atMost(LONGEST)
                .until(() -> browser.executeScript("return document.documentElement.dataset.drawn") != null);
        return page;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ReportPageIT.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> errors() {
        return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(String::valueOf)
                .toList();
    }

    private String ranking(String row) {
        return browser.findElement(By.cssSelector("#rankings [data-row='" + row + "']"))
                .getText();
    }

    private void distance(double milliseconds) {
        browser.executeScript(
                "const slider = document.getElementById('rtt'); slider.value = String(Math.log10(arguments[0]));"
                        + "slider.dispatchEvent(new Event('input', { bubbles: true }));",
                milliseconds);
    }

    private List<String> rows(String table) {
        return browser.findElements(By.cssSelector("#" + table + " tbody tr")).stream()
                .filter(WebElement::isDisplayed)
                .map(WebElement::getText)
                .toList();
    }

    @Test
    void sliderMovesPredictionsAndFlipsTheOrder() throws IOException {
        open(crossing());
        distance(0.05);
        assertThat(ranking("InsertBatch100 text")).startsWith("InsertBatch100 text: mariadb 4.0.0 < mysql 9.7.0");
        String near = place();
        distance(0.5);
        assertThat(ranking("InsertBatch100 text"))
                .startsWith("InsertBatch100 text: mysql 9.7.0 < mariadb 4.0.0 (at no distance mariadb");
        assertThat(place()).as("the position of the prediction").isNotEqualTo(near);
        assertThat(browser.findElement(By.id("rankings-count")).getText())
                .isEqualTo("The order of drivers changes in 1 of 2 rows if the distance adds 500 µs.");
        WebElement crossover = browser.findElement(By.cssSelector("#crossovers button"));
        assertThat(crossover.getText()).contains("InsertBatch100 text").contains("change places at 111 µs");
        assertThat(errors()).isEmpty();
    }

    /** On one host, the drivers differ by 21 of 73 µs; less than 5 % of the time are from 0.35 ms on. */
    @Test
    void partsShowWhereTheChoiceOfADriverStopsToMatter() throws IOException {
        open(crossing());
        distance(0.5);
        assertThat(choice())
                .contains("is 29 % of the time on one host, 3.7 % here")
                .containsPattern("RTT of 35\\d µs");
        assertThat(parts()).contains("Select1Row text, mysql 9.7.0: round trips × RTT 500 µs of 583 µs");
        distance(50);
        assertThat(choice()).contains("29 % of the time on one host, 0.042 % here");
        assertThat(parts())
                .contains("mysql 9.7.0: the driver's own code 4 µs of 50.1 ms", "this exchange on one host 20 µs")
                .doesNotContain("InsertBatch100");
        assertThat(errors()).isEmpty();
    }

    private String choice() {
        return browser.findElement(By.cssSelector("#choices [data-row='Select1Row text']"))
                .getText();
    }

    private String parts() {
        return String.valueOf(
                browser.executeScript(
                        "return Array.from(document.querySelectorAll('#figure-anatomy svg title'), (title) => title.textContent).join('\\n')"));
    }

    private String place() {
        return String.valueOf(browser.executeScript(
                "return document.querySelector('#figure-slider svg [data-mark=\"tick\"] line').getAttribute('x1')"));
    }

    /** A figure shows a row's results at the right place on its axis. */
    @Test
    void dotsAreAtTheirValues() throws IOException {
        open(crossing());
        Object titles = browser.executeScript(
                "return Array.from(document.querySelectorAll('#figure-dumbbell svg title'), (title) => title.textContent).join('\\n')");
        assertThat(String.valueOf(titles))
                .contains("InsertBatch100 text, mariadb 4.0.0, local: 1 ms")
                .contains("InsertBatch100 text, mysql 9.7.0, distant: 2.5 ms");
        assertThat(browser.findElements(By.cssSelector("figure:not([hidden]) svg[role=img]")))
                .as("figures for times, comparisons, distance, forks and parts")
                .hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void filterAppliesToAllFiguresAndIsInTheAddress() throws IOException {
        Path page = open(crossing());
        WebElement words = browser.findElement(By.cssSelector("#filter [name=text]"));
        words.sendKeys("select1row mysql");
        assertThat(rows("table-cells")).hasSize(2).allMatch(row -> row.contains("Select1Row") && row.contains("mysql"));
        assertThat(rows("table-rows")).hasSize(1);
        assertThat(browser.getCurrentUrl()).endsWith("#text=select1row+mysql");
        browser.get("about:blank");
        browser.get(page.toUri() + "#scenario=InsertBatch100&without=mysql+9.7.0");
        await().atMost(LONGEST).until(() -> rows("table-rows").size() == 1);
        assertThat(rows("table-rows")).singleElement().asString().contains("InsertBatch100", "mariadb");
        browser.findElement(By.cssSelector("#filter [type=reset]")).click();
        await().atMost(LONGEST).until(() -> rows("table-rows").size() == 4);
        assertThat(browser.getCurrentUrl()).doesNotContain("#");
    }

    @Test
    void tableCanBeSortedAndColumnsHidden() throws IOException {
        open(crossing());
        browser.findElement(By.cssSelector("#table-cells th[data-column=us_per_op] button"))
                .click();
        assertThat(rows("table-cells").get(0)).contains("Select1Row");
        browser.findElement(By.cssSelector("#table-cells th[data-column=us_per_op] button"))
                .click();
        assertThat(rows("table-cells").get(0)).contains("InsertBatch100");
        browser.findElement(By.cssSelector("#cells .chooser summary")).click();
        browser.findElement(By.cssSelector("#cells .chooser label:nth-of-type(5) input"))
                .click();
        assertThat(browser.findElement(By.cssSelector("#table-cells th[data-column=us_per_op]"))
                        .isDisplayed())
                .isFalse();
    }

    /** Names come from hosts files, SQL files and drivers' messages. */
    @Test
    void hostileTextsAreEscaped() throws IOException {
        String hostile =
                "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 1'>\"'\u001b[31m\u202Etxt";
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .params(Map.of("sql", hostile))
                .measuredAt(hostile, "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5)
                .failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, hostile);
        open(Report.of(Report.Run.of(run.fold(), List.of("run", hostile))));
        assertThat(browser.executeScript("return window.broken")).isNull();
        assertThat(browser.findElements(By.tagName("img"))).isEmpty();
        assertThat(browser.findElement(By.id("table-cells")).getText()).contains("<script>window.broken = 1</script>");
        assertThat(errors()).isEmpty();
    }

    @Test
    void pageMakesNoRequests() throws IOException {
        open(crossing());
        for (WebElement button : browser.findElements(By.cssSelector("figure:not([hidden]) button[data-do=csv]"))) {
            button.click();
        }
        List<String> requests = browser.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(String::valueOf)
                .filter(entry -> entry.contains("Network.requestWillBeSent\""))
                .filter(entry -> entry.contains("\"url\":\"http") || entry.contains("\"url\":\"ws"))
                .toList();
        assertThat(requests).isEmpty();
        assertThat(errors()).isEmpty();
    }

    @Test
    void figuresCanBeSavedAsImages(@TempDir Path saved) throws IOException {
        browser.executeCdpCommand(
                "Browser.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", saved.toString()));
        open(crossing());
        for (String format : List.of("svg", "png")) {
            browser.findElement(By.cssSelector("#figure-dumbbell button[data-do=" + format + "]"))
                    .click();
            Path file = saved.resolve("bench-7f3a-dumbbell." + format);
            await().atMost(LONGEST).until(() -> Files.isRegularFile(file) && Files.size(file) > 0);
            byte[] bytes = Files.readAllBytes(file);
            assertThat(new String(bytes, 0, 4, StandardCharsets.ISO_8859_1))
                    .isEqualTo(format.equals("svg") ? "<svg" : "\u0089PNG");
        }
        assertThat(saved.resolve("bench-7f3a-dumbbell.svg"))
                .content()
                .contains("Select1Row text")
                .doesNotContain("var(--back)");
        assertThat(errors()).isEmpty();
    }

    /** Two combinations cover every width and colour: colours do not depend on the width. */
    @ParameterizedTest
    @CsvSource({"1400, light", "360, dark"})
    void pageIsAccessible(int width, String scheme) throws IOException {
        checkAccess(width, scheme);
    }

    @Full
    @ParameterizedTest
    @CsvSource({"1400, dark", "360, light"})
    void pageIsAccessibleInOtherCombinations(int width, String scheme) throws IOException {
        checkAccess(width, scheme);
    }

    private void checkAccess(int width, String scheme) throws IOException {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        open(crossing());
        browser.executeScript(resource("/axe.min.js"));
        Object violations = browser.executeAsyncScript(
                "axe.run().then((found) => arguments[0](found.violations.filter((rule) => ['serious', 'critical'].includes(rule.impact))"
                        + ".map((rule) => rule.id + ': ' + rule.nodes.map((node) => node.html + ' ' + node.failureSummary).join('; ')).join('\\n')))");
        assertThat(violations).isEqualTo("");
        assertThat(browser.executeScript("return document.documentElement.scrollWidth <= window.innerWidth"))
                .as("width of the page")
                .isEqualTo(true);
        assertThat(errors()).isEmpty();
    }

    /** Paper does not scroll. */
    @ParameterizedTest
    @CsvSource({"718", "1047"})
    void printedColumnsAreNotClipped(int width) throws IOException {
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
        open(crossing());
        Object wide = browser.executeScript(
                "return Array.from(document.querySelectorAll('table, svg')).filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)"
                        + ".map((one) => one.id || one.closest('figure').id).join(' ')");
        assertThat(wide).isEqualTo("");
    }

    @Test
    void printedFiguresStayWithTheirHeadings() throws IOException {
        browser.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        open(crossing());
        assertThat(styles("figure:not([hidden])", "breakInside")).containsOnly("avoid");
        assertThat(styles("figcaption, figure p, h2, caption", "breakAfter")).containsOnly("avoid");
    }

    private List<String> styles(String selector, String property) {
        return browser.findElements(By.cssSelector(selector)).stream()
                .map(element -> String.valueOf(browser.executeScript(
                        "return getComputedStyle(arguments[0])[arguments[1]]", element, property)))
                .toList();
    }

    @Test
    void singleCellAndEmptyRunsHaveAPage() throws IOException {
        Fold one = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .fold();
        open(Report.of(Report.Run.of(one, List.of())));
        assertThat(browser.findElement(By.id("figure-dumbbell")).isDisplayed()).isTrue();
        assertThat(browser.findElement(By.id("figure-forest")).isDisplayed()).isFalse();
        Fold nothing = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .failed("Do1", Mode.TEXT, DriverCatalogue.MARIADB, "refused")
                .fold();
        open(Report.of(Report.Run.of(nothing, List.of())));
        assertThat(browser.findElements(By.cssSelector("figure:not([hidden])"))).isEmpty();
        assertThat(rows("table-cells")).singleElement().asString().contains("failed refused");
        assertThat(errors()).isEmpty();
    }

    @Test
    @Full
    void largeRunShowsFurtherRowsOnRequest() throws IOException {
        RunExample large = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true);
        for (int i = 0; i < 50; i++) {
            large.params(Map.of("count", String.valueOf(i)));
            for (Mode mode : List.of(Mode.TEXT, Mode.HIT)) {
                large.measured("Rows", mode, DriverCatalogue.MARIADB, 101 + i, 102 + i, 103 + i);
                large.measured("Rows", mode, DriverCatalogue.MYSQL, 201 + i, 202 + i, 203 + i);
                large.measured("Rows", mode, DriverCatalogue.DRIZZLE, 151 + i, 152 + i, 153 + i);
            }
        }
        open(Report.of(Report.Run.of(large.fold(), List.of())));
        assertThat(rows("table-cells")).hasSize(300);
        WebElement more = browser.findElement(By.cssSelector("#figure-dumbbell .more"));
        assertThat(more.getText()).isEqualTo("show 240 more rows");
        more.click();
        assertThat(more.isDisplayed()).isFalse();
        List<Object> names =
                new ArrayList<>(browser.findElements(By.cssSelector("#figure-dumbbell svg [data-mark=text] text")));
        assertThat(names).hasSizeGreaterThanOrEqualTo(400);
    }
}
