package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The question that a run should answer, and the effort it may take.
 *
 * @param contrast axis along which cells are compared
 * @param base a glob that selects the base of the comparisons; null for the first cell of each group
 * @param budget time that the agent may work; null when only the profile limits the run
 * @param percentiles whether each cell gets an additional fork for the percentiles of its service time
 * @param force whether to measure on clearly unsuitable hosts
 * @param explain whether to count round trips before anything is measured
 * @param own whether to measure what each driver's own code costs when round trips are counted
 * @param extent how far the run goes
 * @param forkLimit time after which a fork, or a preliminary check of a cell, is killed as hung; null for the default limit
 * @param failAbove the limit of a gate: comparisons are decided when they are known to be above or below it, 0.05 for 5 %
 *     longer than the base; null without a gate
 */
@RecordBuilder
public record Goal(
        Axis contrast,
        @Nullable String base,
        @Nullable Duration budget,
        boolean percentiles,
        boolean force,
        @JsonProperty(isRequired = OptBoolean.FALSE) boolean explain,
        @JsonProperty(isRequired = OptBoolean.FALSE) boolean own,
        @JsonProperty(isRequired = OptBoolean.FALSE) Extent extent,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Duration forkLimit,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Double failAbove)
        implements GoalBuilder.With {
    /** The largest limit of a gate: a candidate may take eleven times as long. */
    public static final double MOST_ABOVE = 10;

    /** No cell has a longer key. */
    private static final int LONGEST_GLOB = 2000;

    /** Compares drivers with the first one; only the profile limits the run. */
    public static final Goal DEFAULT = new Goal(Axis.DRIVER, null, null, false, false);

    /** How far a run goes. */
    public enum Extent {
        /** Only measures the RTT. */
        PING,
        /** Counts round trips without measuring. */
        EXPLAIN,
        /** Records where the time of each cell goes, without measuring. */
        PROFILE,
        /** The complete run. */
        MEASURE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Goal {
        // older plans have no extent
        extent = extent == null ? Extent.MEASURE : extent;
        PartCheck.present(contrast, "contrast");
        if (base != null) {
            PartCheck.name(base, "base");
        }
        if (budget != null) {
            PartCheck.duration(budget, "budget");
        }
        if (forkLimit != null) {
            PartCheck.duration(forkLimit, "forkLimit");
        }
        if (failAbove != null && !(failAbove > 0 && failAbove <= MOST_ABOVE)) {
            throw new IllegalArgumentException("failAbove: above 0 and at most " + MOST_ABOVE + ", not " + failAbove);
        }
    }

    /** A goal for measuring without counting round trips. */
    public Goal(Axis contrast, @Nullable String base, @Nullable Duration budget, boolean percentiles, boolean force) {
        this(contrast, base, budget, percentiles, force, false, false, Extent.MEASURE, null, null);
    }

    /** Why a text is not valid as the glob of a base; empty when it is. */
    public static Optional<String> baseProblem(String glob) {
        if (glob.isBlank()) {
            return Optional.of("names no cell; leave it out to compare with the first");
        }
        return glob.length() <= LONGEST_GLOB
                ? Optional.empty()
                : Optional.of("has " + glob.length() + " characters; at most " + LONGEST_GLOB + " are allowed");
    }

    /** The glob of the base, if there is one. */
    public Optional<String> baseGlob() {
        return Optional.ofNullable(base);
    }

    /** A copy with this extent, with or without counting round trips. */
    public Goal explaining(boolean counts, Extent far) {
        return with(copy -> copy.explain(counts).extent(far));
    }

    /** A copy with another axis and base; null for the first cell of each group. */
    public Goal comparing(Axis axis, @Nullable String other) {
        return with(copy -> copy.contrast(axis).base(other));
    }

    /** A copy without the additional forks for percentiles, if other forks show them. */
    public Goal withoutPercentilesIf(boolean known) {
        return withPercentiles(percentiles && !known);
    }
}
