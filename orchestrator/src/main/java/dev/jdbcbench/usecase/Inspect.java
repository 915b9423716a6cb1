package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import java.util.Optional;

/** {@code explain} and {@code ping}: examine hosts and drivers as a run does, but measure no operation. */
public final class Inspect {
    private Inspect() {}

    /** How the findings are shown. */
    public interface View {
        /** Whether there is anything to show if it ended early. */
        boolean something(Fold fold);

        /** Shows the findings. */
        void show(Fold fold);

        /**
         * The outcome if it completed.
         *
         * @throws Failure if the findings are not good enough
         */
        void verdict(Results results);
    }

    /** Examines, shows what was found, and throws the reason if it ended early. */
    public static void carryOut(StartRun run, View view, Invoker invoker) {
        RunOutcome ended = run.carryOut(false, invoker);
        Fold fold = ended.fold();
        Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
        invoker.close();
        if (ended.failure().isEmpty() || view.something(fold)) {
            view.show(fold);
        }
        invoker.say("run: " + ended.directory().path());
        Optional<Failure> failure = ended.failure().or(() -> unwritten);
        if (failure.isPresent()) {
            throw failure.get();
        }
        view.verdict(fold.results());
    }
}
