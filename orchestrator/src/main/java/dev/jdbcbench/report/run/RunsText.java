package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.ListedRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A list of runs as a table for a terminal. */
public final class RunsText {
    private static final String INDENT = "    ";
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private RunsText() {}

    /** One line per run, followed by its name and tags if it has any; empty without runs. */
    public static String of(List<ListedRun> runs) {
        List<ListedRun> known =
                runs.stream().filter(run -> run.unreadable() == null).toList();
        String table = table(known, RunsText::drivers);
        int tooWide = table.lines().mapToInt(String::length).max().orElse(0) - Page.NARROW;
        if (tooWide > 0) {
            int widest =
                    known.stream().mapToInt(run -> drivers(run).length()).max().orElse(0);
            table = table(known, run -> fitted(drivers(run), widest - tooWide));
        }
        Iterator<String> lines = table.lines().iterator();
        StringBuilder text = new StringBuilder(known.isEmpty() ? "" : lines.next() + "\n");
        for (ListedRun run : runs) {
            text.append(
                    run.unreadable() == null
                            ? lines.next() + "\n" + naming(run)
                            : run.id() + "  unreadable: " + run.unreadable() + "\n");
        }
        return text.toString();
    }

    private static String table(List<ListedRun> runs, Function<ListedRun, String> drivers) {
        return new Columns<ListedRun>()
                .name("run", "run", ListedRun::id)
                .name("state", "state", ListedRun::state)
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
                .text();
    }

    private static String drivers(ListedRun run) {
        return run.drivers().stream()
                .map(driver -> driver.replaceFirst(" .*", ""))
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static String fitted(String drivers, int width) {
        return drivers.length() <= width ? drivers : drivers.split(",", -1).length + " drivers";
    }

    private static String age(long seconds) {
        return seconds < 2 * HOUR
                ? seconds / MINUTE + "m"
                : seconds < 2 * DAY ? seconds / HOUR + "h" : seconds / DAY + "d";
    }

    private static String naming(ListedRun run) {
        List<String> parts = new ArrayList<>();
        if (run.name() != null) {
            parts.add(Page.plain(run.name()));
        }
        if (!run.tags().isEmpty()) {
            parts.add("[" + String.join(", ", run.tags()) + "]");
        }
        return parts.isEmpty() ? "" : Page.wrapped(INDENT + String.join(" ", parts), INDENT, Page.NARROW) + "\n";
    }
}
