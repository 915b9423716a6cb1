package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.run.Json;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;

class CollectHtmlTest {
    private static final Pattern SCRIPT = Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

    private final Collected full = CollectedExample.full().collected();
    private final Collected odd = CollectedExample.odd().collected();

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

    /** Every element is closed and every value quoted, so the page is XML as well; scripts follow rules of their own. */
    private static List<Element> elements(String html) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        Document document = factory.newDocumentBuilder()
                .parse(new InputSource(
                        new StringReader(SCRIPT.matcher(html).replaceAll("").replace("<!DOCTYPE html>", ""))));
        NodeList all = document.getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    @Test
    void noNameOfAScenarioBecomesAnElement() throws Exception {
        String html = CollectHtml.of(odd);
        assertThat(scripts(html)).as("the data and the page's own").hasSize(2);
        assertThat(elements(html)).extracting(Element::getTagName).doesNotContain("script");
        assertThat(html)
                .contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("alert(1)</script");
    }

    @Test
    void onlyThePagesOwnScriptMayRun() throws Exception {
        String html = CollectHtml.of(odd);
        String script = scripts(html).get(1).group(2);
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        assertThat(html).contains("script-src 'sha256-" + hash + "'\"");
    }

    @Test
    void thePageCarriesItsData() {
        for (Collected collected : List.of(full, odd)) {
            Matcher data = scripts(CollectHtml.of(collected)).get(0);
            assertThat(data.group(1)).isEqualTo(" type=\"application/json\" id=\"data\"");
            assertThat(data.group(2)).doesNotContain("<");
            assertThat(Json.read(data.group(2), JsonNode.class))
                    .isEqualTo(Json.read(Json.pretty(collected), JsonNode.class));
        }
    }

    @Test
    void nothingIsFetchedAndNoAttributeRuns() throws Exception {
        for (Element element : elements(CollectHtml.of(full))) {
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                assertThat(element.getAttributes().item(i).getNodeName())
                        .doesNotStartWith("on")
                        .isNotIn("src", "href", "style");
            }
        }
        assertThat(CollectHtml.of(full)).doesNotContain("@import").doesNotContain("url(");
    }

    @Test
    void noIdIsTakenTwiceAndEveryReferenceIsThere() throws Exception {
        Set<String> ids = new HashSet<>();
        List<Element> elements = elements(CollectHtml.of(full));
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
    void everyChartTellsWhatItShowsToThoseWhoDoNotSeeIt() throws Exception {
        List<Element> charts = elements(CollectHtml.of(full)).stream()
                .filter(element -> element.getAttribute("class").equals("chart"))
                .toList();
        assertThat(charts)
                .as("three scenarios, measured and predicted")
                .hasSize(6)
                .allSatisfy(chart -> {
                    assertThat(chart.getAttribute("role")).isEqualTo("img");
                    assertThat(chart.getElementsByTagName("desc").item(0).getTextContent())
                            .contains("µs");
                });
        assertThat(charts.get(0).getElementsByTagName("desc").item(0).getTextContent())
                .startsWith("text · mariadb 4.0.0: local 62.0 µs [60.8–63.2], distant 400 µs [396–404];");
    }

    @Test
    void aBarIsAsLongAsItsTime() throws Exception {
        List<Double> widths = elements(CollectHtml.of(full)).stream()
                .filter(element -> element.getTagName().equals("rect"))
                .map(element -> Double.valueOf(element.getAttribute("width").replace("%", "")))
                .toList();
        assertThat(widths.get(1) / widths.get(0))
                .isCloseTo(400.0 / 62, org.assertj.core.data.Percentage.withPercentage(0.5));
    }
}
