package dev.jdbcbench.result;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.History;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.StopRule;
import dev.jdbcbench.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Equal cells under two labels (A/A): whatever they differ by is no difference of drivers. Pure. */
final class Twins {
    private Twins() {}

    /** Each twin that has a block in common with its original. */
    static List<TwinResult> of(Plan plan, History history) {
        List<TwinResult> twins = new ArrayList<>();
        for (Plan.Twin twin : plan.twins()) {
            Cell cell = twin.cell();
            history.ofTwin(twin)
                    .ifPresent(contrast -> twins.add(new TwinResult(
                            cell.topology(),
                            cell.server(),
                            twin.of(),
                            cell.key(),
                            contrast.ratio(),
                            Contrasts.low(contrast),
                            Contrasts.high(contrast),
                            contrast.apart(),
                            Verdict.of(contrast, contrast.pValue(), StopRule.MARGIN))));
        }
        return twins;
    }

    /** Whether a driver is there for the sake of a twin alone. */
    static boolean isTwin(Plan plan, Driver driver) {
        return plan.twins().stream().anyMatch(twin -> twin.cell().driver().equals(driver.label()));
    }
}
