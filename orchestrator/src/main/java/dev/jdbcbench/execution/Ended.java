package dev.jdbcbench.execution;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.store.RunDirectory;
import java.time.Duration;
import java.util.Optional;

/**
 * How a run ended, or was left.
 *
 * @param fold what was measured
 * @param failure why it ended early, or what could not be undone; empty when all is well
 * @param alone how long it may continue without any bench; empty when it has ended
 * @param behind whether something could not be undone
 */
public record Ended(
        RunDirectory directory, Fold fold, Optional<Failure> failure, Optional<Duration> alone, boolean behind) {

    /** A run that ended earlier. */
    public static Ended before(RunDirectory directory, Fold fold) {
        return new Ended(directory, fold, Optional.empty(), Optional.empty(), false);
    }
}
