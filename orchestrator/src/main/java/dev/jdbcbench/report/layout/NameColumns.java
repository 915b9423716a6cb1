package dev.jdbcbench.report.layout;

import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.run.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** The columns that name the cells of a table: scenario and mode, and whatever else differs between them. */
public final class NameColumns {
    private record Name(String heading, Function<Cell, String> text) {}

    private final List<Name> names = new ArrayList<>(List.of(
            new Name("scenario", Cell::scenarioWithParams),
            new Name("mode", cell -> cell.mode().id())));

    private NameColumns(List<CellResult> results) {
        List<Cell> cells = results.stream().map(CellResult::cell).toList();
        if (cells.stream().anyMatch(cell -> cell.transport() != Transport.TCP)) {
            names.add(new Name("transport", cell -> cell.transport().id()));
        }
        if (cells.stream().anyMatch(cell -> cell.threads() > 1)) {
            names.add(new Name("threads", cell -> String.valueOf(cell.threads())));
        }
        if (cells.stream().anyMatch(cell -> cell.rate() != null)) {
            names.add(new Name("rate", cell -> Objects.toString(cell.rate(), "")));
        }
    }

    private static boolean several(List<CellResult> cells, Function<Cell, String> part) {
        return cells.stream().map(cell -> part.apply(cell.cell())).distinct().count() > 1;
    }

    /** For a table with the cells of one place. */
    public static NameColumns of(List<CellResult> cells) {
        return new NameColumns(cells);
    }

    /** For a table with the cells of all places. */
    public static NameColumns ofAllPlaces(List<CellResult> cells) {
        NameColumns columns = of(cells);
        if (several(cells, cell -> cell.topology() + " " + cell.server())) {
            columns.names.add(new Name("topology", cell -> cell.topology().id()));
            columns.names.add(new Name("server", Cell::server));
        }
        return columns;
    }

    /** For a table with one line per cell and no other column for its driver. */
    public static NameColumns ofAllDrivers(List<CellResult> cells) {
        NameColumns columns = ofAllPlaces(cells);
        if (several(cells, Cell::driver)) {
            columns.names.add(new Name("driver", Cell::driver));
        }
        return columns;
    }

    /** The names of a cell, one for each column. */
    public List<String> of(CellResult cell) {
        return names.stream().map(name -> name.text().apply(cell.cell())).toList();
    }

    /** Columns that begin with these; {@code first} is the heading of the scenario. */
    public <T> Columns<T> columns(String first, Function<T, CellResult> cell) {
        Columns<T> columns = new Columns<>();
        for (Name name : names) {
            String heading = name == names.get(0) ? first : name.heading();
            columns.name(
                    name.heading(),
                    heading,
                    row -> name.text().apply(cell.apply(row).cell()));
        }
        return columns;
    }
}
