package dev.jdbcbench.plan;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A/A controls: on each server the first cell is measured a second time, with its driver under another label. They show how
 * much two equal cells differ on these hosts. Cells that are answered from memory have a control of their own. A gate has none: its
 * verdict does not use it.
 *
 * @param cells the A/A controls; none if the profile has too few forks for claims
 * @param drivers those of the selection and of the controls
 */
public record Twins(List<Plan.Twin> cells, List<Driver> drivers) {
    /** Users cannot choose a label with a tilde. */
    private static final String MARK = "~twin";

    static Twins of(Profile profile, Goal goal, List<Plan.Entry> entries, List<Driver> drivers) {
        Map<String, Plan.Twin> cells = new LinkedHashMap<>();
        Map<String, Driver> labelled = new LinkedHashMap<>();
        if (profile.claims() && goal.failAbove() == null) {
            for (Plan.Entry entry : entries) {
                Cell cell = entry.cell();
                String place = cell.topology() + " " + cell.server() + (cell.inMemory() ? " " + cell.transport() : "");
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
        return cell.withDriver(cell.driver() + MARK);
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
