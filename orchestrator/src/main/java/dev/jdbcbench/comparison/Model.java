package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Link;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.SideBySide.Pair;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.statistics.sample.Mover;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Explains why distant is slower: {@code distant = local + k·RTT + bytes/bandwidth + residual}. k is counted, the RTT comes
 * from the pings and the bandwidth from payloads of growing size. Nothing is fitted to the rows that it explains.
 */
final class Model {
    /** A part that makes up at least half of the difference is its main cause. */
    private static final double MAIN_CAUSE_SHARE = 0.5;

    /** A part that exceeds the whole difference by more than its possible error explains nothing. */
    private static final double LARGEST_SHARE = 1.5;

    /**
     * 10 Gbit/s: an operation whose transfer takes longer than a round trip even on such a link waits for more than round
     * trips.
     */
    private static final double FAST_LINK_BYTES_PER_MICRO = 1250;

    /** 10 Mbit/s: databases are not used over slower links. */
    private static final double SLOW_LINK_BYTES_PER_MICRO = 1.25;

    /**
     * Operations that move about 10 000 bytes, more than TCP sends in one round trip before it waits for an acknowledgement.
     */
    private static final Set<String> TEN_KILOBYTES =
            Set.of("InsertBatch100", "InsertBatch100Keys", "UpsertBatch100", "StatementBatch100", "Select1000Rows");

    private final Links links;
    private final Map<String, Exchange> exchanges;
    private final List<Double> distances;

    /**
     * A model for rows measured over these links.
     *
     * @param exchanges counted exchanges, by the {@link dev.jdbcbench.run.Cell#exchangeKey()} of their cells
     * @param distances distances to predict: the RTT added by each, µs
     */
    Model(Links links, Map<String, Exchange> exchanges, List<Double> distances) {
        this.links = links;
        this.exchanges = exchanges;
        this.distances = distances;
    }

    /** Explains one cell near and far, as far as possible. Values that depend on other rows are left out. */
    Row row(Pair pair) {
        CellResult local = pair.local().result();
        CellResult distant = pair.distant().result();
        double near = Links.score(pair.local());
        double far = Links.score(pair.distant());
        Optional<Exchange> exchange =
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
        Optional<Mover> residual = predicted == null ? Optional.empty() : residual(pair, exchange, link, transfer);
        return new Row(
                pair.key(),
                local.cell().subject(),
                local.time(),
                distant.time(),
                local.unit(),
                far / near,
                far - near,
                new Row.Traffic(
                        exchange.map(Exchange::roundTrips).orElse(null),
                        rtt.map(micros -> implied(pair, micros)).orElse(null),
                        implied && Links.certain(pair),
                        exchange.map(Exchange::bytesUp).orElse(null),
                        exchange.map(Exchange::bytesDown).orElse(null)),
                new Row.Explained(
                        latency,
                        transfer,
                        predicted,
                        predicted == null ? null : (Double) (far - predicted),
                        residual.map(Mover::low).orElse(null),
                        residual.map(Mover::high).orElse(null),
                        cause(pair, rtt, latency, transfer, exchange)),
                Row.Percent.UNKNOWN,
                exchange.map(counted -> distances.stream()
                                .map(micros -> predicted(pair, counted.roundTrips(), micros, transfer))
                                .toList())
                        .orElse(List.of()),
                null,
                Stream.of(local, distant)
                        .flatMap(side -> Stream.ofNullable(side.cost().own()))
                        .flatMap(own -> Stream.ofNullable(own.micros()))
                        .findFirst()
                        .orElse(null));
    }

    private static @Nullable Double transfer(Exchange exchange, Link link) {
        Double up = link.upMicrosPerMegabyte();
        Double down = link.downMicrosPerMegabyte();
        return up == null || down == null
                ? null
                : (Double) ((exchange.bytesUp() * up + exchange.bytesDown() * down) / Unit.BYTES_PER_MEGABYTE);
    }

    /**
     * k = (distant − local)/RTT. Its interval combines the errors of the difference and of the RTT with the scatter of other
     * rows.
     */
    private Value implied(Pair pair, double rttMicros) {
        double roundTrips = (Links.score(pair.distant()) - Links.score(pair.local())) / rttMicros;
        Double half = rttHalf(links.of(pair));
        return difference(pair)
                .map(difference -> difference
                        .times(1 / rttMicros)
                        .widened(half == null ? 0 : roundTrips * half / rttMicros)
                        .widened(roundTrips * scatter(pair)))
                .map(implied -> new Value(roundTrips, implied.low(), implied.high()))
                .orElseGet(() -> new Value(roundTrips, null, null));
    }

