package dev.jdbcbench.run;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to settle, and what it may cost.
 *
 * @param contrast along what cells are compared
 * @param base a glob that names the base of the comparisons; null for the first cell of each group
 * @param budget how long the agent may work; null when the profile says enough
 * @param percentiles whether each cell gets one more fork, for the percentiles of its service time
 * @param force whether hosts that are plainly unfit are measured all the same
 */
public record Goal(
        Axis contrast, @Nullable String base, @Nullable Duration budget, boolean percentiles, boolean force) {
    /** Drivers are compared with the first one, and the profile alone says when it is enough. */
    public static final Goal DEFAULT = new Goal(Axis.DRIVER, null, null, false, false);

    /** The glob of the base, if one was named. */
    public Optional<String> baseGlob() {
        return Optional.ofNullable(base);
    }
}
