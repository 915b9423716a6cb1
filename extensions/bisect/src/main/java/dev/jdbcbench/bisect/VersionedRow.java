package dev.jdbcbench.bisect;

import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.result.CellResult;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One operation over the versions, oldest first. */
public record VersionedRow(RowId row, List<Point> points) {
    public VersionedRow {
        points = List.copyOf(points);
    }

    /**
     * An operation with one version.
     *
     * @param reason why it has no exchange; null if it has one
     * @param ownMicros what the driver's own code costs, at a look without an interval; null if it is not known
     * @param allocBytes null if it is not known
     * @param warm false if the driver was still warming up at that look
     */
    public record Point(
            String version,
            @Nullable Exchange exchange,
            @Nullable String reason,
            @Nullable Double ownMicros,
            @Nullable Double allocBytes,
            boolean warm) {
        static Point of(CellResult cell) {
            OwnCost own = cell.cost().own();
            Exchange exchange = cell.traffic().exchange();
            return new Point(
                    cell.cell().driverVersion(),
                    exchange,
                    exchange != null
                            ? null
                            : Objects.requireNonNullElse(
                                    cell.reason(),
                                    Objects.requireNonNullElse(cell.traffic().exchangeUnavailable(), "not counted")),
                    own == null ? null : own.micros(),
                    own == null ? null : own.allocBytes(),
                    own == null || own.warm());
        }

        /** The same version of another run. Of several looks, the lowest counts: what disturbs one only adds to it. */
        Point or(Point other) {
            boolean lower = other.ownMicros != null && (ownMicros == null || other.ownMicros < ownMicros);
            Point own = lower ? other : this;
            Point counted = exchange == null ? other : this;
            return new Point(version, counted.exchange, counted.reason, own.ownMicros, own.allocBytes, own.warm);
        }

        /** Whether it exchanges the same as the version before. */
        boolean same(Point before, RowId row) {
            Exchange was = before.exchange;
            Exchange is = exchange;
            if (was == null || is == null) {
                return was == null && is == null;
            }
            var operation = new ExchangeDiff.Operation(row.row(), row, version, was, is, null, null);
            return !operation.otherRoundTrips() && !operation.otherCommands() && !operation.otherBytes();
        }
    }
}
