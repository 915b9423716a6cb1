package dev.jdbcbench.watch;

import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.watch.RecordingExplained.Change;
import dev.jdbcbench.watch.RecordingExplained.DriverRemedy;
import dev.jdbcbench.watch.RecordingExplained.Range;
import dev.jdbcbench.watch.RecordingExplained.StatementLine;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import dev.jdbcbench.watch.Remedy.Support;
import dev.jdbcbench.watch.Timeline.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A recording as one self-contained HTML page. Without JavaScript it has the same numbers, with times at fixed
 * distances instead of a slider. A content security policy allows only its own script, whatever a statement contains.
 */
public final class RecordingPage {
    private static final String STYLE = Resource.text(RecordingPage.class, "recording.css");
    private static final String SCRIPT = Resource.text(RecordingPage.class, "recording.js");

    /** Kinds of transactions shown with bars and a waterfall; the table lists more. */
    private static final int KINDS = 10;

    private static final int CHANGES = 5;
    private static final int LABEL = 90;
    private static final double PERCENT = 100;

    private final RecordingExplained explained;
    private final double recordedRtt;
    private final StringBuilder html = new StringBuilder();

    private RecordingPage(RecordingExplained explained) {
        this.explained = explained;
        this.recordedRtt = explained.rttPathMicros() + explained.rttAddedMicros();
    }

    /** The page. */
    public static String of(String title, RecordingExplained explained) {
        RecordingPage page = new RecordingPage(explained);
        page.begin(title);
        page.distance();
        page.waterfalls();
        page.drivers();
        page.statements();
        return page.end();
    }

    private void begin(String title) {
        html.append(Html.head(title, STYLE, "script-src " + Html.source(SCRIPT)))
                .append("<header>\n")
                .append(Html.element("h1", title))
                .append("\n<ul>\n");
        int kinds = explained.kinds().size() + explained.leftOut();
        item(explained.transactions() + (explained.transactions() == 1 ? " transaction of " : " transactions of ")
                + kinds + (kinds == 1 ? " kind in " : " kinds in ") + Numbers.fixed(explained.seconds(), 0) + " s");
        item("recorded at an RTT of " + Numbers.time(recordedRtt));
        explained.notes().forEach(this::item);
        html.append("</ul>\n</header>\n<main>\n");
    }

    private String end() {
        return html.append(
                        "</main>\n<footer><p>A time at an RTT is the round trips times that RTT, plus client, server and rows as they"
                                + " were recorded. It was not measured. With the probability of its range, the next transaction of a"
                                + " kind takes a time in it, if server, application and load are as they were.</p></footer>\n<script>")
                .append(SCRIPT)
                .append("</script>\n</body>\n</html>\n")
                .toString();
    }

    private void item(String text) {
        html.append(Html.element("li", text)).append('\n');
    }

    private List<TransactionKind> shown() {
        return explained.kinds().stream().limit(KINDS).toList();
    }

    private void distance() {
        html.append("<section id=\"distance\">\n<h2>What if the database were elsewhere?</h2>\n");
        if (explained.kinds().isEmpty()) {
            html.append("<p>No transaction was recorded.</p>\n</section>\n");
            return;
        }
        html.append("""
                <div id="controls" hidden="hidden">
                <label for="rtt">RTT: <strong id="rtt-value">%s</strong></label>
                <input type="range" id="rtt" min="-1.301" max="2" step="0.005" value="%s"/>
                </div>
                <p id="mix" role="status">%s</p>
                """.formatted(
                Numbers.time(recordedRtt),
                Numbers.fixed(
                        Math.max(-1.301, Math.min(2, Math.log10(Math.max(recordedRtt, 1) / Unit.MICROS_PER_MILLI))), 3),
                Html.escaped(mix())));
        legend();
        double longest = shown().stream()
                .mapToDouble(kind -> kind.count() * micros(kind, recordedRtt))
                .max()
                .orElse(1);
        html.append("<div class=\"bars\">\n");
        int number = 1;
        for (TransactionKind kind : shown()) {
            double all = kind.count() * micros(kind, recordedRtt);
            html.append("<a class=\"label\" href=\"#kind-" + number + "\">kind " + number + "</a>")
                    .append("<svg class=\"bar\" width=\"100%\" height=\"16\" aria-hidden=\"true\">");
            double x = 0;
            x = part("client", x, PERCENT * kind.count() * kind.clientMicros() / longest);
            x = part("network", x, PERCENT * kind.count() * kind.roundTrips() * recordedRtt / longest);
            x = part("server", x, PERCENT * kind.count() * kind.serverMicros() / longest);
            part("rest", x, PERCENT * kind.count() * kind.restMicros() / longest);
            html.append("</svg>")
                    .append(Html.element(
                            "span class=\"number\"",
                            kind.count() + " × " + Numbers.time(micros(kind, recordedRtt)) + " = " + Numbers.time(all)
                                    + rangeHere(kind)))
                    .append('\n');
            number++;
        }
        html.append("</div>\n");
        distances();
        html.append("</section>\n");
    }

