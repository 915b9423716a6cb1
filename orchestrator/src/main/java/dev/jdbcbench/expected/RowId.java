package dev.jdbcbench.expected;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;

/**
 * A row of a comparison, whatever the versions and the other rows: it stays the same from one gate to the next.
 *
 * @param driver the label of the candidate
 * @param row scenario, mode and what is unusual: {@code PoolReadOnly default}
 */
public record RowId(String driver, String server, String row) {
    /** The row of a cell. That of the driver's own code is the row of its times. */
    public static RowId of(Cell cell) {
        boolean usual = cell.transport() == Transport.TCP || cell.inMemory() || cell.mode() == Mode.TLS;
        return new RowId(
                cell.driver(),
                cell.server(),
                cell.scenarioWithParams() + " " + cell.mode() + (usual ? "" : " " + cell.transport())
                        + (cell.threads() == 1 ? "" : " ×" + cell.threads())
                        + (cell.rate() == null ? "" : " at " + cell.rate())
                        + (cell.topology() == Topology.LOCAL ? "" : " " + cell.topology()));
    }

    /** The same row of another driver. */
    public RowId of(String other) {
        return new RowId(other, server, row);
    }
}
