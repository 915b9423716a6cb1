package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Row;
import org.jspecify.annotations.Nullable;

/** Rows with what follows from other rows. */
final class Rows {
    private Rows() {}

    static Row with(
            Row row, @Nullable Double percentLocal, @Nullable Double percentDistant, @Nullable Published published) {
        return new Row(
                row.key(),
                row.server(),
                row.scenario(),
                row.params(),
                row.mode(),
                row.driver(),
                row.driverVersion(),
                row.transport(),
                row.threads(),
                row.local(),
                row.distant(),
                row.unit(),
                row.ratio(),
                row.differenceMicros(),
                row.roundTripsCounted(),
                row.roundTripsImplied(),
                row.circular(),
                row.bytesUp(),
                row.bytesDown(),
                row.latencyMicros(),
                row.transferMicros(),
                row.predicted(),
                row.residualMicros(),
                row.residualLow(),
                row.residualHigh(),
                row.label(),
                percentLocal,
                percentDistant,
                row.whatIf(),
                published);
    }
}
