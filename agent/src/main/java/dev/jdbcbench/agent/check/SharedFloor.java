package dev.jdbcbench.agent.check;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.FloorBytes;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.List;
import java.util.Optional;

/**
 * The floor of a cell that another cell of its row has, too, because both send the same bytes.
 *
 * @param with the cell whose floor is measured
 */
record SharedFloor(Cell with) {
    /**
     * The first cell of the row whose floor is measured and sends the same bytes; empty if there is none yet.
     *
     * @param before all earlier events
     */
    static Optional<SharedFloor> of(Plan plan, Cell cell, FloorBytes sent, List<Event> before) {
        return Event.facts(before, Fact.CellChecked.class).stream()
                .filter(check -> check.unsupported() == null
                        && check.floor() != null
                        && check.floor().sameAs(sent))
                .flatMap(check -> plan.cell(check.cell()).stream())
                .filter(other -> other.rowKey().equals(cell.rowKey()) && !other.equals(cell))
                .findFirst()
                .map(SharedFloor::new);
    }

    /** Why it is not measured. */
    String reason() {
        return "sends the same bytes as " + with.driver() + "@" + with.driverVersion()
                + ", so it has the same floor, which is measured once";
    }
}
