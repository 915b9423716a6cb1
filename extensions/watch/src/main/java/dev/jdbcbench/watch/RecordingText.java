package dev.jdbcbench.watch;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.watch.RecordingExplained.Change;
import dev.jdbcbench.watch.RecordingExplained.DriverRemedy;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import dev.jdbcbench.watch.Remedy.Support;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The text output of {@code explain FILE} for a recording. */
public final class RecordingText {
    private static final int KINDS = 10;
    private static final int STEPS = 12;
    private static final int CHANGES = 5;

    private static final double PERCENT = 100;

    private static final double LEAST_WAKE_UP_MICROS = 10;

    private RecordingText() {}

    /**
     * A table of all kinds of transactions, then each kind with its statements and the changes that would speed it up; in
     * lines of at most {@code columns}.
     */
    public static String of(RecordingExplained explained, int columns) {
        int width = Page.on(columns);
        StringBuilder text = new StringBuilder();
        int kinds = explained.kinds().size() + explained.leftOut();
        text.append(explained.missing() ? "about " : "")
                .append(explained.transactions())
                .append(explained.transactions() == 1 ? " transaction of " : " transactions of ")
                .append(kinds)
                .append(kinds == 1 ? " kind in " : " kinds in ")
                .append(Numbers.fixed(explained.seconds(), 0))
                .append(" s, recorded at an RTT of ")
                .append(Numbers.time(explained.rttPathMicros() + explained.rttAddedMicros()))
                .append("\n\n");
        List<TransactionKind> shown = explained.kinds().stream().limit(KINDS).toList();
        if (shown.isEmpty()) {
            return text + "No transaction was recorded.\n" + notes(explained, width);
        }
        List<String> headings =
                new ArrayList<>(List.of("times", "statements", "round trips", "B up", "B down", "server"));
        explained.rttMillis().forEach(rtt -> headings.add("at " + Numbers.plain(rtt) + " ms"));
        Table table = new Table().names("kind").numbers(headings.toArray(String[]::new));
        for (int i = 0; i < shown.size(); i++) {
            table.row(row(i + 1, shown.get(i)));
            ranges(shown.get(i)).forEach(table::row);
        }
        text.append(table.fitted(columns)).append('\n');
        text.append(Page.wrapped(
                        "Means of one transaction. A time at an RTT is the round trips times that RTT, plus server, rows and client as"
                                + " they were recorded."
                                + wakeUps(explained)
                                + " With the probability below the kind's number, its next transaction takes a"
                                + " time in the range from … to, if server, application and load are as they were.",
                        "",
                        width))
                .append('\n');
        for (int i = 0; i < shown.size(); i++) {
            text.append('\n').append(details(i + 1, shown.get(i), explained, width));
        }
        int more = explained.kinds().size() + explained.leftOut() - shown.size();
        if (more > 0) {
            text.append('\n')
                    .append(more)
                    .append(more == 1 ? " further kind" : " further kinds")
                    .append(": see --format json.\n");
        }
        return text + drivers(shown, explained, width) + notes(explained, width);
    }

    /** The RTT with the longest wake-up, unless it hardly matters. */
    private static String wakeUps(RecordingExplained explained) {
        double most = explained.wakeUpMicros().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        if (most < LEAST_WAKE_UP_MICROS) {
            return "";
        }
        int at = explained.wakeUpMicros().indexOf(most);
        return " Programs that slept wake up late, as was measured beside the recording; at "
                + Numbers.plain(explained.rttMillis().get(at)) + " ms, this adds " + Numbers.time(most)
                + " to each round trip.";
    }

    /** What drivers offer for the changes shown. */
    private static String drivers(List<TransactionKind> shown, RecordingExplained explained, int width) {
        Set<Remedy> named = shown.stream()
                .flatMap(kind -> kind.changes().stream().limit(CHANGES))
                .flatMap(change -> change.remedies().stream())
                .collect(Collectors.toSet());
        StringBuilder text = new StringBuilder();
        for (DriverRemedy remedy : explained.remedies()) {
            if (named.contains(remedy.remedy())) {
                text.append(text.isEmpty() ? "\nwhat drivers can do\n" : "")
                        .append(Page.wrapped("  " + remedy.remedy().id() + ": " + remedy.what(), "    ", width))
                        .append('\n');
                remedy.drivers()
                        .forEach(driver -> text.append(Page.wrapped("    " + support(driver), "      ", width))
                                .append('\n'));
            }
        }
        return text.toString();
    }

