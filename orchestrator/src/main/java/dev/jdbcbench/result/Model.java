package dev.jdbcbench.result;

import dev.jdbcbench.result.Collected.Label;
import dev.jdbcbench.result.Collected.Link;
import dev.jdbcbench.result.Collected.Prediction;
import dev.jdbcbench.result.Collected.Row;
import dev.jdbcbench.result.Collected.Score;
import dev.jdbcbench.result.Collected.Value;
import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.SideBySide.Pair;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why distant is slower: {@code distant = local + k·RTT + bytes/bandwidth + residual}, with k as it was counted, the RTT as the pings say
 * it, and the bandwidth as payloads of growing size do. Nothing of it is fitted to the rows that it explains.
 */
final class Model {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    /** A part that makes up half of the difference is what it is mostly made of. */
    private static final double MOST = 0.5;

    /** A part that is larger than the whole explains nothing, beyond what the parts may be off. */
    private static final double TOO_MUCH = 1.5;

    /** 10 Gbit/s: what takes longer than a round trip even on such a link is not waiting for round trips only. */
    private static final double FAST_LINK_BYTES_PER_MICRO = 1250;

    private final Links links;
    private final Map<String, Event.Exchange> exchanges;
    private final List<Double> distances;

    /**
     * For rows between which and their servers these links are.
     *
     * @param exchanges by the {@link dev.jdbcbench.run.Cell#exchangeKey()} of cells
     * @param distances for which times are predicted: the RTT that the distance adds, µs
     */
    Model(Links links, Map<String, Event.Exchange> exchanges, List<Double> distances) {
        this.links = links;
        this.exchanges = exchanges;
        this.distances = distances;
    }

    /** One cell near and far, explained as far as is known; without what comes from other rows. */
    Row row(Pair pair) {
        CellResult local = pair.local().result();
        CellResult distant = pair.distant().result();
        double near = Links.score(pair.local());
        double far = Links.score(pair.distant());
        Optional<Event.Exchange> exchange =
                Optional.ofNullable(exchanges.get(pair.local().cell().exchangeKey()));
        Link link = links.of(pair);
        Optional<Double> rtt = Links.rttOfDistance(link);
        boolean implied = Links.implied(link);
        @Nullable
        Double latency = implied || rtt.isEmpty()
                ? null
                : exchange.map(counted -> counted.roundTrips() * rtt.get()).orElse(null);
        @Nullable
        Double transfer = exchange.map(counted -> transfer(counted, link)).orElse(null);
        @Nullable
        Double predicted = latency == null ? null : (Double) (near + latency + (transfer == null ? 0 : transfer));
        @Nullable Double half = predicted == null ? null : half(local, distant, exchange, link);
        return new Row(
                pair.key(),
                local.server(),
                local.scenario(),
                local.params(),
                local.mode(),
                local.driver(),
                local.driverVersion(),
                local.transport(),
                local.threads(),
                new Score(local.score(), local.low(), local.high()),
                new Score(distant.score(), distant.low(), distant.high()),
                local.unit(),
                far / near,
                far - near,
                exchange.map(Event.Exchange::roundTrips).orElse(null),
                rtt.map(micros -> implied(local, distant, micros)).orElse(null),
                implied && Links.certain(pair),
                exchange.map(Event.Exchange::bytesUp).orElse(null),
                exchange.map(Event.Exchange::bytesDown).orElse(null),
                latency,
                transfer,
                predicted,
                predicted == null ? null : (Double) (far - predicted),
                predicted == null || half == null ? null : (Double) (far - predicted - half),
                predicted == null || half == null ? null : (Double) (far - predicted + half),
                label(local, distant, rtt, latency, transfer, exchange),
                null,
                null,
                exchange.map(counted -> distances.stream()
                                .map(micros -> new Prediction(
                                        micros,
                                        near + counted.roundTrips() * micros + (transfer == null ? 0 : transfer)))
                                .toList())
                        .orElse(List.of()),
                null);
    }

    private static @Nullable Double transfer(Event.Exchange exchange, Link link) {
        Double up = link.upMicrosPerMegabyte();
        Double down = link.downMicrosPerMegabyte();
        return up == null || down == null
                ? null
                : (Double) ((exchange.bytesUp() * up + exchange.bytesDown() * down) / BYTES_PER_MEGABYTE);
    }

    private static Value implied(CellResult local, CellResult distant, double rttMicros) {
        double difference = Objects.requireNonNull(distant.score()) - Objects.requireNonNull(local.score());
        Double half = half(local, distant);
        return half == null
                ? new Value(difference / rttMicros, null, null)
                : new Value(difference / rttMicros, (difference - half) / rttMicros, (difference + half) / rttMicros);
    }

    /** The two sides are independent: their half widths add as squares. */
    static @Nullable Double half(CellResult local, CellResult distant) {
        if (local.low() == null || local.high() == null || distant.low() == null || distant.high() == null) {
            return null;
        }
        return Math.hypot(local.high() - local.low(), distant.high() - distant.low()) / 2;
    }

    /** The same with what the RTT may be off, as often as the operation waits for it. */
    private static @Nullable Double half(
            CellResult local, CellResult distant, Optional<Event.Exchange> exchange, Link link) {
        Double half = half(local, distant);
        Double rtt = link.rtt() == null ? null : link.rtt().halfWidthMicros();
        double roundTrips = exchange.map(Event.Exchange::roundTrips).orElse(0.0);
        return half == null ? null : (Double) Math.hypot(half, rtt == null ? 0 : roundTrips * rtt);
    }

    private static @Nullable Label label(
            CellResult local,
            CellResult distant,
            Optional<Double> rtt,
            @Nullable Double latency,
            @Nullable Double transfer,
            Optional<Event.Exchange> exchange) {
        double difference = Objects.requireNonNull(distant.score()) - Objects.requireNonNull(local.score());
        Double half = half(local, distant);
        if (rtt.isEmpty()) {
            return null;
        }
        if (half != null && difference <= half) {
            return Label.INCONCLUSIVE;
        }
        long bytes = exchange.map(counted -> counted.bytesUp() + counted.bytesDown())
                .orElseGet(() -> ScenarioCatalogue.of(local.scenario())
                        .map(ScenarioCatalogue.Entry::payloadBytes)
                        .orElse(0L));
        boolean heavy = bytes / FAST_LINK_BYTES_PER_MICRO > rtt.get();
        if (latency == null) {
            // Nobody counted: what the difference implies is all there is.
            return heavy
                    ? Label.BANDWIDTH_BOUND
                    : difference >= MOST * rtt.get() ? Label.LATENCY_BOUND : Label.INCONCLUSIVE;
        }
        double moved = transfer == null ? 0 : transfer;
        if (latency >= moved && isMost(latency, difference)) {
            return Label.LATENCY_BOUND;
        }
        boolean rest = heavy && difference - latency - moved >= MOST * difference;
        return isMost(moved, difference) || rest ? Label.BANDWIDTH_BOUND : Label.INCONCLUSIVE;
    }

    private static boolean isMost(double part, double whole) {
        return part >= MOST * whole && part <= TOO_MUCH * whole;
    }
}
