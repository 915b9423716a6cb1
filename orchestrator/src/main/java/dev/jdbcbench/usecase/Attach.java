package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.store.RunDirectory;
import java.util.List;
import java.util.Optional;

/** {@code attach} and {@code stop}: follows a detached run, or ends it. */
public final class Attach {
    private final NamedRun run;

    /** Attaches to a run. */
    public Attach(NamedRun run) {
        this.run = run;
    }

    /** Follows it to its end. */
    public RunOutcome follow(Invoker invoker) {
        Optional<RunOutcome> ended = run.closed() ? Optional.empty() : rejoin(Rejoin.Purpose.FOLLOW, invoker);
        return ended.orElseGet(() -> {
            RunDirectory directory = run.directory()
                    .orElseThrow(() -> new Failure.Input(
                            "run " + run.id() + " was not found",
                            List.of("it is neither in the results directory nor on its hosts"),
                            "./bench status shows the runs that are on hosts; --hosts FILE names other hosts."));
            invoker.say("run " + run.id() + " has ended");
            return RunOutcome.before(directory, directory.read());
        });
    }

    /**
     * Ends it.
     *
     * @return how it ended; empty if it had ended before
     */
    public Optional<RunOutcome> stop(Invoker invoker) {
        Optional<RunOutcome> ended = rejoin(Rejoin.Purpose.STOP, invoker);
        if (ended.isEmpty() && run.directory().isEmpty()) {
            throw new Failure.Input(
                    "there is no run " + run.id(),
                    List.of("neither here nor on the hosts"),
                    "./bench status shows the runs that are on hosts; --hosts FILE names other hosts.");
        }
        return ended;
    }

    private Optional<RunOutcome> rejoin(Rejoin.Purpose purpose, Invoker invoker) {
        return new Rejoin(run.here().results(), run.here().clock(), invoker)
                .carryOut(run.id(), run.directory(), run.hosts(), purpose);
    }
}
