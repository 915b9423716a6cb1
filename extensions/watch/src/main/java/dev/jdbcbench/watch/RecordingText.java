package dev.jdbcbench.watch;

import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.Block.Heading;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.watch.RecordingExplained.Change;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import dev.jdbcbench.watch.Remedy.Support;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text output of {@code explain FILE} for a recording. */
public final class RecordingText {
    private static final int KINDS = 10;
    private static final int STEPS = 12;
    private static final int CHANGES = 5;

    private static final double PERCENT = 100;

    private static final double LEAST_WAKE_UP_MICROS = 10;

    private RecordingText() {}

    /** A table of all kinds of transactions, then each kind with its statements and the changes that would speed it up. */
    public static List<Block> of(RecordingExplained explained) {
        int kinds = explained.kinds().size() + explained.leftOut();
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.line((explained.missing() ? "about " : "")
                + explained.transactions()
                + (explained.transactions() == 1 ? " transaction of " : " transactions of ")
                + kinds
                + (kinds == 1 ? " kind in " : " kinds in ")
                + Numbers.fixed(explained.seconds(), 0)
                + " s, recorded at an RTT of "
                + Numbers.time(explained.rttPathMicros() + explained.rttAddedMicros())));
        List<TransactionKind> shown = explained.kinds().stream().limit(KINDS).toList();
        if (shown.isEmpty()) {
            blocks.add(Block.part(Block.line("No transaction was recorded.")));
            blocks.addAll(notes(explained));
            return blocks;
        }
        List<String> headings =
                new ArrayList<>(List.of("times", "statements", "round trips", "B up", "B down", "server"));
        explained.rttMillis().forEach(rtt -> headings.add("at " + Numbers.plain(rtt) + " ms"));
        Table table = new Table().names("kind").numbers(headings.toArray(String[]::new));
        for (int i = 0; i < shown.size(); i++) {
            table.row(row(i + 1, shown.get(i)));
            ranges(shown.get(i)).forEach(table::row);
        }
        blocks.add(Block.part(Block.table(table.grid())));
        blocks.add(Block.part(Block.text(
                "Means of one transaction. A time at an RTT is the round trips times that RTT, plus server, rows and client as"
                        + " they were recorded."
                        + wakeUps(explained)
                        + " With the probability below the kind's number, its next transaction takes a"
                        + " time in the range from … to, if server, application and load are as they were.")));
        for (int i = 0; i < shown.size(); i++) {
            blocks.add(Block.part(details(i + 1, shown.get(i), explained)));
        }
        int more = explained.kinds().size() + explained.leftOut() - shown.size();
        blocks.add(Block.part(Block.lines(
                more == 0
                        ? List.of()
                        : List.of(more + (more == 1 ? " further kind" : " further kinds") + ": see --format json."))));
        blocks.add(new Block.Section("", new Heading("what drivers can do", "", ""), drivers(shown, explained)));
        blocks.addAll(notes(explained));
        return blocks;
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
    private static List<Block> drivers(List<TransactionKind> shown, RecordingExplained explained) {
        Set<Remedy> named = shown.stream()
                .flatMap(kind -> kind.changes().stream().limit(CHANGES))
                .flatMap(change -> change.remedies().stream())
                .collect(Collectors.toSet());
        return explained.remedies().stream()
                .filter(remedy -> named.contains(remedy.remedy()))
                .flatMap(remedy -> Stream.of(
                        Block.lines(4, List.of("  " + remedy.remedy().id() + ": " + remedy.what())),
                        Block.lines(
                                6,
                                remedy.drivers().stream()
                                        .map(driver -> "    " + support(driver))
                                        .toList())))
                .toList();
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

    private static List<Block> notes(RecordingExplained explained) {
        return explained.notes().stream()
                .map(note -> Block.part(Block.line("note: " + note)))
                .toList();
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

    private static List<Block> details(int number, TransactionKind kind, RecordingExplained explained) {
        return List.of(
                Block.line("kind " + number),
                Block.lines(
                        6,
                        kind.steps().stream()
                                .limit(STEPS)
                                .map(step -> "    " + Page.plain(step))
                                .toList()),
                Block.lines(
                        kind.steps().size() > STEPS
                                ? List.of("    … and " + (kind.steps().size() - STEPS) + " more")
                                : List.of()),
                Block.lines(
                        4,
                        kind.changes().stream()
                                .limit(CHANGES)
                                .map(change -> "  - " + change.kind().id() + saved(change, kind, explained)
                                        + WatchText.shortened(change.statement()) + " → " + change.advice()
                                        + remedies(change))
                                .toList()));
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
