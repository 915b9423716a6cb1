package dev.jdbcbench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.comparison.Collected.Label;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cell near and far. In JSON most parts are flattened: their members appear side by side.
 *
 * @param unit the unit of both times
 * @param ratio distant to local
 * @param differenceMicros distant minus local, µs
 * @param whatIf predictions at other distances, nearest first; empty when nothing can be predicted
 * @param published figures of the reference for this cell; null when it has none
 * @param ownMicros what the driver's own code costs, near and far; null when no run looked
 */
public record Row(
        String key,
        @JsonUnwrapped Subject subject,
        Score local,
        Score distant,
        String unit,
        double ratio,
        double differenceMicros,
        @JsonUnwrapped Traffic traffic,
        @JsonUnwrapped Explained explained,
        @JsonUnwrapped Percent percent,
        List<Prediction> whatIf,
        @Nullable Published published,
        @MayBeMissing @Nullable Double ownMicros) {
    public Row {
        whatIf = List.copyOf(whatIf);
    }

    /**
     * Network traffic per operation.
     *
     * @param roundTripsCounted null when they were not counted
     * @param roundTripsImplied the difference in RTTs; null when the RTT is unknown
     * @param circular whether the RTT was derived from this very row, so its implied round trips prove nothing
     * @param bytesUp from client to server; null when they were not counted
     * @param bytesDown from server to client; null when they were not counted
     */
    public record Traffic(
            @Nullable Double roundTripsCounted,
            @Nullable Value roundTripsImplied,
            boolean circular,
            @Nullable Long bytesUp,
            @Nullable Long bytesDown) {}

    /**
     * The parts of the difference, by the model.
     *
     * @param latencyMicros predicted waiting time: counted round trips times the RTT added by distance
     * @param transferMicros predicted transfer time; null when the bandwidth was not measured
     * @param predicted the distant time predicted by the model, µs
     * @param residualMicros distant minus predicted
     * @param residualLow lower limit of the 95 % interval, µs
     * @param cause the main cause
     */
    public record Explained(
            @Nullable Double latencyMicros,
            @Nullable Double transferMicros,
            @Nullable Double predicted,
            @Nullable Double residualMicros,
            @Nullable Double residualLow,
            @Nullable Double residualHigh,
            Cause cause) {
        /** The main cause, more coarsely; null when it cannot be determined. */
        @JsonProperty("label")
        public @Nullable Label label() {
            return cause.label().orElse(null);
        }
    }

    /**
     * Both times as a percentage of the group's base, which is 100 on each side.
     *
     * @param percentLocal null where the group has no base
     * @param percentDistant null where the group has no base
     */
    public record Percent(
            @Nullable Double percentLocal, @Nullable Double percentDistant) {
        /** Placeholder until the group is known. */
        static final Percent UNKNOWN = new Percent(null, null);
    }

    /** Returns a copy with the values that depend on other rows and on publications. */
    Row with(Percent other, @Nullable Published figures) {
        return new Row(
                key,
                subject,
                local,
                distant,
                unit,
                ratio,
                differenceMicros,
                traffic,
                explained,
                other,
                whatIf,
                figures,
                ownMicros);
    }
}
