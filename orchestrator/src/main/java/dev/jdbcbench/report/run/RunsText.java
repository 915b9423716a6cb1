package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.ListedRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A list of runs as a table for a terminal. */
public final class RunsText {
    private static final String INDENT = "    ";
    private static final int GAP = 2;
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private RunsText() {}

    /**
     * One line per run, followed by its name and tags if it has any; empty without runs. An ID that leaves no room for the
     * rest has a line of its own.
     *
     * @param width the longest line; a word that is longer stays whole
     */
    public static String of(List<ListedRun> runs, int width) {
        List<ListedRun> known =
                runs.stream().filter(run -> run.unreadable() == null).toList();
        List<Function<ListedRun, String>> shorter = List.of(RunsText::drivers, RunsText::driverCount);
        Optional<String> whole = shorter.stream()
                .map(drivers -> table(named(ListedRun::id), drivers, known))
                .filter(table -> longest(table) <= width)
                .findFirst();
        int room =
                whole.isPresent() ? width : width - longest(table(new Columns<>(), RunsText::driverCount, known)) - GAP;
        Iterator<String> lines = whole.orElseGet(() ->
                        table(named(run -> fits(run, room) ? run.id() : ""), RunsText::driverCount, known))
                .lines()
                .iterator();
        StringBuilder text = new StringBuilder(known.isEmpty() ? "" : lines.next() + "\n");
        for (ListedRun run : runs) {
            if (run.unreadable() != null) {
                text.append(run.id() + "  unreadable: " + Page.plain(run.unreadable()))
                        .append('\n');
            } else {
                text.append(fits(run, room) ? "" : run.id() + "\n")
                        .append(lines.next())
                        .append('\n')
                        .append(naming(run, width));
            }
        }
        return text.toString();
    }

    private static boolean fits(ListedRun run, int room) {
        return run.id().length() <= room;
    }

    private static int longest(String table) {
        return table.lines().mapToInt(String::length).max().orElse(0);
    }

    private static Columns<ListedRun> named(Function<ListedRun, String> id) {
        return new Columns<ListedRun>().name("run", "run", id);
    }

    private static String table(Columns<ListedRun> columns, Function<ListedRun, String> drivers, List<ListedRun> runs) {
        return columns.name("state", "state", ListedRun::state)
                .name(
                        "topology",
                        "topology",
                        run -> run.topologies().size() > 1 ? "both" : String.join("", run.topologies()))
                .name("drivers", "drivers", drivers)
                .number(
                        "scenarios",
                        "scenarios",
                        run -> Cell.of(String.valueOf(run.scenarios().size())))
                .number("age", "age", run -> Cell.of(run.ageSeconds() == null ? "" : age(run.ageSeconds())))
                .grid(runs)
                .table()
                .text(1);
    }

    private static String drivers(ListedRun run) {
        return run.drivers().stream()
                .map(driver -> driver.replaceFirst(" .*", ""))
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static String driverCount(ListedRun run) {
        int drivers = drivers(run).split(",", -1).length;
        return drivers == 1 ? drivers(run) : drivers + " drivers";
    }

    private static String age(long seconds) {
        return seconds < 2 * HOUR
                ? seconds / MINUTE + "m"
                : seconds < 2 * DAY ? seconds / HOUR + "h" : seconds / DAY + "d";
    }

    private static String naming(ListedRun run, int width) {
        List<String> parts = new ArrayList<>();
        if (run.name() != null) {
            parts.add(Page.plain(run.name()));
        }
        if (!run.tags().isEmpty()) {
            parts.add("[" + String.join(", ", run.tags()) + "]");
        }
        return parts.isEmpty() ? "" : Page.wrapped(INDENT + String.join(" ", parts), INDENT, width) + "\n";
    }
}