    /** Relative uncertainty of the time that round trips add to a row, from the scatter between rows. */
    private double scatter(Pair pair) {
        return links.scatter(pair.distant().cell().server()).halfWidth();
    }

    private static @Nullable Double rttHalf(Link link) {
        return link.rtt() == null ? null : link.rtt().halfWidthMicros();
    }

    /** Distant minus local, whose forks are independent; empty when either has no interval. */
    private static Optional<Mover> difference(Pair pair) {
        return pair.distant()
                .result()
                .time()
                .mover()
                .flatMap(far -> pair.local().result().time().mover().map(far::minus));
    }

    private static Optional<Mover> residual(
            Pair pair, Optional<Exchange> exchange, Link link, @Nullable Double transfer) {
        double roundTrips = exchange.map(Exchange::roundTrips).orElse(0.0);
        Double half = rttHalf(link);
        Mover waiting = Mover.symmetric(
                roundTrips * Links.rttOfDistance(link).orElse(0.0), half == null ? 0 : roundTrips * half);
        return difference(pair).map(added -> added.minus(waiting).minus(Mover.exact(transfer == null ? 0 : transfer)));
    }

    private Prediction predicted(Pair pair, double roundTrips, double rttMicros, @Nullable Double transfer) {
        double waiting = roundTrips * rttMicros;
        double moved = transfer == null ? 0 : transfer;
        Optional<Mover> time = pair.local()
                .result()
                .time()
                .mover()
                .map(near -> near.plus(Mover.symmetric(waiting, waiting * scatter(pair)))
                        .plus(Mover.exact(moved)));
        return new Prediction(
                rttMicros,
                Links.score(pair.local()) + waiting + moved,
                time.map(Mover::low).map(low -> Math.max(0, low)).orElse(null),
                time.map(Mover::high).orElse(null));
    }

    private static Cause cause(
            Pair pair,
            Optional<Double> rtt,
            @Nullable Double latency,
            @Nullable Double transfer,
            Optional<Exchange> exchange) {
        Optional<Mover> added = difference(pair);
        if (added.isEmpty() || (added.get().low() <= 0 && added.get().high() >= 0)) {
            return Cause.NOT_CERTAIN;
        }
        double difference = Links.score(pair.distant()) - Links.score(pair.local());
        if (difference < 0) {
            return Cause.NOT_SLOWER;
        }
        if (rtt.isEmpty()) {
            return Cause.NOT_KNOWN;
        }
        String scenario = pair.local().cell().scenario();
        long bytes = exchange.map(counted -> counted.bytesUp() + counted.bytesDown())
                .orElseGet(() -> ScenarioCatalogue.of(scenario)
                        .map(ScenarioCatalogue.Entry::payloadBytes)
                        .orElse(0L));
        boolean heavy = bytes / FAST_LINK_BYTES_PER_MICRO > rtt.get();
        if (latency == null) {
            return heavy ? Cause.BYTES : uncounted(scenario, difference, rtt.get());
        }
        double moved = transfer == null ? 0 : transfer;
        boolean byBytes = isMainCause(moved, difference);
        if (isMainCause(latency, difference) && (latency >= moved || !byBytes)) {
            return Cause.ROUND_TRIPS;
        }
        boolean rest = heavy && difference - latency - moved >= MAIN_CAUSE_SHARE * difference;
        return byBytes || rest ? Cause.BYTES : Cause.NOT_EXPLAINED;
    }

    /** The cause without counted round trips. Only one round trip is certain; the rest may be further round trips or bytes. */
    private static Cause uncounted(String scenario, double difference, double rttMicros) {
        if (difference < MAIN_CAUSE_SHARE * rttMicros) {
            return Cause.NOT_EXPLAINED;
        }
        double rest = difference - rttMicros;
        boolean mayBeBytes = TEN_KILOBYTES.contains(scenario) && rest < 10_000 / SLOW_LINK_BYTES_PER_MICRO;
        return difference > LARGEST_SHARE * rttMicros && mayBeBytes
                ? Cause.ROUND_TRIPS_OR_BYTES
                : Cause.PROBABLY_ROUND_TRIPS;
    }

    private static boolean isMainCause(double part, double whole) {
        return part >= MAIN_CAUSE_SHARE * whole && part <= LARGEST_SHARE * whole;
    }
}