    private String mix() {
        double all = explained.kinds().stream()
                .mapToDouble(kind -> kind.count() * micros(kind, recordedRtt))
                .sum();
        double network = explained.kinds().stream()
                .mapToDouble(kind -> kind.count() * kind.roundTrips() * recordedRtt)
                .sum();
        return "At " + Numbers.time(recordedRtt) + ", all of them together take " + Numbers.time(all) + ", "
                + Numbers.fixed(all == 0 ? 0 : PERCENT * network / all, 0) + " % of it in the network.";
    }

    /**
     * The range at the RTT of the recording, interpolated between the RTTs of the table, as the script does for every
     * RTT.
     */
    private String rangeHere(TransactionKind kind) {
        if (kind.ranges().isEmpty()) {
            return "";
        }
        double rtt = recordedRtt / Unit.MICROS_PER_MILLI;
        List<Double> known = explained.rttMillis();
        int from = 0;
        while (from < known.size() - 2 && known.get(from + 1) < rtt) {
            from++;
        }
        double share = (rtt - known.get(from)) / (known.get(from + 1) - known.get(from));
        Range one = kind.ranges().get(from);
        Range other = kind.ranges().get(from + 1);
        double low = one.lowMillis() + share * (other.lowMillis() - one.lowMillis());
        double high = one.highMillis() + share * (other.highMillis() - one.highMillis());
        return ", the next one " + Numbers.time(Math.max(0, low) * Unit.MICROS_PER_MILLI) + " to "
                + Numbers.time(Math.max(0, high) * Unit.MICROS_PER_MILLI) + " (" + Numbers.level(kind.level()) + ")";
    }

    private static String values(List<Range> ranges, ToDoubleFunction<Range> value) {
        return ranges.stream()
                .map(range -> Numbers.plain(value.applyAsDouble(range) * Unit.MICROS_PER_MILLI))
                .collect(Collectors.joining(" "));
    }

    private static double micros(TransactionKind kind, double rttMicros) {
        return kind.roundTrips() * rttMicros + kind.clientMicros() + kind.serverMicros() + kind.restMicros();
    }

    private double part(String look, double x, double width) {
        html.append("<rect class=\"" + look + "\" height=\"100%\" x=\"" + Html.percent(x) + "\" width=\""
                + Html.percent(Math.max(0, width)) + "\"/>");
        return x + width;
    }

    private void legend() {
        html.append("<p class=\"legend\"><span class=\"client\">client</span> <span class=\"network\">network</span>"
                + " <span class=\"server\">server</span> <span class=\"rest\">rest of the answers</span></p>\n");
    }

