package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.ListedRun;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/** A list of runs as a table for a terminal. */
public final class RunsText {
    private static final String INDENT = "    ";
    private static final String GAP = "  ";
    private static final List<String> HEADINGS = List.of("run", "state", "topology", "drivers", "scenarios", "age");
    private static final int DRIVERS = HEADINGS.indexOf("drivers");
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private RunsText() {}

    /** One line per run, followed by its name and tags if it has any; empty without runs. */
    public static String of(List<ListedRun> runs) {
        List<ListedRun> known =
                runs.stream().filter(run -> run.unreadable() == null).toList();
        List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
        known.forEach(run -> rows.add(row(run)));
        List<Integer> widths = widths(rows);
        int drivers = widths.get(DRIVERS) - Math.max(0, width(widths) - Page.NARROW);
        for (List<String> row : rows.subList(1, rows.size())) {
            row.set(DRIVERS, fitted(row.get(DRIVERS), drivers));
        }
        widths = widths(rows);
        StringBuilder text = new StringBuilder();
        if (!known.isEmpty()) {
            text.append(line(rows.get(0), widths));
        }
        Iterator<List<String>> next = rows.subList(1, rows.size()).iterator();
        for (ListedRun run : runs) {
            if (run.unreadable() == null) {
                text.append(line(next.next(), widths)).append(naming(run));
            } else {
                text.append(run.id() + "  unreadable: " + run.unreadable() + "\n");
            }
        }
        return text.toString();
    }

    private static List<String> row(ListedRun run) {
        return new ArrayList<>(List.of(
                run.id(),
                run.state(),
                run.topologies().size() > 1 ? "both" : String.join("", run.topologies()),
                run.drivers().stream()
                        .map(driver -> driver.replaceFirst(" .*", ""))
                        .distinct()
                        .collect(Collectors.joining(",")),
                String.valueOf(run.scenarios().size()),
                run.ageSeconds() == null ? "" : age(run.ageSeconds())));
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

    private static List<Integer> widths(List<List<String>> rows) {
        List<Integer> widths = new ArrayList<>();
        for (int column = 0; column < HEADINGS.size(); column++) {
            int at = column;
            widths.add(rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        return widths;
    }

    private static int width(List<Integer> widths) {
        return widths.stream().mapToInt(Integer::intValue).sum() + GAP.length() * (widths.size() - 1);
    }

    /** Aligns one line; the last two columns are numbers. */
    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String padding = " ".repeat(widths.get(column) - row.get(column).length());
            boolean number = column >= row.size() - 2;
            line.append(column == 0 ? "" : GAP)
                    .append(number ? padding : "")
                    .append(row.get(column))
                    .append(number ? "" : padding);
        }
        return line.toString().stripTrailing() + "\n";
    }
}
