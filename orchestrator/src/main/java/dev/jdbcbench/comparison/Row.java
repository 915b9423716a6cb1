package dev.jdbcbench.comparison;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.comparison.Collected.Label;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cell near and far. In JSON most of its parts are not seen: their members stand side by side.
 *
 * @param unit of both times
 * @param ratio distant to local
 * @param differenceMicros distant less local
 * @param whatIf predictions at other distances, the nearest first; empty when nothing can be predicted
 * @param published the same in the reference; null when it has none
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
        @Nullable Published published) {
    public Row {
        whatIf = List.copyOf(whatIf);
    }

    /**
     * What goes back and forth per operation.
     *
     * @param roundTripsCounted null when they were not counted
     * @param roundTripsImplied the difference in RTTs; null when the RTT is not known
     * @param circular whether the RTT was found from this very row, so its implied round trips prove nothing
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
     * What the difference is made of, by the model.
     *
     * @param latencyMicros the part of the prediction that is waiting: counted round trips times the RTT of the distance
     * @param transferMicros the part that is transfer; null when the bandwidth was not measured
     * @param predicted the distant time by the model
     * @param residualMicros distant less predicted
     * @param residualLow of its 95 % interval, µs
     * @param label null when nothing can be said
     */
    public record Explained(
            @Nullable Double latencyMicros,
            @Nullable Double transferMicros,
            @Nullable Double predicted,
            @Nullable Double residualMicros,
            @Nullable Double residualLow,
            @Nullable Double residualHigh,
            @Nullable Label label) {}

    /**
     * In percent of the base of its group, which is 100 on each side.
     *
     * @param percentLocal null where the group has no base
     * @param percentDistant null where the group has no base
     */
    public record Percent(
            @Nullable Double percentLocal, @Nullable Double percentDistant) {
        /** Before the group is known. */
        static final Percent UNKNOWN = new Percent(null, null);
    }

    /** A copy with what follows from other rows, and from what was published. */
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
                figures);
    }
}
