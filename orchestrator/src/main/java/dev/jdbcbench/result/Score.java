package dev.jdbcbench.result;

import dev.jdbcbench.statistics.sample.Mover;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A time with its 95 % interval, µs/op.
 *
 * @param score null when it was not measured
 * @param low null with fewer than three forks
 * @param high null with fewer than three forks
 */
public record Score(
        @Nullable Double score,
        @Nullable Double low,
        @Nullable Double high) {
    /** The score of a cell that was not measured. */
    public static final Score NONE = new Score(null, null, null);

    /** The score for further calculations; empty without an interval. */
    public Optional<Mover> mover() {
        return score == null || low == null || high == null
                ? Optional.empty()
                : Optional.of(new Mover(score, low, high));
    }
}
