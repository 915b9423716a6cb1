package dev.jdbcbench.agent;

import dev.jdbcbench.agent.RoundTripCount.Watched;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An operation that runs through a relay, one at a time. Counts what the driver sends over connections of its own apart from
 * the operation. Not thread safe.
 *
 * @param <A> how the operation fails
 * @param <B> how it fails, too
 */
final class ObservedOperation<A extends Exception, B extends Exception> {
    /** A connection that sends within this time while nothing runs is not the operation's. */
    private static final Duration IDLE = Duration.ofMillis(30);

    private final Relay relay;
    private final Operation<A, B> operation;
    private final Used<A> used;
    private final OwnConnections own = new OwnConnections();
    /** The number of commands by the server's ID of the connection. */
    private final Map<String, Integer> apart = new TreeMap<>();

    private int operations;

    ObservedOperation(Relay relay, Operation<A, B> operation, Used<A> used) {
        this.relay = relay;
        this.operation = operation;
        this.used = used;
    }

    /** A task that is run repeatedly. */
    interface Operation<A extends Exception, B extends Exception> {
        void carryOut() throws A, B;
    }

    /** Finds the open connections that an operation may use. */
    interface Used<A extends Exception> {
        /** Their IDs at the server. */
        Set<Long> connectionIds() throws A;
    }

    /** Runs the operation a few times, and then sees which connections send while nothing runs. */
    void warmUp(int operationsAtMost, Duration atMost) throws A, B {
        long end = System.nanoTime() + atMost.toNanos();
        for (int i = 0; i < operationsAtMost && System.nanoTime() < end; i++) {
            watch(Duration.ZERO);
        }
        Set<Integer> numbers = relay.numbers(used.connectionIds());
        relay.settle();
        relay.take();
        Relay.park(System.nanoTime() + IDLE.toNanos());
        own.whileIdle(relay.take().chunks(), numbers);
        apart.clear();
        operations = 0;
    }

    /** Runs the operation once over a path of this length. */
    Watched watch(Duration oneWay) throws A, B {
        relay.delay(oneWay);
        relay.settle();
        relay.take();
        long start = System.nanoTime();
        operation.carryOut();
        long ended = System.nanoTime();
        relay.settle();
        Relay.Taken taken = relay.take();
        own.during(taken.chunks(), relay.numbers(used.connectionIds()));
        taken.sent().forEach((number, sent) -> {
            if (own.found().contains(number)) {
                apart(sent);
            }
        });
        operations++;
        return new Watched(taken.without(own.found(), ended), (ended - start) / 1e6);
    }

    private void apart(Relay.Sent sent) {
        int count =
                sent.commands().values().stream().mapToInt(Integer::intValue).sum();
        if (count > 0) {
            String id = sent.id().isPresent() ? String.valueOf(sent.id().getAsLong()) : "unknown";
            apart.merge(id, count, Integer::sum);
        }
    }

    /** What the driver sent over connections of its own since the warm-up; empty if nothing. */
    Optional<String> apart() {
        if (apart.isEmpty()) {
            return Optional.empty();
        }
        int commands = apart.values().stream().mapToInt(Integer::intValue).sum();
        return Optional.of("not counted: " + commands + (commands == 1 ? " command" : " commands") + " during "
                + operations + (operations == 1 ? " operation" : " operations") + ", over "
                + (apart.size() == 1 ? "a connection" : apart.size() + " connections")
                + " that the driver keeps for itself (CONNECTION_ID " + String.join(", ", apart.keySet()) + ")");
    }
}
