package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Extension;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import java.util.Optional;

/** {@code resume}: continues a run that ended early, or measures more. */
public final class Resume {
    private final String name;
    private final NamedRun run;
    private final Extension more;
    private final Optional<NamedRun.Again> repeated;

    private Resume(String name, NamedRun run, Extension more, Optional<NamedRun.Again> repeated) {
        this.name = name;
        this.run = run;
        this.more = more;
        this.repeated = repeated;
    }

    /**
     * The continuation of a run.
     *
     * @param more how much more to measure than was planned
     * @param repeated what the user asks for again, if this user did not start it here
     * @throws Failure.Input before anything is contacted, if it cannot be continued
     */
    public static Resume of(String name, HostsNow where, Extension more, Optional<NamedRun.Again> repeated, Here here) {
        Resume resume = new Resume(name, NamedRun.of(name, where, here), more, repeated);
        if (resume.run.directory().isPresent() && resume.nothingMissing().isEmpty()) {
            resume.run.request(repeated);
        }
        return resume;
    }

    /** The command that removes everything that bench left on the run's hosts. */
    public String clean() {
        return run.clean();
    }

    /** How it ended, if nothing is left to do. */
    private Optional<RunOutcome> nothingMissing() {
        if (!run.closed() || !more.isEmpty()) {
            return Optional.empty();
        }
        RunDirectory directory = run.directory().orElseThrow();
        Fold fold = directory.read();
        return fold.results().complete() ? Optional.of(RunOutcome.before(directory, fold)) : Optional.empty();
    }

    /**
     * Continues it.
     *
     * @param detached whether to detach once the agent is measuring
     */
    public RunOutcome carryOut(boolean detached, Invoker invoker) {
        Optional<RunOutcome> nothing = nothingMissing();
        if (nothing.isPresent()) {
            return complete(nothing.get(), invoker);
        }
        Here here = run.here();
        Optional<RunOutcome> rejoined = new Rejoin(here.results(), here.clock(), invoker)
                .carryOut(run.id(), run.directory(), run.hosts(), Rejoin.Purpose.FOLLOW);
        Optional<Failure> failure = rejoined.flatMap(RunOutcome::failure);
        boolean interrupted =
                failure.filter(Failure.Interrupted.class::isInstance).isPresent();
        if (interrupted || rejoined.filter(RunOutcome::behind).isPresent()) {
            return rejoined.orElseThrow();
        }
        failure.ifPresent(reason -> invoker.say(reason.getMessage() + ": " + reason.why()));
        invoker.continueWork();
        // Look for the run again: files that were only on the hosts are here now.
        NamedRun now = NamedRun.of(name, run.where(), here);
        Request request = now.request(repeated);
        RunDirectory directory = now.directory().orElseThrow();
        Fold fold = directory.read();
        if (fold.results().complete() && more.isEmpty()) {
            return complete(RunOutcome.before(directory, fold), invoker);
        }
        Selection selection =
                Planner.select(Inputs.read(request.withSeed(fold.plan().seed()), here.reading()));
        return here.execution(invoker).resume(selection, directory, more, here.again(now.origin(), detached, invoker));
    }

    private static RunOutcome complete(RunOutcome ended, Invoker invoker) {
        invoker.say("run " + ended.directory().run()
                + " is complete: nothing is missing (--target, --groups or --budget measure more)");
        return ended;
    }
}
