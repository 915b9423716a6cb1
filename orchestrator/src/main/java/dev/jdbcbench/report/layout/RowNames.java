package dev.jdbcbench.report.layout;

import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.run.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * Row headings of a table: scenario and mode, with transport and threads if they vary.
 *
 * @param transport whether to show the transport
 * @param threads whether to show the number of threads
 * @param rate whether to show the rate
 * @param place whether to show topology and server
 * @param driver whether to show the driver's label
 */
public record RowNames(boolean transport, boolean threads, boolean rate, boolean place, boolean driver) {
    /** Headings for a table with the cells of one place. */
    public static RowNames of(List<CellResult> cells) {
        return new RowNames(
                cells.stream().anyMatch(cell -> cell.cell().transport() != Transport.TCP),
                cells.stream().anyMatch(cell -> cell.cell().threads() > 1),
                cells.stream().anyMatch(cell -> cell.cell().rate() != null),
                false,
                false);
    }

    /** Headings for a table with the cells of all places. */
    public static RowNames ofAllPlaces(List<CellResult> cells) {
        RowNames names = of(cells);
        long places = cells.stream()
                .map(cell -> cell.cell().topology() + " " + cell.cell().server())
                .distinct()
                .count();
        return new RowNames(names.transport, names.threads, names.rate, places > 1, false);
    }

    /** Headings for a table with one line per cell and no other column for its driver. */
    public static RowNames ofAllDrivers(List<CellResult> cells) {
        RowNames names = ofAllPlaces(cells);
        long drivers =
                cells.stream().map(cell -> cell.cell().driver()).distinct().count();
        return new RowNames(names.transport, names.threads, names.rate, names.place, drivers > 1);
    }

    /** The headings of the columns of names; {@code first} is that of the scenario. */
    public String[] headings(String first) {
        List<String> headings = new ArrayList<>(List.of(first, "mode"));
        if (transport) {
            headings.add("transport");
        }
        if (threads) {
            headings.add("threads");
        }
        if (rate) {
            headings.add("rate");
        }
        if (place) {
            headings.addAll(List.of("topology", "server"));
        }
        if (driver) {
            headings.add("driver");
        }
        return headings.toArray(String[]::new);
    }

    /** The names of a cell, one for each heading. */
    public List<String> of(CellResult cell) {
        List<String> names = new ArrayList<>(List.of(
                Cell.scenarioWithParams(cell.cell().scenario(), cell.cell().params()),
                cell.cell().mode().id()));
        if (transport) {
            names.add(cell.cell().transport().id());
        }
        if (threads) {
            names.add(String.valueOf(cell.cell().threads()));
        }
        if (rate) {
            names.add(cell.cell().rate() == null ? "" : cell.cell().rate().toString());
        }
        if (place) {
            names.addAll(List.of(cell.cell().topology().id(), cell.cell().server()));
        }
        if (driver) {
            names.add(cell.cell().driver());
        }
        return names;
    }
}
