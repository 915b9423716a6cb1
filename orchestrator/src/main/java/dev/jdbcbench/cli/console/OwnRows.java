package dev.jdbcbench.cli.console;

import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.run.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the drivers' own code costs, row by row: the first comparison that a run shows. */
final class OwnRows {
    private final List<String> drivers = new ArrayList<>();
    private String row = "";
    private String name = "";
    private double first;

    /** Adds what was seen of a cell. Returns the line of the row before, if this is another one. */
    Optional<String> add(Cell cell, OwnCost own) {
        Optional<String> before = row.equals(cell.rowKey()) ? Optional.empty() : end();
        row = cell.rowKey();
        name = cell.scenarioWithParams() + " " + cell.mode();
        if (own.micros() != null) {
            String driver = cell.driver() + " " + cell.driverVersion() + (own.warm() ? " " : " at most ")
                    + Numbers.time(own.micros());
            // A factor of a JVM that was still warming up would be about its compiler.
            drivers.add(first > 0 && own.warm() ? driver + " (" + Numbers.times(own.micros() / first) + "×)" : driver);
            if (drivers.size() == 1) {
                first = own.warm() ? own.micros() : 0;
            }
        }
        return before;
    }

    /** The line of the last row; empty if nothing is known of it. */
    Optional<String> end() {
        Optional<String> line = drivers.isEmpty()
                ? Optional.empty()
                : Optional.of("own code, " + name + ": " + String.join(", ", drivers));
        drivers.clear();
        first = 0;
        row = "";
        return line;
    }
}