    private static String support(Support driver) {
        String options = String.join("&", driver.options());
        return driver.title() + ": " + (driver.possible() ? "yes" : "no") + (options.isEmpty() ? "" : ", " + options)
                + ". " + driver.note();
    }

    private static List<List<String>> ranges(TransactionKind kind) {
        if (kind.ranges().isEmpty()) {
            return List.of();
        }
        List<String> from = new ArrayList<>(List.of(Numbers.level(kind.level()), "", "", "", "", "", "from"));
        List<String> to = new ArrayList<>(List.of("", "", "", "", "", "", "to"));
        kind.ranges().forEach(range -> {
            from.add(Numbers.time(range.lowMillis() * Unit.MICROS_PER_MILLI));
            to.add(Numbers.time(range.highMillis() * Unit.MICROS_PER_MILLI));
        });
        return List.of(from, to);
    }

    private static String notes(RecordingExplained explained, int width) {
        StringBuilder text = new StringBuilder();
        explained
                .notes()
                .forEach(note -> text.append('\n')
                        .append(Page.wrapped("note: " + note, "  ", width))
                        .append('\n'));
        return text.toString();
    }

    private static List<String> row(int number, TransactionKind kind) {
        List<String> cells = new ArrayList<>(List.of(
                String.valueOf(number),
                String.valueOf(kind.count()),
                Numbers.count(kind.statements()),
                Numbers.count(kind.roundTrips()),
                Numbers.fixed(kind.bytesUp(), 0),
                Numbers.fixed(kind.bytesDown(), 0),
                Numbers.time(kind.serverMicros())));
        kind.predictedMillis().forEach(millis -> cells.add(Numbers.time(millis * Unit.MICROS_PER_MILLI)));
        return cells;
    }

    private static String details(int number, TransactionKind kind, RecordingExplained explained, int width) {
        StringBuilder text = new StringBuilder("kind " + number + "\n");
        kind.steps().stream()
                .limit(STEPS)
                .forEach(step -> text.append(Page.wrapped("    " + Page.plain(step), "      ", width))
                        .append('\n'));
        if (kind.steps().size() > STEPS) {
            text.append("    … and ").append(kind.steps().size() - STEPS).append(" more\n");
        }
        kind.changes().stream().limit(CHANGES).forEach(change -> text.append(change(change, kind, explained, width)));
        return text.toString();
    }

    private static String change(Change change, TransactionKind kind, RecordingExplained explained, int width) {
        return Page.wrapped(
                        "  - " + change.kind().id() + saved(change, kind, explained)
                                + WatchText.shortened(change.statement()) + " → " + change.advice() + remedies(change),
                        "    ",
                        width)
                + "\n";
    }

    /** What a change saves under the conditions of the recording. */
    static String saved(Change change, TransactionKind kind, RecordingExplained explained) {
        double rtt = explained.rttAddedMicros() + explained.rttPathMicros();
        double saved = change.savedAsRecordedMillis() * Unit.MICROS_PER_MILLI;
        double whole = kind.roundTrips() * rtt + kind.serverMicros() + kind.restMicros() + kind.clientMicros();
        double least = change.roundTripsSavedAtLeast();
        String about = change.about()
                ? "about "
                : least == change.roundTripsSaved() ? "" : least > 0 ? Numbers.count(least) + " to " : "up to ";
        return " saves " + about + Numbers.count(change.roundTripsSaved(), "round trip") + ", "
                + (about.isEmpty() ? "" : "about ") + Numbers.time(saved)
                + (whole > 0
                        ? " of " + Numbers.time(whole) + " (" + Numbers.percent(PERCENT * saved / whole) + " %)"
                        : "")
                + " at the recording's RTT of " + Numbers.time(rtt) + ": ";
    }

    private static String remedies(Change change) {
        return change.remedies().isEmpty()
                ? ""
                : " Drivers: see " + change.remedies().stream().map(Remedy::id).collect(Collectors.joining(", ")) + ".";
    }
}
