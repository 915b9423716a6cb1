package dev.jdbcbench.watch;

import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.layout.Html;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.watch.RecordingExplained.DriverRemedy;
import dev.jdbcbench.watch.RecordingExplained.Range;
import dev.jdbcbench.watch.RecordingExplained.StatementLine;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import dev.jdbcbench.watch.Remedy.Support;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    private static final double PERCENT = 100;

    private final RecordingExplained explained;
    private final double recordedRtt;

    private RecordingPage(RecordingExplained explained) {
        this.explained = explained;
        this.recordedRtt = explained.rttPathMicros() + explained.rttAddedMicros();
    }

    /** The page. */
    public static String of(String title, RecordingExplained explained) {
        RecordingPage page = new RecordingPage(explained);
        HtmlElement main = HtmlElement.of("main").line(page.distance());
        RecordingWaterfalls.of(page.shown(), explained).forEach(main::line);
        page.drivers().ifPresent(main::line);
        page.statements().ifPresent(main::line);
        return Html.head(title, STYLE, "script-src " + Html.source(SCRIPT)) + page.header(title) + "\n" + main + "\n"
                + footer() + "\n<script>" + SCRIPT + "</script>\n</body>\n</html>\n";
    }

    private HtmlElement header(String title) {
        int kinds = explained.kinds().size() + explained.leftOut();
        HtmlElement list = HtmlElement.of("ul")
                .line(HtmlElement.of(
                        "li",
                        explained.transactions()
                                + (explained.transactions() == 1 ? " transaction of " : " transactions of ") + kinds
                                + (kinds == 1 ? " kind in " : " kinds in ") + Numbers.fixed(explained.seconds(), 0)
                                + " s"))
                .line(HtmlElement.of("li", "recorded at an RTT of " + Numbers.time(recordedRtt)));
        explained.notes().forEach(note -> list.line(HtmlElement.of("li", note)));
        return HtmlElement.of("header").line(HtmlElement.of("h1", title)).line(list);
    }

    private static HtmlElement footer() {
        return HtmlElement.of("footer")
                .add(HtmlElement.of(
                        "p",
                        "A time at an RTT is the round trips times that RTT, plus client, server and rows as they"
                                + " were recorded. It was not measured. With the probability of its range, the next transaction of a"
                                + " kind takes a time in it, if server, application and load are as they were."));
    }

    private List<TransactionKind> shown() {
        return explained.kinds().stream().limit(KINDS).toList();
    }

    private HtmlElement distance() {
        HtmlElement section = HtmlElement.of("section")
                .with("id", "distance")
                .line(HtmlElement.of("h2", "What if the database were elsewhere?"));
        if (explained.kinds().isEmpty()) {
            return section.line(HtmlElement.of("p", "No transaction was recorded."));
        }
        section.line(controls())
                .line(HtmlElement.of("p", mix()).with("id", "mix").with("role", "status"))
                .line(RecordingParts.legend())
                .line(bars())
                .line(RecordingParts.scrolled("kinds", distances()));
        if (explained.leftOut() > 0) {
            section.line(HtmlElement.of(
                    "p",
                    explained.leftOut() + (explained.leftOut() == 1 ? " further kind is" : " further kinds are")
                            + " not in these numbers."));
        }
        return section;
    }

    private HtmlElement controls() {
        double slider = Math.max(-1.301, Math.min(2, Math.log10(Math.max(recordedRtt, 1) / Unit.MICROS_PER_MILLI)));
        return HtmlElement.of("div")
                .with("id", "controls")
                .with("hidden", "hidden")
                .line(HtmlElement.of("label", "RTT: ")
                        .with("for", "rtt")
                        .add(HtmlElement.of("strong", Numbers.time(recordedRtt)).with("id", "rtt-value")))
                .line(HtmlElement.of("input")
                        .with("type", "range")
                        .with("id", "rtt")
                        .with("min", "-1.301")
                        .with("max", "2")
                        .with("step", "0.005")
                        .with("value", Numbers.fixed(slider, 3)));
    }

    private HtmlElement bars() {
        double longest = shown().stream()
                .mapToDouble(kind -> kind.count() * micros(kind, recordedRtt))
                .max()
                .orElse(1);
        HtmlElement bars = HtmlElement.of("div").look("bars");
        int number = 1;
        for (TransactionKind kind : shown()) {
            double all = kind.count() * micros(kind, recordedRtt);
            double scale = PERCENT * kind.count() / longest;
            bars.line(
                    HtmlElement.of("a", "kind " + number).look("label").with("href", "#kind-" + number),
                    new RecordingParts.Bar(RecordingParts.bar().with("aria-hidden", "true"), 0)
                            .part("client", scale * kind.clientMicros())
                            .part("network", scale * kind.roundTrips() * recordedRtt)
                            .part("server", scale * kind.serverMicros())
                            .part("rest", scale * kind.restMicros())
                            .svg(),
                    HtmlElement.of(
                                    "span",
                                    kind.count() + " × " + Numbers.time(micros(kind, recordedRtt)) + " = "
                                            + Numbers.time(all) + rangeHere(kind))
                            .look("number"));
            number++;
        }
        return bars;
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

    private HtmlElement distances() {
        List<String> numbers = new ArrayList<>(List.of("times", "statements", "round trips"));
        explained.rttMillis().forEach(rtt -> numbers.add("at " + Numbers.plain(rtt) + " ms"));
        HtmlElement body = HtmlElement.of("tbody");
        int number = 1;
        for (TransactionKind kind : explained.kinds()) {
            body.line(row(kind, number));
            number++;
        }
        body.line(together());
        return HtmlElement.of("table")
                .with("id", "kinds")
                .with(
                        "data-rtts",
                        explained.rttMillis().stream()
                                .map(rtt -> Numbers.plain(rtt * Unit.MICROS_PER_MILLI))
                                .collect(Collectors.joining(" ")))
                .with(
                        "data-wake-ups",
                        explained.wakeUpMicros().stream().map(Numbers::plain).collect(Collectors.joining(" ")))
                .line(RecordingParts.caption(
                        "kinds", "Mean time of one transaction by RTT, and the range of the next one"))
                .line(RecordingParts.head(List.of("kind", "first statement"), numbers))
                .line(body);
    }

    private static HtmlElement row(TransactionKind kind, int number) {
        HtmlElement row = HtmlElement.of("tr")
                .with("data-count", String.valueOf(kind.count()))
                .with("data-trips", Numbers.plain(kind.roundTrips()))
                .with("data-client", Numbers.plain(kind.clientMicros()))
                .with("data-server", Numbers.plain(kind.serverMicros()))
                .with("data-rest", Numbers.plain(kind.restMicros()))
                .with("data-level", Numbers.level(kind.level()))
                .with("data-low", values(kind.ranges(), Range::lowMillis))
                .with("data-high", values(kind.ranges(), Range::highMillis))
                .add(
                        HtmlElement.of("th", String.valueOf(number)).with("scope", "row"),
                        RecordingParts.statement("td", main(kind)),
                        RecordingParts.number(String.valueOf(kind.count())),
                        RecordingParts.number(Numbers.count(kind.statements())),
                        RecordingParts.number(Numbers.count(kind.roundTrips())));
        for (int i = 0; i < kind.predictedMillis().size(); i++) {
            row.add(predicted(kind, i));
        }
        return row;
    }

    private HtmlElement together() {
        HtmlElement row = HtmlElement.of("tr")
                .look("sum")
                .add(
                        HtmlElement.of("th", "all").with("scope", "row"),
                        HtmlElement.of("td", "together"),
                        RecordingParts.number(String.valueOf(explained.kinds().stream()
                                .mapToInt(TransactionKind::count)
                                .sum())),
                        RecordingParts.number(Numbers.count(sum(TransactionKind::statements))),
                        RecordingParts.number(Numbers.count(sum(TransactionKind::roundTrips))));
        for (int i = 0; i < explained.rttMillis().size(); i++) {
            int distance = i;
            row.add(RecordingParts.number(
                    Numbers.time(sum(kind -> kind.predictedMillis().get(distance) * Unit.MICROS_PER_MILLI))));
        }
        return row;
    }

    private static HtmlElement predicted(TransactionKind kind, int distance) {
        HtmlElement cell =
                RecordingParts.number(Numbers.time(kind.predictedMillis().get(distance) * Unit.MICROS_PER_MILLI));
        if (!kind.ranges().isEmpty()) {
            Range range = kind.ranges().get(distance);
            cell.add(HtmlElement.of(
                    "small",
                    Numbers.level(kind.level()) + ": " + Numbers.time(range.lowMillis() * Unit.MICROS_PER_MILLI)
                            + " to " + Numbers.time(range.highMillis() * Unit.MICROS_PER_MILLI)));
        }
        return cell;
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

    /** The first statement that seems to be the application's own, not session setup. */
    private static String main(TransactionKind kind) {
        return kind.steps().stream()
                .filter(step -> !step.toLowerCase(Locale.ROOT).matches("(?:set |com_|prepare: |begin|start ).*"))
                .findFirst()
                .orElse(kind.steps().get(0));
    }

    private Optional<HtmlElement> drivers() {
        if (explained.remedies().isEmpty()) {
            return Optional.empty();
        }
        HtmlElement body = HtmlElement.of("tbody");
        for (DriverRemedy remedy : explained.remedies()) {
            HtmlElement row = HtmlElement.of("tr").add(remedy(remedy));
            for (Support driver : remedy.drivers()) {
                body.line(support(row, driver));
                row = HtmlElement.of("tr");
            }
        }
        HtmlElement table = HtmlElement.of("table")
                .line(RecordingParts.caption("drivers", "Options of the URL for the changes above"))
                .line(RecordingParts.head(List.of("change", "driver", "can", "options", "note"), List.of()))
                .line(body);
        return Optional.of(section("drivers", "What drivers can do", table));
    }

    private static HtmlElement section(String name, String title, HtmlElement table) {
        return HtmlElement.of("section")
                .with("id", name)
                .line(HtmlElement.of("h2", title))
                .line(RecordingParts.scrolled(name, table));
    }

    private static HtmlElement remedy(DriverRemedy remedy) {
        return HtmlElement.of("th", remedy.remedy().id())
                .with("scope", "rowgroup")
                .look("text")
                .with("rowspan", String.valueOf(remedy.drivers().size()))
                .with("id", remedy.remedy().id())
                .add(HtmlElement.of("small", remedy.what()));
    }

    private static HtmlElement support(HtmlElement row, Support driver) {
        HtmlElement options = HtmlElement.of("td");
        for (int i = 0; i < driver.options().size(); i++) {
            if (i > 0) {
                options.add(HtmlElement.of("br"));
            }
            options.add(HtmlElement.of("code", driver.options().get(i)));
        }
        return row.add(
                HtmlElement.of("td", driver.title()),
                HtmlElement.of("td", driver.possible() ? "yes" : "no"),
                options,
                HtmlElement.of("td", driver.note()).look("text"));
    }

    private Optional<HtmlElement> statements() {
        if (explained.statements().isEmpty()) {
            return Optional.empty();
        }
        HtmlElement body = HtmlElement.of("tbody");
        for (StatementLine line : explained.statements()) {
            body.line(HtmlElement.of("tr")
                    .add(
                            RecordingParts.statement("td", line.statement()),
                            RecordingParts.number(String.valueOf(line.count())),
                            RecordingParts.number(String.valueOf(line.roundTrips())),
                            RecordingParts.number(String.valueOf(line.rows())),
                            RecordingParts.number(Numbers.time(line.waitedMicros())),
                            RecordingParts.number(Numbers.time(line.networkMicros())),
                            RecordingParts.number(Numbers.time(line.serverMicros()))));
        }
        HtmlElement table = HtmlElement.of("table")
                .line(RecordingParts.caption("statements", "Sums of all transactions, as recorded"))
                .line(RecordingParts.head(
                        List.of("statement"), List.of("times", "round trips", "rows", "waited", "network", "server")))
                .line(body);
        return Optional.of(section("statements", "Statements that wait most", table));
    }
}
