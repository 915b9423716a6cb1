package dev.jdbcbench.flame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.report.HtmlPages;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class FlamePageTest {
    private static final String HOSTILE = "</title><script>alert(1)</script>\"onclick='alert(2)'&\u0000\ud800";

    private static final Stacks BASE = Stacks.parse("""
            org.mariadb.jdbc.Statement.executeQuery;org.mariadb.jdbc.Writer.flush;java.net.Socket.write 60
            org.mariadb.jdbc.Statement.executeQuery;org.mariadb.jdbc.Reader.read 35
            __poll 5
            """);

    private static final Stacks CANDIDATE = Stacks.parse("""
            org.mariadb.jdbc.Statement.executeQuery;org.mariadb.jdbc.Writer.flush;java.net.Socket.write 20
            org.mariadb.jdbc.Statement.executeQuery;org.mariadb.jdbc.Reader.read 180
            """);

    private static String title(Element frame) {
        return frame.getElementsByTagName("title").item(0).getTextContent();
    }

    @Test
    void frameIsAsWideAsItsShareAboveItsCaller() throws Exception {
        String page = FlamePage.of("mariadb", List.of("run 7f3a"), BASE);
        List<Element> frames = HtmlPages.elements(page, "svg").subList(1, 7);
        assertThat(frames)
                .extracting(frame -> title(frame) + " | " + frame.getAttribute("class") + " " + frame.getAttribute("x")
                        + " " + frame.getAttribute("width") + " " + frame.getAttribute("y"))
                .containsExactly(
                        "all, 100.0 % | native 0.0000% 100.0000% 54",
                        "__poll, 5.0 % | native 0.0000% 5.0000% 36",
                        "org.mariadb.jdbc.Statement.executeQuery, 95.0 % | driver 5.0000% 95.0000% 36",
                        "org.mariadb.jdbc.Reader.read, 35.0 % | driver 5.0000% 35.0000% 18",
                        "org.mariadb.jdbc.Writer.flush, 60.0 % | driver 40.0000% 60.0000% 18",
                        "java.net.Socket.write, 60.0 % | jdk 40.0000% 60.0000% 0");
        assertThat(HtmlPages.elements(page, "td"))
                .extracting(Element::getTextContent)
                .startsWith("60", "60.0 %", "java.net.Socket.write", "35");
    }

    @Test
    void comparisonHasChangeAsColourAndMeanAsWidth() throws Exception {
        String page = FlamePage.of("both", List.of(), new StackDiff(BASE, CANDIDATE));
        assertThat(HtmlPages.elements(page, "svg").subList(1, 7))
                .extracting(
                        frame -> title(frame) + " | " + frame.getAttribute("class") + " " + frame.getAttribute("width"))
                .contains(
                        "org.mariadb.jdbc.Reader.read, 35.0 % → 90.0 % (+55.0 %) | more4 62.5000%",
                        "java.net.Socket.write, 60.0 % → 10.0 % (-50.0 %) | less4 35.0000%",
                        "__poll, 5.0 % → 0.0 % (-5.0 %) | less3 2.5000%",
                        "all, 100.0 % → 100.0 % (+0.0 %) | same 100.0000%");
        assertThat(HtmlPages.elements(page, "td"))
                .extracting(Element::getTextContent)
                .startsWith("35.0 %", "90.0 %", "+55.0 %", "org.mariadb.jdbc.Reader.read");
    }

    @Test
    void namesAreEscapedAndForeignScriptsBlocked() throws Exception {
        Stacks hostile = new Stacks(Map.of(List.of(HOSTILE, "a." + HOSTILE), 3L));
        for (String page : List.of(
                FlamePage.of(HOSTILE, List.of(HOSTILE), hostile),
                FlamePage.of(HOSTILE, List.of(HOSTILE), new StackDiff(hostile, BASE)))) {
            HtmlPages.assertForeignTextIsInert(page);
            assertThat(HtmlPages.elements(page, "title")).hasSizeGreaterThan(3);
        }
    }

    @Test
    void invisiblyNarrowFramesAreOmitted() throws Exception {
        Stacks stacks = Stacks.parse("a 100000\nb;c 1\n");
        assertThat(HtmlPages.elements(FlamePage.of("x", List.of(), stacks), "svg").stream()
                        .skip(1)
                        .map(FlamePageTest::title))
                .containsExactly("all, 100.0 %", "a, 100.0 %");
    }

    @Test
    void textNamesTheHottestFramesAndLargestDifferences() {
        StringBuilder many = new StringBuilder();
        for (int i = 10; i < 22; i++) {
            many.append("run;frame").append(i).append(' ').append(i).append('\n');
        }
        String text = FlameText.of(
                "local mariadb Do1 text",
                List.of(
                        new FlameText.Recorded("mariadb 3.5.9", "JFR", Stacks.parse(many.toString())),
                        new FlameText.Recorded("mariadb 4.0.0", "JFR", CANDIDATE)));
        assertThat(text)
                .startsWith(
                        "local mariadb Do1 text\n\nmariadb 3.5.9: hottest frames of 186 samples by JFR\n   11.3 %  frame21\n")
                .contains("frame12\n")
                .contains(
                        "mariadb 4.0.0: hottest frames of 200 samples by JFR\n   90.0 %  org.mariadb.jdbc.Reader.read\n")
                .contains("largest differences: share of the samples of mariadb 3.5.9 → mariadb 4.0.0\n")
                .contains("   +90.0 %    0.0 →  90.0  org.mariadb.jdbc.Reader.read\n");
        assertThat(text.substring(0, text.indexOf("mariadb 4.0.0:"))).doesNotContain("frame11");
        assertThat(FlameText.of("x", List.of(new FlameText.Recorded("a\u001b[2J", "JFR", Stacks.parse("b\u009b 1\n")))))
                .contains("too few for shares")
                .doesNotContain("\u001b")
                .doesNotContain("\u009b");
    }
}
