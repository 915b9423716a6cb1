package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.HtmlPages;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class RecordingPageTest {
    private static final String HOSTILE = "</title></svg><script>alert(1)</script>\"onclick='alert(2)'&\u0000\ud800";

    private static final List<Statement> SHOP = List.of(
            new Statement("SET autocommit=0", CommandPurpose.CHECK),
            new Statement("SELECT total FROM orders WHERE id = ?", CommandPurpose.READ),
            new Statement("INSERT INTO line VALUES (?, ?)", CommandPurpose.WRITE),
            new Statement("COMMIT", CommandPurpose.END),
            new Statement("SELECT count(*) FROM orders", CommandPurpose.READ));

    private static Recording recording(List<Statement> statements, List<Transaction> transactions) {
        return new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                false,
                4000,
                transactions,
                statements,
                10,
                1000,
                3,
                1,
                false,
                null);
    }

    /**
     * Each step waits 5 ms for the network, its own time for the server, and 0.5 ms for rows; the client takes 1 ms
     * between two steps.
     */
    private static Transaction transaction(End end, int serverMicros, int... statements) {
        List<Step> steps = new ArrayList<>();
        long at = 0;
        for (int statement : statements) {
            steps.add(
                    new Step(statement, at, 1, 50, 120, 5500 + serverMicros, 5000, serverMicros, 2, false, null, null));
            at += 6500 + serverMicros;
        }
        return new Transaction(0, end, steps);
    }

    private static String shop() {
        List<Transaction> transactions = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            transactions.add(transaction(End.ENDED, 100 * i, 0, 1, 2, 2, 2, 3));
            transactions.add(transaction(End.AUTOCOMMIT, 200_000 * i, 4));
        }
        return RecordingPage.of("Recording shop.json", RecordingExplained.of(recording(SHOP, transactions)));
    }

    @Test
    void pageMatchesItsGoldenFile() throws IOException {
        String page = shop();
        Golden.assertSame("recording.html", page.substring(page.indexOf("<header>"), page.indexOf("<script>")));
    }

    @Test
    void waterfallBarsAreConsecutive() throws Exception {
        List<Element> bars = HtmlPages.elements(shop(), "svg").stream()
                .filter(svg -> svg.getAttribute("role").equals("img"))
                .toList();
        assertThat(bars).as("one bar for all and six for the steps").hasSize(7);
        double end = 0;
        for (Element bar : bars.subList(1, 7)) {
            NodeList parts = bar.getElementsByTagName("rect");
            for (int i = 0; i < parts.getLength(); i++) {
                Element part = (Element) parts.item(i);
                double x = Double.parseDouble(part.getAttribute("x").replace("%", ""));
                assertThat(Math.abs(x - end)).isLessThan(0.03);
                end = x + Double.parseDouble(part.getAttribute("width").replace("%", ""));
            }
        }
        assertThat(end).isBetween(99.9, 100.1);
    }

    @Test
    void tableShowsSomeDistancesWithoutScripts() throws Exception {
        String page = shop();
        assertThat(page).contains("<div id=\"controls\" hidden=\"hidden\">");
        assertThat(HtmlPages.elements(page, "th"))
                .extracting(Element::getTextContent)
                .contains("at 0.1 ms", "at 1 ms", "at 5 ms", "at 20 ms", "at 50 ms", "all");
    }

    @Test
    void emptyRecordingHasAPage() throws Exception {
        String page = RecordingPage.of("Recording", RecordingExplained.of(recording(List.of(), List.of())));
        assertThat(page).contains("No transaction was recorded.").doesNotContain("NaN");
        assertThat(HtmlPages.elements(page, "h2")).hasSize(1);
    }

    @Test
    void statementsAreEscapedAndForeignScriptsBlocked() throws Exception {
        Recording hostile = recording(
                List.of(new Statement(HOSTILE, CommandPurpose.READ)),
                List.of(transaction(End.AUTOCOMMIT, 10, 0, 0, 0, 0, 0, 0)));
        String page = RecordingPage.of(HOSTILE, RecordingExplained.of(hostile));
        HtmlPages.assertForeignTextIsInert(page);
    }
}
