package dev.jdbcbench.watch;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.watch.WatchReport.Line;
import dev.jdbcbench.watch.WatchReport.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The text output of {@code watch}: the final report, and the live view. */
public final class WatchText {
    private static final int STATEMENT_WIDTH = 48;
    private static final int LIVE_STATEMENTS = 5;
    private static final double HUNDRED = 100;

    private WatchText() {}

    /** The final report, in lines of at most {@code columns}. */
    public static String of(WatchReport report, int columns) {
        int width = Page.on(columns);
        StringBuilder text = new StringBuilder();
        summary(report)
                .forEach(line -> text.append(Page.wrapped(line, "  ", width)).append('\n'));
        text.append('\n');
        if (report.statements() == 0 && report.connections().opened() == 0) {
            text.append("No application connected.\n");
        }
        if (!report.top().isEmpty()) {
            text.append(table(report, columns)).append('\n');
            text.append(Page.wrapped(
                            "network: round trips times their length. server: from the end of a request to the first byte of its answer,"
                                    + " without the network. It contains execution, locks and disks. rest: the other rows of answers.",
                            "",
                            width))
                    .append('\n');
        }
        if (!report.findings().isEmpty()) {
            text.append("\nFindings, by round trips that could be saved\n");
            report.findings().forEach(finding -> text.append(finding(finding, width)));
        }
        report.notes().forEach(note -> text.append('\n').append(Page.wrapped("note: " + note, "  ", width)));
        return text.toString().stripTrailing() + "\n";
    }

    /** The lines of the live view, none longer than {@code columns}. */
    public static List<String> live(WatchReport report, int columns) {
        List<String> lines = new ArrayList<>(summary(report));
        report.top().stream()
                .limit(LIVE_STATEMENTS)
                .map(line -> String.format(
                        "%9s  %6d×  %s",
                        Numbers.time(line.waiting().totalMicros()), line.count(), Page.plain(line.statement())))
                .forEach(lines::add);
        report.findings().stream()
                .limit(2)
                .map(finding ->
                        "  ! " + finding.kind().id() + ": " + finding.text() + ": " + Page.plain(finding.statement()))
                .forEach(lines::add);
        lines.replaceAll(line -> line.length() <= columns ? line : line.substring(0, Math.max(0, columns - 1)) + "…");
        return lines;
    }

    /** One line for a log. */
    public static String brief(WatchReport report) {
        return Numbers.fixed(report.seconds(), 0) + " s: " + Numbers.count(report.statements(), "statement") + " ("
                + Numbers.rate(report.statementsPerSecond()) + "/s), "
                + Numbers.count(report.roundTrips(), "round trip") + ", "
                + Numbers.count(report.connections().open(), "connection") + " open";
    }

    private static List<String> summary(WatchReport report) {
        WatchReport.Connections connections = report.connections();
        Waiting waiting = report.waiting();
        List<String> lines = new ArrayList<>();
        lines.add("watch " + Page.plain(report.target()) + " · " + Page.plain(report.serverVersion()) + " · "
                + Numbers.fixed(report.seconds(), 0) + " s · RTT " + Numbers.time(report.rttPathMicros())
                + (report.rttAddedMicros() > 0 ? " + " + Numbers.distance(report.rttAddedMicros()) + " added" : ""));
        lines.add(Numbers.count(report.statements(), "statement") + " (" + Numbers.rate(report.statementsPerSecond())
                + "/s), "
                + Numbers.count(report.roundTrips(), "round trip") + " (" + Numbers.rate(report.roundTripsPerSecond())
                + "/s), "
                + connections.open() + " of " + Numbers.count(connections.opened(), "connection") + " open");
        lines.add("waited " + Numbers.time(waiting.totalMicros()) + ": network "
                + share(waiting.networkMicros(), waiting)
                + ", server " + share(waiting.serverMicros(), waiting) + ", rest "
                + share(waiting.restMicros(), waiting)
                + " (on average, "
                + Numbers.times(waiting.totalMicros() / Unit.MICROS_PER_SECOND / Math.max(report.seconds(), 1e-9))
                + " of the connections waited)");
        return lines;
    }

    private static String share(double micros, Waiting of) {
        double percent = of.totalMicros() > 0 ? HUNDRED * micros / of.totalMicros() : 0;
        return Numbers.time(micros) + " (" + Numbers.fixed(percent, 0) + " %)";
    }

    private static String table(WatchReport report, int columns) {
        Table table =
                new Table().names("waits most").numbers("times", "round trips", "waited", "network", "server", "rest");
        for (Line line : report.top()) {
            Waiting waiting = line.waiting();
            table.row(List.of(
                    shortened(line.statement()),
                    String.valueOf(line.count()),
                    String.valueOf(line.roundTrips()),
                    Numbers.time(waiting.totalMicros()),
                    Numbers.time(waiting.networkMicros()),
                    Numbers.time(waiting.serverMicros()),
                    Numbers.time(waiting.restMicros())));
        }
        String cut = report.top().stream()
                .map(Line::statement)
                .filter(statement -> Page.plain(statement).length() > STATEMENT_WIDTH)
                .map(statement -> Page.wrapped("  " + Page.plain(statement), "    ", Page.on(columns)))
                .collect(Collectors.joining("\n"));
        return table.fitted(columns) + (cut.isEmpty() ? "" : "\nin full:\n" + cut + "\n");
    }

    static String shortened(String statement) {
        String plain = Page.plain(statement);
        return plain.length() <= STATEMENT_WIDTH ? plain : plain.substring(0, STATEMENT_WIDTH - 1) + "…";
    }

    /** A range where it is known only within one. */
    private static String saved(WatchFinding finding) {
        long least = finding.roundTripsSavedAtLeast();
        String most = Numbers.count(finding.roundTripsSaved(), "round trip") + ", ";
        String time = Numbers.time(finding.savedMicros());
        if (least == finding.roundTripsSaved()) {
            return most + time;
        }
        return least == 0
                ? "up to " + most + time
                : least + " to " + most + Numbers.time(finding.savedMicros() * least / finding.roundTripsSaved())
                        + " to " + time;
    }

    private static String finding(WatchFinding finding, int width) {
        return Page.wrapped(
                        "- " + finding.kind().id() + ": " + finding.text() + "; saves " + saved(finding) + " here: "
                                + Page.plain(finding.statement()),
                        "  ",
                        width)
                + "\n" + Page.wrapped("  → " + finding.advice(), "    ", width) + "\n";
    }
}
