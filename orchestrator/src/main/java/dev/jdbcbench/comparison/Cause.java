package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Label;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a cell takes longer far away: the judgement from which its label, its line and the sentences about it are made. */
public enum Cause {
    /** It waits for its counted round trips over the measured RTT. */
    ROUND_TRIPS(Label.LATENCY_BOUND, "latency-bound"),
    /** Waiting would explain it, but its round trips were not counted, or the RTT was not measured. */
    PROBABLY_ROUND_TRIPS(Label.LATENCY_BOUND, "probably latency-bound"),
    /** It moves more bytes than the link can carry quickly. */
    BYTES(Label.BANDWIDTH_BOUND, "bandwidth-bound"),
    /** Its round trips were not counted, and its bytes could explain it as well. */
    ROUND_TRIPS_OR_BYTES(Label.LATENCY_OR_TRANSFER, "latency or transfer"),
    /** It certainly takes longer, and neither explains it. */
    NOT_EXPLAINED(Label.INCONCLUSIVE, "not explained"),
    /** It may not take longer at all: the interval of the added time includes 0, or there are too few groups for one. */
    NOT_CERTAIN(Label.INCONCLUSIVE, "not certain"),
    /** It certainly takes no longer. */
    NOT_SLOWER(Label.INCONCLUSIVE, "not slower"),
    /** The RTT is not known. */
    NOT_KNOWN(null, "not known");

    private final @Nullable Label label;
    private final String text;

    Cause(@Nullable Label label, String text) {
        this.label = label;
        this.text = text;
    }

    /** The coarser label of the published format; empty if the cause is not known. */
    Optional<Label> label() {
        return Optional.ofNullable(label);
    }

    @Override
    public String toString() {
        return text;
    }
}
