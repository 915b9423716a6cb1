package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Plan;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** {@code run}, and what other commands measure like it: provisions, measures, collects, cleans up. */
public final class StartRun {
    private final String command;
    private final Request request;
    private final Selection selection;
    private final Here here;

    private StartRun(String command, Request request, Selection selection, Here here) {
        this.command = command;
        this.request = request;
        this.selection = selection;
        this.here = here;
    }

    /**
     * A run of what is asked for.
     *
     * @param command the command that asks for it
     * @throws Failure.Input with all problems of the request
     */
    public static StartRun of(String command, Request request, Here here) {
        return of(command, Inputs.read(request, here.reading()), here);
    }

    /** A run of what is asked for, with these contents of files. */
    public static StartRun of(String command, Inputs inputs, Here here) {
        return new StartRun(command, inputs.request(), Planner.select(inputs), here);
    }

    /** A copy that measures something else. */
    public StartRun changed(UnaryOperator<Selection> change) {
        return new StartRun(command, request, change.apply(selection), here);
    }

    /** What it measures. */
    public Selection selection() {
        return selection;
    }

    /**
     * Executes it.
     *
     * @param detached whether to detach once the agent is measuring
     */
    public RunOutcome carryOut(boolean detached, Invoker invoker) {
        return here.run(command, request, selection, detached, invoker);
    }

    /**
     * Examines the hosts, but changes and measures nothing.
     *
     * @param commands receives each command that would change a host
     * @return what would be measured
     */
    public Plan dryRun(Consumer<String> commands, Invoker invoker) {
        return new RunExecution(here.results(), here.clock(), invoker, Optional.of(commands)).dryRun(selection);
    }
}
