package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ServerPathFacts.BandwidthMeasured;
import dev.jdbcbench.event.Transfer;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.result.BandwidthResult;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Computes the time per byte to and from a server, from payloads of several sizes. */
final class Bandwidths {
    /** Smaller payloads differ by less than the noise. */
    private static final long SMALLEST_BYTES = 10_000;

    private Bandwidths() {}

    /** The bandwidth of each server for which it was measured. */
    static List<BandwidthResult> of(List<Event> events) {
        return Event.facts(events, BandwidthMeasured.class).stream()
                .map(measured -> new BandwidthResult(
                        measured.topology(),
                        measured.server(),
                        orNull(microsPerMegabyte(measured.up())),
                        orNull(microsPerMegabyte(measured.down())),
                        measured.unavailable()))
                .toList();
    }

    /**
     * The slope of time over size: the median of the slopes between all pairs of sizes (Theil 1950, Sen 1968), which a single
     * disturbed size does not affect. Empty with fewer than two sizes.
     */
    static OptionalDouble microsPerMegabyte(List<Transfer> transfers) {
        List<Double> slopes = new ArrayList<>();
        List<Transfer> large = transfers.stream()
                .filter(transfer ->
                        transfer.bytes() >= SMALLEST_BYTES && !transfer.micros().isEmpty())
                .toList();
        for (int i = 0; i < large.size(); i++) {
            for (int j = i + 1; j < large.size(); j++) {
                double micros = median(large.get(j)) - median(large.get(i));
                slopes.add(micros
                        * Unit.BYTES_PER_MEGABYTE
                        / (large.get(j).bytes() - large.get(i).bytes()));
            }
        }
        return slopes.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(slopes));
    }

    private static double median(Transfer transfer) {
        return Summary.median(transfer.micros());
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