    private void distances() {
        html.append(
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"kinds-caption\">\n<table id=\"kinds\" data-rtts=\""
                        + explained.rttMillis().stream()
                                .map(rtt -> Numbers.plain(rtt * Unit.MICROS_PER_MILLI))
                                .collect(Collectors.joining(" "))
                        + "\" data-wake-ups=\""
                        + explained.wakeUpMicros().stream().map(Numbers::plain).collect(Collectors.joining(" "))
                        + "\">\n"
                        + "<caption id=\"kinds-caption\">Mean time of one transaction by RTT, and the range of the next one</caption>\n<thead><tr>"
                        + "<th scope=\"col\">kind</th><th scope=\"col\">first statement</th>");
        List<String> headings = new ArrayList<>(List.of("times", "statements", "round trips"));
        explained.rttMillis().forEach(rtt -> headings.add("at " + Numbers.plain(rtt) + " ms"));
        headings.forEach(heading -> html.append(Html.element("th scope=\"col\" class=\"number\"", heading)));
        html.append("</tr></thead>\n<tbody>\n");
        int number = 1;
        for (TransactionKind kind : explained.kinds()) {
            html.append("<tr data-count=\"" + kind.count() + "\" data-trips=\"" + Numbers.plain(kind.roundTrips())
                            + "\" data-client=\"" + Numbers.plain(kind.clientMicros()) + "\" data-server=\""
                            + Numbers.plain(kind.serverMicros()) + "\" data-rest=\"" + Numbers.plain(kind.restMicros())
                            + "\" data-level=\"" + Numbers.level(kind.level()) + "\" data-low=\""
                            + values(kind.ranges(), Range::lowMillis) + "\" data-high=\""
                            + values(kind.ranges(), Range::highMillis) + "\"><th scope=\"row\">" + number + "</th>")
                    .append(statement("td", main(kind)));
            number(String.valueOf(kind.count()));
            number(Numbers.count(kind.statements()));
            number(Numbers.count(kind.roundTrips()));
            for (int i = 0; i < kind.predictedMillis().size(); i++) {
                predicted(kind, i);
            }
            html.append("</tr>\n");
            number++;
        }
        html.append("<tr class=\"sum\"><th scope=\"row\">all</th><td>together</td>");
        number(String.valueOf(
                explained.kinds().stream().mapToInt(TransactionKind::count).sum()));
        number(Numbers.count(sum(TransactionKind::statements)));
        number(Numbers.count(sum(TransactionKind::roundTrips)));
        for (int i = 0; i < explained.rttMillis().size(); i++) {
            int distance = i;
            number(Numbers.time(sum(kind -> kind.predictedMillis().get(distance) * Unit.MICROS_PER_MILLI)));
        }
        html.append("</tr>\n</tbody>\n</table>\n</div>\n");
        if (explained.leftOut() > 0) {
            html.append(Html.element(
                            "p",
                            explained.leftOut()
                                    + (explained.leftOut() == 1 ? " further kind is" : " further kinds are")
                                    + " not in these numbers."))
                    .append('\n');
        }
    }

    private void predicted(TransactionKind kind, int distance) {
        html.append("<td class=\"number\">")
                .append(Html.escaped(Numbers.time(kind.predictedMillis().get(distance) * Unit.MICROS_PER_MILLI)));
        if (!kind.ranges().isEmpty()) {
            Range range = kind.ranges().get(distance);
            html.append(Html.element(
                    "small",
                    Numbers.level(kind.level()) + ": " + Numbers.time(range.lowMillis() * Unit.MICROS_PER_MILLI)
                            + " to " + Numbers.time(range.highMillis() * Unit.MICROS_PER_MILLI)));
        }
        html.append("</td>");
    }

    private interface Quantity {
        double of(TransactionKind kind);
    }

    /** The sum over all transactions of the listed kinds. */
    private double sum(Quantity quantity) {
        return explained.kinds().stream()
                .mapToDouble(kind -> kind.count() * quantity.of(kind))
                .sum();
    }

    private void number(String text) {
        html.append(Html.element("td class=\"number\"", text));
    }

    /** The first statement that seems to be the application's own, not session setup. */
    private static String main(TransactionKind kind) {
        return kind.steps().stream()
                .filter(step -> !step.toLowerCase(Locale.ROOT).matches("(?:set |com_|prepare: |begin|start ).*"))
                .findFirst()
                .orElse(kind.steps().get(0));
    }

    private static String statement(String element, String text) {
        return "<" + element + " class=\"statement\" title=\"" + Html.escaped(text) + "\">"
                + Html.escaped(shortened(text)) + "</" + element + ">";
    }

    private static String shortened(String text) {
        return text.length() <= LABEL ? text : text.substring(0, LABEL) + "…";
    }

    private void waterfalls() {
        int number = 1;
        for (TransactionKind kind : shown()) {
            html.append("<section id=\"kind-" + number + "\">\n")
                    .append(Html.element(
                            "h2", "Kind " + number + ": " + kind.count() + (kind.count() == 1 ? " time" : " times")))
                    .append('\n')
                    .append(Html.element(
                            "p",
                            Numbers.count(kind.roundTrips(), "round trip") + ", "
                                    + Numbers.fixed(kind.bytesUp(), 0) + " B up, "
                                    + Numbers.fixed(kind.bytesDown(), 0)
                                    + " B down on average. This one, in the middle by its duration, took "
                                    + Numbers.time(kind.example().micros()) + " when it was recorded:"))
                    .append('\n');
            legend();
            waterfall(kind.example());
            changes(kind);
            html.append("</section>\n");
            number++;
        }
    }

