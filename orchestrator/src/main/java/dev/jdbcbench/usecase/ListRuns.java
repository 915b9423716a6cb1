package dev.jdbcbench.usecase;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.ListedRun;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.store.RunSummary;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** {@code list runs}: the runs that are known on this machine. */
public final class ListRuns {
    private ListRuns() {}

    /** The runs of this machine, newest first. */
    public static List<ListedRun> of(RunStore store, Clock clock) {
        Instant now = clock.instant();
        return store.newestFirst().parallelStream()
                .map(directory -> listed(directory, now))
                .toList();
    }

    private static ListedRun listed(RunDirectory directory, Instant now) {
        try {
            RunSummary run = directory.summary();
            Plan plan = run.plan();
            Goal.Extent extent = plan.goal().extent();
            return new ListedRun(
                    directory.run(),
                    run.complete() ? "complete" : run.closed() ? "incomplete" : "open",
                    distinct(plan, cell -> cell.topology().id()),
                    distinct(plan, cell -> DriverName.of(cell.driver(), cell.driverVersion())),
                    distinct(plan, Cell::scenarioWithParams),
                    plan.createdAt(),
                    Math.max(0, Duration.between(plan.createdAt(), now).toSeconds()),
                    plan.name(),
                    plan.tags(),
                    extent == Goal.Extent.MEASURE ? plan.profile().name() : extent.toString(),
                    plan.cells().size(),
                    run.complete(),
                    null);
        } catch (Failure e) {
            return ListedRun.unreadable(directory.run(), e.why());
        }
    }

    private static List<String> distinct(Plan plan, Function<Cell, String> part) {
        return plan.cells().stream().map(part).distinct().toList();
    }
}
