package dev.jdbcbench.watch;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.watch.RecordingExplained.Change;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import dev.jdbcbench.watch.Timeline.Span;
import java.util.ArrayList;
import java.util.List;

/** The sections of the page of a recording that show one transaction of each kind, step by step. */
final class RecordingWaterfalls {
    private static final int CHANGES = 5;
    private static final double PERCENT = 100;

    private RecordingWaterfalls() {}

    /** A section for each kind, with what it waits for and what would change it. */
    static List<HtmlElement> of(List<TransactionKind> kinds, RecordingExplained explained) {
        List<HtmlElement> sections = new ArrayList<>();
        for (TransactionKind kind : kinds) {
            int number = sections.size() + 1;
            HtmlElement section = HtmlElement.of("section")
                    .with("id", "kind-" + number)
                    .line(HtmlElement.of(
                            "h2", "Kind " + number + ": " + kind.count() + (kind.count() == 1 ? " time" : " times")))
                    .line(HtmlElement.of(
                            "p",
                            Numbers.count(kind.roundTrips(), "round trip") + ", "
                                    + Numbers.fixed(kind.bytesUp(), 0) + " B up, "
                                    + Numbers.fixed(kind.bytesDown(), 0)
                                    + " B down on average. This one, in the middle by its duration, took "
                                    + Numbers.time(kind.example().micros()) + " when it was recorded:"))
                    .line(RecordingParts.legend())
                    .line(waterfall(kind.example()));
            int leftOut = kind.example().leftOut();
            if (leftOut > 0) {
                section.line(HtmlElement.of(
                        "p", leftOut + (leftOut == 1 ? " further step is" : " further steps are") + " not shown."));
            }
            if (!kind.changes().isEmpty()) {
                section.line(changes(kind, explained));
            }
            sections.add(section);
        }
        return sections;
    }

    private static HtmlElement waterfall(Timeline example) {
        double scale = PERCENT / Math.max(1, example.micros());
        HtmlElement waterfall = HtmlElement.of("div").look("waterfall");
        for (Span span : example.spans()) {
            String times = "after " + Numbers.time(span.startMicros()) + ": network "
                    + Numbers.time(span.networkMicros()) + ", server " + Numbers.time(span.serverMicros())
                    + ", rest of the answer " + Numbers.time(span.restMicros()) + ", "
                    + span.roundTrips() + (span.roundTrips() == 1 ? " round trip, " : " round trips, ") + span.rows()
                    + (span.rows() == 1 ? " row" : " rows");
            // Half of the round trip goes to the server, half comes back.
            HtmlElement svg = RecordingParts.bar().with("role", "img").add(HtmlElement.of("title", times));
            waterfall.line(
                    RecordingParts.statement("code", span.statement()),
                    new RecordingParts.Bar(svg, scale * (span.startMicros() - span.clientMicros()))
                            .part("client", scale * span.clientMicros())
                            .part("network", scale * span.networkMicros() / 2)
                            .part("server", scale * span.serverMicros())
                            .part("network", scale * span.networkMicros() / 2)
                            .part("rest", scale * span.restMicros())
                            .svg());
        }
        return waterfall;
    }

    private static HtmlElement changes(TransactionKind kind, RecordingExplained explained) {
        HtmlElement list = HtmlElement.of("ul");
        for (Change change : kind.changes().stream().limit(CHANGES).toList()) {
            HtmlElement item = HtmlElement.of("li")
                    .add(HtmlElement.of("strong", change.kind().id()))
                    .text(RecordingText.saved(change, kind, explained))
                    .add(RecordingParts.statement("code", change.statement()))
                    .text(" → " + change.advice());
            String separator = " Drivers: ";
            for (Remedy remedy : change.remedies()) {
                item.text(separator).add(HtmlElement.of("a", remedy.id()).with("href", "#" + remedy.id()));
                separator = ", ";
            }
            list.line(item);
        }
        return list;
    }
}
