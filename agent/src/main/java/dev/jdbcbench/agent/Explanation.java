package dev.jdbcbench.agent;

import dev.jdbcbench.agent.Traffic.Kind;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.statistics.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts the round trips of a cell's operation and the traffic in both directions, by running it a few times through a
 * {@link Relay}. Never runs during a measurement. Not thread safe.
 */
final class Explanation {
    /** Long compared with the time and jitter of operation, relay and scheduler. */
    private static final Duration LONG_WAY = Duration.ofMillis(2);

    /** The same operations run again with a shorter delay; the time saved gives a second, independent count. */
    private static final Duration SHORT_WAY = Duration.ofMillis(1);

    private static final double DIFFERENCE_MILLIS = 2 * (LONG_WAY.toNanos() - SHORT_WAY.toNanos()) / 1e6;

    /** Used when the two counts or the operations disagree: long compared with the scheduler's pauses. */
    private static final Duration LONGER_WAY = Duration.ofMillis(10);

    /** Odd, so the median is one of the values. */
    private static final int MOST_OPERATIONS = 5;

    private static final int WARM_UP_OPERATIONS = 3;

    /** An operation with a thousand round trips takes four seconds, so it runs only once. */
    private static final Duration LONG_ENOUGH = Duration.ofMillis(600);

    /** If the two counts differ by more than this, the report says so. */
    private static final double TOLERANCE = 0.5;

    private static final double RELATIVE_TOLERANCE = 0.1;

    private final Session session;
    private final CellWork work;
    private final References references;
    private final Path directory;

    /**
     * Explains cells of this plan's session.
     *
     * @param directory for the relay's sockets; its path must be short
     */
    Explanation(Session session, CellWork work, References references, Path directory) {
        this.references = references;
        this.session = session;
        this.work = work;
        this.directory = directory;
    }

    /** One observed operation. */
    record Watched(Traffic traffic, double millis) {}

    /** Observes the operation of a cell. */
    Exchange of(Cell cell) throws CellWork.FailedException, InterruptedException {
        return references.includes(cell)
                ? ofReference(cell)
                : work.carryOut(cell, (scenario, connector) -> watch(cell, scenario, connector));
    }

    private Exchange ofReference(Cell cell) throws CellWork.FailedException, InterruptedException {
        try (Relay relay = relay(cell);
                SingleOperations one = references.alone(cell, through(relay, cell))) {
            try {
                return Explanation.<CellWork.FailedException, InterruptedException>watch(relay, one::operation);
            } finally {
                relay.delay(Duration.ZERO);
            }
        } catch (IOException e) {
            throw new CellWork.FailedException(CellWork.reason(e), e);
        }
    }

    /** A task that is run repeatedly. */
    private interface Operation<A extends Exception, B extends Exception> {
        void carryOut() throws A, B;
    }

    private Session.Endpoint endpoint(Cell cell) {
        return session.endpoint(cell.topology().id(), cell.server());
    }

    private Path socket() {
        return directory.resolve("relay.sock");
    }

    private Relay relay(Cell cell) throws IOException {
        Session.Endpoint endpoint = endpoint(cell);
        return cell.transport() == Transport.SOCKET
                ? Relay.socket(Path.of(endpoint.socket().orElseThrow()), socket())
                : Relay.tcp(endpoint.host(), endpoint.port());
    }

    private Session.Endpoint through(Relay relay, Cell cell) {
        return cell.transport() == Transport.SOCKET
                ? endpoint(cell).throughSocket(socket().toString())
                : endpoint(cell).throughRelay("127.0.0.1", relay.port());
    }

    private Exchange watch(Cell cell, Scenario scenario, Connector connector) throws SQLException, IOException {
        try (Relay relay = relay(cell)) {
            Session with = session.with(cell.topology().id(), cell.server(), through(relay, cell));
            scenario.connect(with, connector, 1);
            try {
                scenario.ready();
                scenario.beforeIteration();
                scenario.check();
                return Explanation.<SQLException, SQLException>watch(relay, scenario::operation);
            } finally {
                relay.delay(Duration.ZERO);
                scenario.close();
            }
        }
    }

    private static <A extends Exception, B extends Exception> Exchange watch(Relay relay, Operation<A, B> operation)
            throws A, B {
        long warm = System.nanoTime() + LONG_ENOUGH.toNanos();
        for (int i = 0; i < WARM_UP_OPERATIONS && System.nanoTime() < warm; i++) {
            operation.carryOut();
        }
        List<Watched> far = new ArrayList<>();
        List<Watched> nearer = new ArrayList<>();
        long end = System.nanoTime() + LONG_ENOUGH.toNanos();
        do { // alternate, so disturbances affect both
            far.add(watch(relay, LONG_WAY, operation));
            nearer.add(watch(relay, SHORT_WAY, operation));
        } while (far.size() < MOST_OPERATIONS && System.nanoTime() < end);
        return exchange(far, nearer, doubtful(far, nearer) ? again(relay, operation) : far);
    }

