package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.plan.Reading;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.store.RunOrigins;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * What a use case finds on this machine.
 *
 * @param results the directory of runs
 * @param origins how this user started runs
 * @param reading how files are read
 */
public record Here(Path results, Clock clock, RunOrigins origins, Reading reading) {
    /**
     * Executes a run, and stores how it was started.
     *
     * @param command the command that starts it
     * @param detached whether to detach once the agent is measuring
     */
    RunOutcome run(String command, Request request, Selection selection, boolean detached, Invoker invoker) {
        String place = Path.of(request.directory()).toAbsolutePath().toString();
        return execution(invoker).run(selection, new RunExecution.Caller(invoker.invocation(), detached, run -> {
            origins.keep(run.origin(command, request.withDirectory(place)));
            invoker.begun(run);
        }));
    }

    /** How a run that this command continues is executed. */
    RunExecution.Caller again(Optional<RunOrigin> origin, boolean detached, Invoker invoker) {
        return new RunExecution.Caller(invoker.invocation(), detached, run -> {
            origin.ifPresent(started -> origins.keep(run.origin(started)));
            invoker.begun(run);
        });
    }

    RunExecution execution(Invoker invoker) {
        return new RunExecution(results, clock, invoker, Optional.empty());
    }
}
