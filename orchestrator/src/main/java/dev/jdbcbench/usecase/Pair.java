package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Executes several runs of two drivers within one use case, one after the other. */
public final class Pair {
    private final Invoker invoker;
    private boolean begun;
    private @Nullable Results last;

    public Pair(Invoker invoker) {
        this.invoker = invoker;
    }

    /**
     * Executes a run and writes its files.
     *
     * @throws Failure.Interrupted if the use case was asked to stop after the previous run
     */
    public RunOutcome run(StartRun run) {
        if (begun) {
            invoker.continueWork();
        }
        begun = true;
        RunOutcome ended = run.carryOut(false, invoker);
        Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
        invoker.close();
        invoker.say("run: " + ended.directory().path());
        if (ended.failure().isEmpty() && unwritten.isPresent()) {
            throw unwritten.get();
        }
        return ended;
    }

    /** Counts what both drivers exchange with the server. */
    public ExchangeDiff count(StartRun run) {
        return ExchangeDiff.of(counts(run));
    }

    /** Counts what all drivers of a run exchange with the server. */
    public Results counts(StartRun run) {
        RunOutcome ended = run(run.changed(selection -> selection.with(copy -> copy.profile(
                        Profile.SMOKE.withForks(1, 1))
                .goal(selection.goal().withFailAbove(null).withBudget(null).explaining(true, Goal.Extent.EXPLAIN)))));
        if (ended.failure().isPresent()) {
            throw ended.failure().get();
        }
        Results counted = ended.fold().results();
        last = counted;
        return counted;
    }

    /** The results of the last {@link #count}; null before the first one. */
    public @Nullable Results last() {
        return last;
    }
}
