package dev.jdbcbench.page;

import static dev.jdbcbench.failure.Failing.assertText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.HtmlPages;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class FiguresTest {
    private static final Report BOTH = both();

    private static Report both() {
        Fold near = side(new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true), 1000, 2000, 20);
        Fold far = side(new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 3, true), 6000, 2500, 520);
        return new Report(
                List.of(Report.Run.of(near, List.of("run")), Report.Run.of(far, List.of("run"))),
                SideBySide.of(List.of(near, far), SideBySide.Question.DEFAULT));
    }

    private static OwnCost own(double micros) {
        return new OwnCost(micros, micros, 1000.0, 1000, 1, true, null);
    }

    private static Fold side(RunExample run, double mariadb, double mysql, double rtt) {
        return run.measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, mariadb, mariadb + 5, mariadb - 5)
                .measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, mysql, mysql + 5, mysql - 5)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 42 + rtt, 43 + rtt, 41 + rtt)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 63 + rtt, 64 + rtt, 62.5 + rtt)
                .explained("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 10, 1000, 1000)
                .explained("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 1, 1000, 1000)
                .own("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, own(0.3))
                .own("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, own(4))
                .rtt(RttMethod.PROTOCOL, rtt, rtt + 1, rtt - 1)
                .fold();
    }

    private static List<String> texts(String svg) throws Exception {
        return HtmlPages.elements(svg, "text").stream()
                .map(Element::getTextContent)
                .toList();
    }

    /** The x of the first corner of the shape that says so of itself. */
    private static double place(String svg, String told) throws Exception {
        return HtmlPages.elements(svg, "path").stream()
                .filter(path -> path.getTextContent().startsWith(told))
                .map(path -> path.getAttribute("d").replaceFirst("^M([0-9.]+) .*$", "$1"))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow(() -> new AssertionError(told));
    }

    @Test
    void everyFigureOfThePageHasAName() {
        assertThat(Figures.names())
                .containsExactlyElementsOf(Pattern.compile("<figure id=\"figure-([a-z]+)\"")
                        .matcher(Resource.text(FiguresTest.class, "report.html"))
                        .results()
                        .map(match -> match.group(1))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dumbbell", "forest", "slider", "strip", "split"})
    void pictureIsXmlWithinItsBoundsAndNamesRowsAndDrivers(String figure) throws Exception {
        String svg = Figures.svg(BOTH, figure, Figures.RTT_MICROS);
        assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity").doesNotContain("null");
        assertThat(String.join("\n", texts(svg)))
                .contains("bench run 7f3a, 1c9d", "InsertBatch100 text", "mysql 9.7.0");
        Element root = HtmlPages.elements(svg, "svg").get(0);
        double width = Double.parseDouble(root.getAttribute("width"));
        double height = Double.parseDouble(root.getAttribute("height"));
        for (Element text : HtmlPages.elements(svg, "text")) {
            double room = text.getTextContent().length() * 5.5;
            double x = Double.parseDouble(text.getAttribute("x"));
            double from = switch (text.getAttribute("text-anchor")) {
                case "end" -> x - room;
                case "middle" -> x - room / 2;
                default -> x;
            };
            assertThat(from).as(text.getTextContent()).isBetween(0.0, width - room);
            assertThat(Double.parseDouble(text.getAttribute("y"))).isBetween(0.0, height);
        }
    }

    /** Words that are placed one by one run into each other with another font. */
    @Test
    void sentencesAreWholeTexts() throws Exception {
        assertThat(texts(Figures.svg(BOTH, "dumbbell", Figures.RTT_MICROS)))
                .contains("Hollow: local. Filled: distant. The band is the 95 % interval; the axis is logarithmic.");
        assertThat(texts(Figures.svg(BOTH, "split", Figures.RTT_MICROS)))
                .contains("the operation itself, as local", "round trips × RTT", "not explained");
    }

    @Test
    void signsAreWhereTheirNumbersAre() throws Exception {
        String times = Figures.svg(BOTH, "dumbbell", Figures.RTT_MICROS);
        assertThat(place(times, "InsertBatch100 text, mysql 9.7.0, local: 2.00 ms"))
                .isGreaterThan(place(times, "InsertBatch100 text, mariadb 4.0.0, local: 1.00 ms"))
                .isLessThan(place(times, "InsertBatch100 text, mysql 9.7.0, distant: 2.50 ms"));
        String changes = Figures.svg(BOTH, "forest", Figures.RTT_MICROS);
        assertThat(changes).contains("against mariadb 4.0.0: +100 %, slower", "against mariadb 4.0.0: −58 %, faster");
        assertThat(place(changes, "against mariadb 4.0.0: −58 %"))
                .isLessThan(place(changes, "against mariadb 4.0.0: +100 %"));
    }

    @Test
    void predictionIsThatOfThePage() {
        assertThat(Figures.svg(BOTH, "slider", 1000))
                .contains(
                        "predicted for an RTT that is 1 ms longer",
                        "InsertBatch100 text, mariadb 4.0.0, predicted: 11.0 ms");
    }

    @Test
    void partsAddUpToTheDistantTime() throws Exception {
        String split = Figures.svg(BOTH, "split", Figures.RTT_MICROS);
        List<String> shares = HtmlPages.elements(split, "rect").stream()
                .map(Element::getTextContent)
                .filter(told -> !told.isEmpty())
                .toList();
        assertThat(shares).hasSize(16);
        assertThat(shares.subList(0, 4)).startsWith("17 %", "83 %").endsWith("0.0 %");
    }

    /** Near, 83.2 µs of mysql are 4 of its own, 20 of the round trip there, and the rest. */
    @Test
    void partsOfAnOperationAreThoseOfThePageAtItsDistance() throws Exception {
        String anatomy = Figures.svg(BOTH, "anatomy", 1000);
        assertThat(texts(anatomy))
                .contains("Select1Row text", "share of the time at an RTT of 1 ms, % →")
                .doesNotContain("InsertBatch100 text");
        assertThat(HtmlPages.elements(anatomy, "rect").stream()
                        .map(Element::getTextContent)
                        .filter(told -> !told.isEmpty())
                        .skip(4))
                .containsExactly("0.4 %", "1.8 %", "5.5 %", "92 %");
    }

    @Test
    void threadsHaveACurveForEachDriver() throws Exception {
        RunExample run = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true);
        for (int threads : List.of(1, 4, 16)) {
            run.threads(threads)
                    .measured(
                            "Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 50 + threads, 51 + threads, 49 + threads);
        }
        Report report = Report.of(Report.Run.of(run.fold(), List.of()));
        String svg = Figures.svg(report, "threads", Figures.RTT_MICROS);
        assertThat(texts(svg)).contains("Select1Row text", "1", "4", "16", "mariadb 4.0.0");
        assertThat(place(svg, "mariadb 4.0.0, 4 threads")).isLessThan(place(svg, "mariadb 4.0.0, 16 threads"));
    }

    @Test
    void figureThatDoesNotExistNamesThoseThatDo() {
        assertThatThrownBy(() -> Figures.svg(BOTH, "dumbel", Figures.RTT_MICROS))
                .isInstanceOfSatisfying(Failure.Input.class, failure -> {
                    assertThat(failure.text()).contains("there is no figure dumbel", "did you mean dumbbell?");
                    assertThat(failure.hint())
                            .isEqualTo("This report has dumbbell, forest, slider, anatomy, strip, split.");
                });
        assertText(Failure.Input.class, () -> Figures.svg(BOTH, "threads", Figures.RTT_MICROS))
                .contains("this report has no figure threads");
    }

    @Test
    void foreignNamesAreEscaped() throws Exception {
        Fold odd = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .measured("a<script>alert(1)</script>", Mode.TEXT, DriverCatalogue.MARIADB, 42, 43, 41)
                .fold();
        String svg = Figures.svg(Report.of(Report.Run.of(odd, List.of())), "dumbbell", Figures.RTT_MICROS);
        assertThat(HtmlPages.elements(svg, "script")).isEmpty();
        assertThat(texts(svg)).anyMatch(text -> text.contains("<script>alert(1)</script>"));
    }
}
