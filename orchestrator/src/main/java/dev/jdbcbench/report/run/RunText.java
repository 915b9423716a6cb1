package dev.jdbcbench.report.run;

import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Disturbance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The text output of {@code run}: the whole {@link RunDocument}, or what is known of it while the run is in progress. */
public final class RunText {
    private RunText() {}

    /**
     * The results: briefly if they compare drivers, otherwise as {@link #wide}; in 80 columns, or the width of the terminal
     * if they need more.
     *
     * @param columns the width of the terminal
     */
    public static String of(Results results, int columns) {
        return TextDocument.of(RunDocument.text(results, columns), Medium.BRIEF);
    }

    /** The results with all details, in tables of {@code columns}. */
    public static String wide(Results results, int columns) {
        return TextDocument.of(RunDocument.text(results, columns), Medium.WIDE);
    }

    /** The results with all details, on a page. */
    public static String wide(Results results) {
        return wide(results, Page.WIDTH);
    }

    /** The lines of the current tables of a run in progress; empty if it has none that compare drivers and fit. */
    public static List<String> live(Results results, int columns) {
        Map<String, String> tables = RunDocument.comparisons(results, columns, false);
        List<String> lines = new ArrayList<>();
        tables.forEach((place, table) -> {
            if (tables.size() > 1) {
                lines.add(place);
            }
            table.lines().forEach(lines::add);
        });
        return lines;
    }

    /** The current results of a row: {@code Select1Row text: mariadb 26.0 µs, mysql ▲ +41 % [+19 +68]}. */
    public static String row(Results results, String row) {
        return RowText.of(results, row);
    }

    /**
     * Why a group took longer than planned, by the causes of its dropped rounds: {@code · 5 rounds measured again
     * (steal)}; empty if none were dropped.
     */
    public static String again(int block, String row, List<String> causes) {
        return causes.isEmpty()
                ? ""
                : " · " + causes.size() + (causes.size() == 1 ? " round" : " rounds") + " measured again ("
                        + DisturbanceText.causes(causes.stream()
                                .map(cause -> new Disturbance(block, row, cause, true))
                                .toList())
                        + ")";
    }

    /** The cost of each operation, on the client and in the server's counters, in {@code columns}. */
    public static String counters(Results results, int columns) {
        return new RunTables(results, columns).costs();
    }
}