    private void waterfall(Timeline example) {
        double all = Math.max(1, example.micros());
        html.append("<div class=\"waterfall\">\n");
        for (Span span : example.spans()) {
            String times = "after " + Numbers.time(span.startMicros()) + ": network "
                    + Numbers.time(span.networkMicros()) + ", server " + Numbers.time(span.serverMicros())
                    + ", rest of the answer " + Numbers.time(span.restMicros()) + ", "
                    + span.roundTrips() + (span.roundTrips() == 1 ? " round trip, " : " round trips, ") + span.rows()
                    + (span.rows() == 1 ? " row" : " rows");
            html.append(statement("code", span.statement()))
                    .append("<svg class=\"bar\" width=\"100%\" height=\"16\" role=\"img\"><title>")
                    .append(Html.escaped(times))
                    .append("</title>");
            double x = PERCENT * (span.startMicros() - span.clientMicros()) / all;
            x = part("client", x, PERCENT * span.clientMicros() / all);
            // Half of the round trip goes to the server, half comes back.
            x = part("network", x, PERCENT * span.networkMicros() / 2 / all);
            x = part("server", x, PERCENT * span.serverMicros() / all);
            x = part("network", x, PERCENT * span.networkMicros() / 2 / all);
            part("rest", x, PERCENT * span.restMicros() / all);
            html.append("</svg>\n");
        }
        html.append("</div>\n");
        if (example.leftOut() > 0) {
            html.append(Html.element(
                            "p",
                            example.leftOut() + (example.leftOut() == 1 ? " further step is" : " further steps are")
                                    + " not shown."))
                    .append('\n');
        }
    }

    private void changes(TransactionKind kind) {
        if (kind.changes().isEmpty()) {
            return;
        }
        html.append("<ul>\n");
        for (Change change : kind.changes().stream().limit(CHANGES).toList()) {
            html.append("<li>")
                    .append(Html.element("strong", change.kind().id()))
                    .append(Html.escaped(RecordingText.saved(change)))
                    .append(statement("code", change.statement()))
                    .append(Html.escaped(" → " + change.advice()));
            String separator = " Drivers: ";
            for (Remedy remedy : change.remedies()) {
                html.append(separator).append(Html.element("a href=\"#" + remedy.id() + "\"", remedy.id()));
                separator = ", ";
            }
            html.append("</li>\n");
        }
        html.append("</ul>\n");
    }

    private void drivers() {
        if (explained.remedies().isEmpty()) {
            return;
        }
        html.append("<section id=\"drivers\">\n<h2>What drivers can do</h2>\n")
                .append(
                        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"drivers-caption\">\n<table>\n")
                .append(
                        "<caption id=\"drivers-caption\">Options of the URL for the changes above</caption>\n<thead><tr>");
        List.of("change", "driver", "can", "options", "note")
                .forEach(heading -> html.append(Html.element("th scope=\"col\"", heading)));
        html.append("</tr></thead>\n<tbody>\n");
        for (DriverRemedy remedy : explained.remedies()) {
            boolean first = true;
            for (Support driver : remedy.drivers()) {
                html.append("<tr>");
                if (first) {
                    html.append("<th scope=\"rowgroup\" class=\"text\" rowspan=\""
                                    + remedy.drivers().size() + "\" id=\""
                                    + remedy.remedy().id() + "\">")
                            .append(Html.escaped(remedy.remedy().id()))
                            .append(Html.element("small", remedy.what()))
                            .append("</th>");
                }
                html.append(Html.element("td", driver.title()))
                        .append(Html.element("td", driver.possible() ? "yes" : "no"))
                        .append("<td>")
                        .append(driver.options().stream()
                                .map(option -> Html.element("code", option))
                                .collect(Collectors.joining("<br/>")))
                        .append("</td>")
                        .append(Html.element("td class=\"text\"", driver.note()))
                        .append("</tr>\n");
                first = false;
            }
        }
        html.append("</tbody>\n</table>\n</div>\n</section>\n");
    }

    private void statements() {
        if (explained.statements().isEmpty()) {
            return;
        }
        html.append("<section id=\"statements\">\n<h2>Statements that wait most</h2>\n"
                + "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"statements-caption\">\n<table>\n"
                + "<caption id=\"statements-caption\">Sums of all transactions, as recorded</caption>\n<thead><tr>"
                + "<th scope=\"col\">statement</th>");
        List.of("times", "round trips", "rows", "waited", "network", "server")
                .forEach(heading -> html.append(Html.element("th scope=\"col\" class=\"number\"", heading)));
        html.append("</tr></thead>\n<tbody>\n");
        for (StatementLine line : explained.statements()) {
            html.append("<tr>").append(statement("td", line.statement()));
            number(String.valueOf(line.count()));
            number(String.valueOf(line.roundTrips()));
            number(String.valueOf(line.rows()));
            number(Numbers.time(line.waitedMicros()));
            number(Numbers.time(line.networkMicros()));
            number(Numbers.time(line.serverMicros()));
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table>\n</div>\n</section>\n");
    }
}
