package dev.jdbcbench.watch;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.watch.WatchReport.Line;
import dev.jdbcbench.watch.WatchReport.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The text output of {@code watch}: the final report, and the live view. */
public final class WatchText {
    private static final int STATEMENT_WIDTH = 48;
    private static final int LIVE_STATEMENTS = 5;
    private static final double HUNDRED = 100;

    private WatchText() {}

    /** The final report. */
    public static List<Block> of(WatchReport report) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.lines(summary(report)));
        if (report.statements() == 0 && report.connections().opened() == 0) {
            blocks.add(Block.part(Block.line("No application connected.")));
        }
        if (!report.top().isEmpty()) {
            blocks.add(Block.part(table(report)));
            blocks.add(
                    Block.part(
                            Block.text(
                                    "network: round trips times their length. server: from the end of a request to the first byte of its answer,"
                                            + " without the network. It contains execution, locks and disks. rest: the other rows of answers.")));
        }
        blocks.add(new Block.Section(
                "",
                new Heading("Findings, by round trips that could be saved", "", ""),
                report.findings().stream().flatMap(WatchText::finding).toList()));
        blocks.add(Block.part(
                Block.lines(report.notes().stream().map(note -> "note: " + note).toList())));
        return blocks;
    }

    /** The lines of the live view. */
    public static List<String> live(WatchReport report) {
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

    private static List<Block> table(WatchReport report) {
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
        List<String> cut = report.top().stream()
                .map(line -> Page.plain(line.statement()))
                .filter(statement -> statement.length() > STATEMENT_WIDTH)
                .map(statement -> "  " + statement)
                .toList();
        return List.of(
                Block.table(table.grid()), Block.section("", new Heading("in full:", "", ""), Block.lines(4, cut)));
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

    private static Stream<Block> finding(WatchFinding finding) {
        return Stream.of(
                Block.line("- " + finding.kind().id() + ": " + finding.text() + "; saves " + saved(finding) + " here: "
                        + Page.plain(finding.statement())),
                Block.lines(4, List.of("  → " + finding.advice())));
    }
}
