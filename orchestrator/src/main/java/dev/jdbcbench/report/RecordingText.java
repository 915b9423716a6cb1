package dev.jdbcbench.report;

import dev.jdbcbench.watch.RecordingExplained;
import dev.jdbcbench.watch.RecordingExplained.Change;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import java.util.ArrayList;
import java.util.List;

/** What {@code explain FILE} prints of a recording. */
public final class RecordingText {
    private static final int KINDS = 10;
    private static final int STEPS = 12;
    private static final int CHANGES = 5;
    private static final double MICROS_PER_MILLI = 1000;

    private RecordingText() {}

    /** A table of all kinds of transactions, and each with what it sends and what would change it. */
    public static String of(RecordingExplained explained) {
        StringBuilder text = new StringBuilder();
        int kinds = explained.kinds().size() + explained.leftOut();
        text.append(explained.transactions())
                .append(explained.transactions() == 1 ? " transaction of " : " transactions of ")
                .append(kinds)
                .append(kinds == 1 ? " kind in " : " kinds in ")
                .append(Numbers.fixed(explained.seconds(), 0))
                .append(" s, recorded at an RTT of ")
                .append(Numbers.time(explained.rttPathMicros() + explained.rttAddedMicros()))
                .append("\n\n");
        List<TransactionKind> shown = explained.kinds().stream().limit(KINDS).toList();
        if (shown.isEmpty()) {
            return text + "No transaction was recorded.\n" + notes(explained);
        }
        List<String> headings =
                new ArrayList<>(List.of("times", "statements", "round trips", "B up", "B down", "server"));
        explained.rttMillis().forEach(rtt -> headings.add("at " + Numbers.plain(rtt) + " ms"));
        Table table = new Table().names("kind").numbers(headings.toArray(String[]::new));
        for (int i = 0; i < shown.size(); i++) {
            table.row(row(i + 1, shown.get(i)));
        }
        text.append(table.text()).append('\n');
        text.append(Page.wrapped(
                        "Means of one transaction. A time at an RTT is the round trips times that RTT, plus server, rows and client as"
                                + " they were recorded.",
                        ""))
                .append('\n');
        for (int i = 0; i < shown.size(); i++) {
            text.append('\n').append(details(i + 1, shown.get(i), explained));
        }
        int more = explained.kinds().size() + explained.leftOut() - shown.size();
        if (more > 0) {
            text.append('\n').append(more).append(" further kinds: --format json has them.\n");
        }
        return text + notes(explained);
    }

    private static String notes(RecordingExplained explained) {
        StringBuilder text = new StringBuilder();
        explained
                .notes()
                .forEach(note -> text.append('\n')
                        .append(Page.wrapped("note: " + note, "  "))
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
        kind.predictedMillis().forEach(millis -> cells.add(Numbers.time(millis * MICROS_PER_MILLI)));
        return cells;
    }

    private static String details(int number, TransactionKind kind, RecordingExplained explained) {
        StringBuilder text = new StringBuilder("kind " + number + "\n");
        kind.steps().stream()
                .limit(STEPS)
                .forEach(step -> text.append(Page.wrapped("    " + Page.plain(step), "      "))
                        .append('\n'));
        if (kind.steps().size() > STEPS) {
            text.append("    … and ").append(kind.steps().size() - STEPS).append(" more\n");
        }
        kind.changes().stream().limit(CHANGES).forEach(change -> text.append(change(change, explained)));
        return text.toString();
    }

    private static String change(Change change, RecordingExplained explained) {
        int last = explained.rttMillis().size() - 1;
        return Page.wrapped(
                        "  - " + change.kind().id() + " saves " + Numbers.count(change.roundTripsSaved())
                                + " round trips, "
                                + Numbers.time(change.savedMillis().get(last) * MICROS_PER_MILLI) + " at "
                                + Numbers.plain(explained.rttMillis().get(last)) + " ms: "
                                + WatchText.shortened(change.statement()) + " → " + change.advice(),
                        "    ")
                + "\n";
    }
}
