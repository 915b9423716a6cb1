package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.Parts;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to settle, and what it may cost.
 *
 * @param contrast along what cells are compared
 * @param base a glob that names the base of the comparisons; null for the first cell of each group
 * @param budget how long the agent may work; null when the profile says enough
 * @param percentiles whether each cell gets one more fork, for the percentiles of its service time
 * @param force whether hosts that are plainly unfit are measured anyway
 * @param explain whether round trips are counted before anything is measured
 * @param extent how far the run goes
 * @param forkLimit how long a fork, or a look at a cell before, may take until it is ended as hung; null for as long as it may need
 */
public record Goal(
        Axis contrast,
        @Nullable String base,
        @Nullable Duration budget,
        boolean percentiles,
        boolean force,
        @JsonProperty(isRequired = OptBoolean.FALSE) boolean explain,
        @JsonProperty(isRequired = OptBoolean.FALSE) Extent extent,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Duration forkLimit) {
    /** How the reason begins why there is no more of something when the budget left no time for it. */
    public static final String BUDGET_EXHAUSTED = "budget exhausted";

    /** No cell has a longer key. */
    private static final int LONGEST_GLOB = 2000;

    /** Drivers are compared with the first one, and the profile alone says when it is enough. */
    public static final Goal DEFAULT = new Goal(Axis.DRIVER, null, null, false, false);

    /** How far a run goes. */
    public enum Extent {
        /** The RTT is measured, and nothing else. */
        PING,
        /** Round trips are counted, and nothing is measured. */
        EXPLAIN,
        /** To the end. */
        MEASURE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Goal {
        // plans of before there were others
        extent = extent == null ? Extent.MEASURE : extent;
        Parts.present(contrast, "contrast");
        if (base != null) {
            Parts.name(base, "base");
        }
        if (budget != null) {
            Parts.duration(budget, "budget");
        }
        if (forkLimit != null) {
            Parts.duration(forkLimit, "forkLimit");
        }
    }

    /** A goal to measure, without counting round trips before. */
    public Goal(Axis contrast, @Nullable String base, @Nullable Duration budget, boolean percentiles, boolean force) {
        this(contrast, base, budget, percentiles, force, false, Extent.MEASURE, null);
    }

    /** Why a text cannot be the glob of a base; empty when it can. */
    public static Optional<String> baseProblem(String glob) {
        if (glob.isBlank()) {
            return Optional.of("names no cell; leave it out to compare with the first");
        }
        return glob.length() <= LONGEST_GLOB
                ? Optional.empty()
                : Optional.of("has " + glob.length() + " characters, and " + LONGEST_GLOB + " at most are taken");
    }

    /** The glob of the base, if one was named. */
    public Optional<String> baseGlob() {
        return Optional.ofNullable(base);
    }

    /** A copy with or without counting round trips, so far. */
    public Goal explaining(boolean counts, Extent far) {
        return new Goal(contrast, base, budget, percentiles, force, counts, far, forkLimit);
    }

    /** The same along another axis, with another base; null for the first cell of each group. */
    public Goal comparing(Axis axis, @Nullable String other) {
        return new Goal(axis, other, budget, percentiles, force, explain, extent, forkLimit);
    }

    /** A copy with another limit of the time. */
    public Goal within(@Nullable Duration limit) {
        return new Goal(contrast, base, limit, percentiles, force, explain, extent, forkLimit);
    }
}
