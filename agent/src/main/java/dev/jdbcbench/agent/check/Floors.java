package dev.jdbcbench.agent.check;

import dev.jdbcbench.run.Cell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The floors that are measured. Drivers that send the same bytes to the same place have one. */
final class Floors {
    private final Map<Cell, FloorBytes> measured = new LinkedHashMap<>();

    /** The cell whose floor is also that of this one; empty if this one is measured itself. */
    Optional<Cell> sameAs(Cell cell, FloorBytes sent) {
        Optional<Cell> same = measured.entrySet().stream()
                .filter(other -> other.getKey().rowKey().equals(cell.rowKey())
                        && other.getKey().topology() == cell.topology()
                        && other.getValue().sameAs(sent))
                .map(Map.Entry::getKey)
                .findFirst();
        if (same.isEmpty()) {
            measured.put(cell, sent);
        }
        return same;
    }
}
