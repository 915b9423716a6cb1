package dev.jdbcbench.agent.check;

import dev.jdbcbench.agent.check.ObservedOperation.Observed;
import dev.jdbcbench.agent.operation.CellWork;
import dev.jdbcbench.agent.operation.References;
import dev.jdbcbench.agent.operation.SingleOperations;
import dev.jdbcbench.agent.traffic.Relay;
import dev.jdbcbench.agent.traffic.RoundTripCount;
import dev.jdbcbench.agent.traffic.RoundTripCount.Watched;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.statistics.sample.Summary;
import dev.jdbcbench.wire.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts the round trips of a cell's operation and the traffic in both directions, by running it a few times through a
 * {@link Relay}. Never runs during a measurement. Not thread safe.
 */
public final class Explanation {
    /** Long compared with the time and jitter of operation, relay and scheduler. */
    private static final Duration LONG_WAY = Duration.ofMillis(2);

    /** The same operations run again with a shorter delay; the time saved gives a second, independent count. */
    private static final Duration SHORT_WAY = Duration.ofMillis(1);

    /** Used while the two counts do not confirm each other: long compared with the scheduler's pauses. */
    private static final Duration LONGER_WAY = Duration.ofMillis(10);

    /** Odd, so the median is one of the values. */
    private static final int MOST_OPERATIONS = 5;

    /** A single operation has no second count: nothing says how much its time scatters. */
    private static final int FEWEST_OPERATIONS = 2;

    private static final int WARM_UP_OPERATIONS = 3;

    /** An operation with a thousand round trips takes four seconds, so it does not run more often than necessary. */
    private static final Duration LONG_ENOUGH = Duration.ofMillis(600);

    /** Not even {@link #FEWEST_OPERATIONS} run if that would take about this long. */
    private static final Duration TOO_LONG = Duration.ofSeconds(20);

    private static final String UNCLEAR =
            "may include the driver's own connections: more are opened and closed side by side than the operation asks for";

    private final Session session;
    private final CellWork work;
    private final References references;
    private final Path directory;

    /**
     * Explains cells of this plan's session.
     *
     * @param directory for the relay's sockets; its path must be short
     */
    public Explanation(Session session, CellWork work, References references, Path directory) {
        this.references = references;
        this.session = session;
        this.work = work;
        this.directory = directory;
    }

    /** Observes the operation of a cell. */
    public Exchange of(Cell cell) throws CellWork.FailedException, InterruptedException {
        return references.includes(cell)
                ? ofReference(cell)
                : work.carryOut(cell, (scenario, connector) -> watch(cell, scenario, connector));
    }

    private Exchange ofReference(Cell cell) throws CellWork.FailedException, InterruptedException {
        try (Relay relay = relay(cell);
                SingleOperations one = references.alone(cell, through(relay, cell))) {
            try {
                return exchange(new ObservedOperation<CellWork.FailedException, InterruptedException>(
                        relay, one::operation, Set::of));
            } finally {
                relay.delay(Duration.ZERO);
            }
        } catch (IOException e) {
            throw new CellWork.FailedException(CellWork.reason(e), e);
        }
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
            OpenedConnections opened = new OpenedConnections();
            scenario.connect(with, connector.telling(opened::add), 1);
            try {
                scenario.ready();
                scenario.beforeIteration();
                scenario.check();
                return exchange(new ObservedOperation<SQLException, SQLException>(relay, scenario::operation, opened));
            } finally {
                relay.delay(Duration.ZERO);
                scenario.close();
            }
        }
    }

    private static <A extends Exception, B extends Exception> Exchange exchange(ObservedOperation<A, B> operation)
            throws A, B {
        operation.warmUp(WARM_UP_OPERATIONS, LONG_ENOUGH);
        List<Observed> far = new ArrayList<>();
        List<Observed> nearer = new ArrayList<>();
        long start = System.nanoTime();
        do { // alternate, so disturbances affect both
            far.add(operation.watch(LONG_WAY));
            nearer.add(operation.watch(SHORT_WAY));
        } while (goesOn(far.size(), System.nanoTime() - start));
        RoundTripCount count = new RoundTripCount(List.of(), operation.seen(far), operation.seen(nearer));
        if (!count.confirmed()
                && far.size() > 1
                && fits(count.count(), count.longest().get(0).millis())) {
            List<Observed> again = again(operation);
            count = new RoundTripCount(operation.seen(far), operation.seen(again), operation.seen(nearer));
        }
        return exchange(operation.seen(far), count, operation.apart().orElse(null), operation.unclear());
    }

    private static <A extends Exception, B extends Exception> List<Observed> again(ObservedOperation<A, B> operation)
            throws A, B {
        List<Observed> again = new ArrayList<>();
        long start = System.nanoTime();
        do {
            again.add(operation.watch(LONGER_WAY));
        } while (goesOn(again.size(), System.nanoTime() - start));
        return again;
    }

    private static boolean goesOn(int operations, long nanos) {
        return operations < MOST_OPERATIONS && nanos < LONG_ENOUGH.toNanos()
                || operations < FEWEST_OPERATIONS && nanos < TOO_LONG.toNanos();
    }

    /** Whether there is time for {@link #FEWEST_OPERATIONS} over the longer path. */
    private static boolean fits(double roundTrips, double millis) {
        return FEWEST_OPERATIONS * (millis + 2 * LONGER_WAY.toMillis() * roundTrips) < TOO_LONG.toMillis();
    }

    /**
     * Combines what was observed.
     *
     * @param far the operations whose traffic counts
     * @param apart what the driver itself sent; null if nothing
     * @param unclear whether connections of the driver itself may be counted with the operation
     */
    static Exchange exchange(List<Watched> far, RoundTripCount count, @Nullable String apart, boolean unclear) {
        boolean readable = far.stream().allMatch(one -> one.traffic().readable());
        return new Exchange(
                count.count(),
                count.slope(),
                count.halfWidth(),
                Math.round(median(far, one -> one.traffic().bytes(Kind.UP))),
                Math.round(median(far, one -> one.traffic().bytes(Kind.DOWN))),
                median(far, one -> one.traffic().connections()),
                readable ? commands(far, count.all()) : Map.of(),
                far.size(),
                unclear ? UNCLEAR : count.remark(),
                readable ? far.get(0).traffic().statements() : null,
                unclear || count.doubtful() ? Boolean.TRUE : null,
                apart);
    }

    private static Map<String, Double> commands(List<Watched> far, List<Watched> all) {
        TreeSet<String> names = new TreeSet<>();
        all.forEach(one -> names.addAll(one.traffic().commands().keySet()));
        Map<String, Double> commands = new HashMap<>();
        for (String name : names) {
            // The driver may send those at any time, so only their sum over all operations is exact.
            double count = Command.UNANSWERED.contains(name)
                    ? all.stream().mapToInt(one -> sent(one, name)).average().orElse(0)
                    : median(far, one -> sent(one, name));
            if (count > 0) {
                commands.put(name, count);
            }
        }
        return commands;
    }

    private static int sent(Watched one, String name) {
        return one.traffic().commands().getOrDefault(name, 0);
    }

    private static double median(List<Watched> watched, ToDoubleFunction<Watched> value) {
        return Summary.of(watched.stream().mapToDouble(value).toArray()).median();
    }
}
