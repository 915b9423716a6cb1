package dev.jdbcbench.result.fold;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.TwinResult;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.BiasFloor;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A/A controls: equal cells under two labels, whose difference cannot come from the drivers. Pure. */
public final class TwinResults {
    private TwinResults() {}

    /** The result of each A/A control that shares a block with its original. */
    static List<TwinResult> of(Plan plan, History history) {
        List<TwinResult> twins = new ArrayList<>();
        for (Plan.Twin twin : plan.twins()) {
            Cell cell = twin.cell();
            history.comparing().ofTwin(twin).ifPresent(ratio -> twins.add(result(twin, cell, ratio)));
        }
        return twins;
    }

    private static TwinResult result(Plan.Twin twin, Cell cell, LogRatio ratio) {
        Contrast contrast = Contrast.of(ratio);
        Verdict verdict =
                ComparisonFamily.of(List.of(ratio), Claims.MARGIN).get(0).verdict();
        boolean scatter = ratio.groups() >= Claims.FEWEST_TO_DIFFER;
        return new TwinResult(
                cell.topology(),
                cell.server(),
                twin.of(),
                cell.key(),
                contrast.ratio(),
                Contrasts.low(contrast),
                Contrasts.high(contrast),
                contrast.apart(),
                verdict,
                ratio.groups(),
                verdict == Verdict.UNDECIDED && scatter
                        ? (Integer) ComparisonFamily.groupsToDecide(ratio, Claims.MARGIN, Profile.MOST_FORKS)
                        : null);
    }

    /** Summarises all A/A controls; empty when none has an interval. */
    static Optional<Results.Control> control(History history) {
        return history.comparing()
                .control()
                .filter(floor -> floor.mean().groups() >= Claims.FEWEST_TO_DIFFER)
                .map(TwinResults::control);
    }

    private static Results.Control control(BiasFloor floor) {
        Contrast mean = Contrast.of(floor.mean());
        return new Results.Control(mean.ratio(), mean.low(), mean.high(), Math.expm1(floor.floor()));
    }

    /** Whether a driver exists only for an A/A control. */
    public static boolean isTwin(Plan plan, Driver driver) {
        return plan.twins().stream().anyMatch(twin -> twin.cell().driver().equals(driver.label()));
    }
}