    private static <A extends Exception, B extends Exception> List<Watched> again(
            Relay relay, Operation<A, B> operation) throws A, B {
        List<Watched> again = new ArrayList<>();
        long end = System.nanoTime() + LONG_ENOUGH.toNanos();
        do {
            again.add(watch(relay, LONGER_WAY, operation));
        } while (again.size() < MOST_OPERATIONS && System.nanoTime() < end);
        return again;
    }

    private static <A extends Exception, B extends Exception> Watched watch(
            Relay relay, Duration oneWay, Operation<A, B> operation) throws A, B {
        relay.delay(oneWay);
        relay.settle();
        relay.take();
        long start = System.nanoTime();
        operation.carryOut();
        double millis = (System.nanoTime() - start) / 1e6;
        relay.settle();
        return new Watched(relay.take(), millis);
    }

    /**
     * Whether the counts are unreliable. A scheduler pause within a burst looks like a round trip, but does not grow with the
     * delay.
     */
    static boolean doubtful(List<Watched> far, List<Watched> nearer) {
        double roundTrips = roundTrips(far);
        return counts(far) > 1 || Math.abs(slope(far, nearer) - roundTrips) > tolerance(roundTrips);
    }

    private static double roundTrips(List<Watched> watched) {
        return median(watched, one -> one.traffic().roundTrips());
    }

    /** How many different round-trip counts the operations had. */
    private static long counts(List<Watched> watched) {
        return watched.stream()
                .map(one -> one.traffic().roundTrips())
                .distinct()
                .count();
    }

    private static double tolerance(double roundTrips) {
        return Math.max(TOLERANCE, RELATIVE_TOLERANCE * roundTrips);
    }

    /** Compares the shortest operations, because disturbances only ever lengthen an operation. */
    private static double slope(List<Watched> far, List<Watched> nearer) {
        return (quantile(far, 0) - quantile(nearer, 0)) / DIFFERENCE_MILLIS;
    }

    /**
     * Combines the counts. The traffic is that of the operations over the long delay; {@code counted} are those whose round
     * trips count, over the same delay or a longer one.
     */
    static Exchange exchange(List<Watched> far, List<Watched> nearer, List<Watched> counted) {
        double roundTrips = roundTrips(counted);
        double slope = slope(far, nearer);
        double halfWidth = Math.hypot(jitter(far), jitter(nearer)) / DIFFERENCE_MILLIS;
        boolean readable = far.stream().allMatch(one -> one.traffic().readable());
        return new Exchange(
                roundTrips,
                slope,
                halfWidth,
                Math.round(median(far, one -> one.traffic().bytes(Kind.UP))),
                Math.round(median(far, one -> one.traffic().bytes(Kind.DOWN))),
                median(far, one -> one.traffic().connections()),
                readable ? commands(far) : Map.of(),
                far.size(),
                remark(roundTrips, slope, halfWidth, counted),
                readable ? far.get(0).traffic().statements() : null);
    }

    private static @Nullable String remark(double roundTrips, double slope, double halfWidth, List<Watched> counted) {
        double off = Math.abs(slope - roundTrips);
        if (off > tolerance(roundTrips) + halfWidth) {
            return String.format(
                    Locale.ROOT,
                    "counted %.0f, but the time over a longer path gives %.1f ± %.1f: part of its sending overlaps with waiting",
                    roundTrips,
                    slope,
                    halfWidth);
        }
        return counts(counted) > 1
                ? "not the same in all of the " + counted.size() + " operations: the median is shown"
                : null;
    }

    private static Map<String, Double> commands(List<Watched> watched) {
        TreeSet<String> names = new TreeSet<>();
        watched.forEach(one -> names.addAll(one.traffic().commands().keySet()));
        Map<String, Double> commands = new HashMap<>();
        for (String name : names) {
            double count = median(watched, one -> one.traffic().commands().getOrDefault(name, 0));
            if (count > 0) {
                commands.put(name, count);
            }
        }
        return commands;
    }

    private static double median(List<Watched> watched, ToDoubleFunction<Watched> value) {
        return Summary.of(watched.stream().mapToDouble(value).toArray()).median();
    }

    /** Uncertainty of the shortest time, ms: the median minus the minimum. */
    private static double jitter(List<Watched> watched) {
        return quantile(watched, watched.size() / 2) - quantile(watched, 0);
    }

    private static double quantile(List<Watched> watched, int rank) {
        return watched.stream().mapToDouble(Watched::millis).sorted().toArray()[rank];
    }
}
