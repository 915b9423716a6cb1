package dev.jdbcbench.execution;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import java.time.Duration;
import java.util.Optional;

/**
 * How a run ended, or that bench detached from it.
 *
 * @param fold the measurements
 * @param failure why it ended early, or what could not be cleaned up; empty if all is well
 * @param alone how long it may continue without a bench; empty if it has ended
 * @param behind whether something could not be cleaned up
 */
public record RunOutcome(
        RunDirectory directory, Fold fold, Optional<Failure> failure, Optional<Duration> alone, boolean behind) {

    /** A run that ended earlier. */
    public static RunOutcome before(RunDirectory directory, Fold fold) {
        return new RunOutcome(directory, fold, Optional.empty(), Optional.empty(), false);
    }
}
