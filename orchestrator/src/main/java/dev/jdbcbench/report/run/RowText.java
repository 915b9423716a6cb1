package dev.jdbcbench.report.run;

import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.run.Axis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The current results of a row while it is measured, as part of a line. */
public final class RowText {
    private RowText() {}

    /** {@code Select1Row text: mariadb 26.0 µs, mysql ▲ +41 % [+19 +68]}. */
    public static String of(Results results, String row) {
        Map<String, Contrast> contrasts = new HashMap<>();
        results.contrasts().stream()
                .filter(contrast -> contrast.axis() == Axis.DRIVER)
                .forEach(contrast -> contrasts.put(contrast.cell(), contrast));
        List<CellResult> cells = results.cells().stream()
                .filter(cell ->
                        cell.cell().rowKey().equals(row) && cell.traffic().floorOf() == null)
                .toList();
        if (cells.isEmpty()) {
            return row;
        }
        boolean places =
                cells.stream().map(cell -> cell.cell().topology()).distinct().count() > 1;
        boolean versions = cells.stream().map(RowText::driverAt).distinct().count()
                > cells.stream()
                        .map(cell -> cell.cell().topology() + " " + cell.cell().driver())
                        .distinct()
                        .count();
        return CellName.among(results).of(cells.get(0).cell().subject()) + ": "
                + cells.stream()
                        .map(cell -> (places ? cell.cell().topology() + " " : "")
                                + (versions ? cell.driverName() : cell.cell().driver())
                                + (cell.cell().transport() == Transport.FLOOR ? " " + Transport.FLOOR : "") + " "
                                + known(results, cell, contrasts))
                        .collect(Collectors.joining(", "));
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

    private static String driverAt(CellResult cell) {
        return cell.cell().topology() + " " + cell.driverName();
    }

    private static String known(Results results, CellResult cell, Map<String, Contrast> contrasts) {
        Contrast contrast = contrasts.get(cell.key());
        if (cell.time().score() == null) {
            return cell.status().toString();
        }
        if (results.withoutTimes()) {
            return "ok";
        }
        if (contrast == null) {
            return Numbers.time(cell.time().score());
        }
        ChangeText change = ChangeText.of(contrast);
        return (change.mark() + " " + change.change() + " " + change.interval()).strip();
    }
}
