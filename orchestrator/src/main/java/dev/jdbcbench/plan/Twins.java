package dev.jdbcbench.plan;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * On each server the first cell a second time, its driver under another label (A/A): how far apart two equal things are on these hosts.
 *
 * @param cells the twins; none where so few forks allow no claims
 * @param drivers those of the selection, and those of the twins
 */
public record Twins(List<Plan.Twin> cells, List<Driver> drivers) {
    /** No label that a person chooses has this letter. */
    private static final String MARK = "~twin";

    static Twins of(Profile profile, List<Plan.Entry> entries, List<Driver> drivers) {
        Map<String, Plan.Twin> cells = new LinkedHashMap<>();
        Map<String, Driver> labelled = new LinkedHashMap<>();
        if (profile.claims()) {
            for (Plan.Entry entry : entries) {
                Cell cell = entry.cell();
                String place = cell.topology() + " " + cell.server();
                if (entry.unsupported() == null && !cells.containsKey(place)) {
                    cells.put(place, new Plan.Twin(twin(cell), cell.key()));
                    drivers.stream()
                            .filter(driver -> driver.label().equals(cell.driver())
                                    && driver.version().equals(cell.driverVersion()))
                            .forEach(driver -> labelled.put(driver.id(), twin(driver)));
                }
            }
        }
        List<Driver> all = new ArrayList<>(drivers);
        all.addAll(labelled.values());
        return new Twins(List.copyOf(cells.values()), all);
    }

    private static Cell twin(Cell cell) {
        return new Cell(
                cell.topology(),
                cell.client(),
                cell.database(),
                cell.server(),
                cell.scenario(),
                cell.params(),
                cell.mode(),
                cell.driver() + MARK,
                cell.driverVersion(),
                cell.transport(),
                cell.threads());
    }

    private static Driver twin(Driver driver) {
        return new Driver(
                driver.label() + MARK,
                driver.kind(),
                driver.version(),
                driver.options(),
                driver.jars(),
                driver.libraries(),
                driver.wiring());
    }
}
