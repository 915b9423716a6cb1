package dev.jdbcbench.report.run;

import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.ListedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A list of runs as a table. */
public final class RunsText {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private RunsText() {}

    /** A row for each run, with its name and tags below it, or why it cannot be read. */
    public static Block of(List<ListedRun> runs) {
        return new Block.Listing(
                List.of(grid(RunsText::drivers, runs), grid(RunsText::driverCount, runs)),
                runs.stream().map(RunsText::below).toList());
    }

    private static Grid grid(Function<ListedRun, String> drivers, List<ListedRun> runs) {
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
                        run -> Cell.of(
                                run.unreadable() == null
                                        ? String.valueOf(run.scenarios().size())
                                        : ""))
                .number("age", "age", run -> Cell.of(run.ageSeconds() == null ? "" : age(run.ageSeconds())))
                .grid(runs);
    }

    private static String drivers(ListedRun run) {
        return run.drivers().stream()
                .map(driver -> driver.replaceFirst(" .*", ""))
                .distinct()
                .collect(Collectors.joining(","));
    }

    private static String driverCount(ListedRun run) {
        String all = drivers(run);
        int drivers = all.split(",", -1).length;
        return drivers == 1 ? all : drivers + " drivers";
    }

    private static String age(long seconds) {
        return seconds < 2 * HOUR
                ? seconds / MINUTE + "m"
                : seconds < 2 * DAY ? seconds / HOUR + "h" : seconds / DAY + "d";
    }

    private static List<String> below(ListedRun run) {
        if (run.unreadable() != null) {
            return List.of(Page.plain(run.unreadable()));
        }
        List<String> parts = new ArrayList<>();
        if (run.name() != null) {
            parts.add(Page.plain(run.name()));
        }
        if (!run.tags().isEmpty()) {
            parts.add("[" + String.join(", ", run.tags()) + "]");
        }
        return parts.isEmpty() ? List.of() : List.of(String.join(" ", parts));
    }
}
