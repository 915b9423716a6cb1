package dev.jdbcbench.agent.check;

import dev.jdbcbench.agent.traffic.OwnConnections;
import dev.jdbcbench.agent.traffic.Relay;
import dev.jdbcbench.agent.traffic.RoundTripCount.Watched;
import dev.jdbcbench.agent.traffic.Taken;
import dev.jdbcbench.agent.traffic.Traffic;
import dev.jdbcbench.load.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private final List<Observed> observed = new ArrayList<>();
    private boolean unclear;

    ObservedOperation(Relay relay, Operation<A, B> operation, Used<A> used) {
        this.relay = relay;
        this.operation = operation;
        this.used = used;
    }

    /** A task that is run repeatedly. */
    interface Operation<A extends Exception, B extends Exception> {
        void carryOut() throws A, B;
    }

    /** Finds the connections that an operation may use. */
    interface Used<A extends Exception> {
        /** The IDs at the server of those that are open. */
        Set<Long> connectionIds() throws A;

        /** How many have been opened so far. */
        default int opened() {
            return 0;
        }
    }

    /** One execution. What is the operation's in it may only be known later: see {@link #seen}. */
    static final class Observed {
        private final Taken during;
        private final long ended;
        private final double millis;
        /** What was sent afterwards, up to the next execution. */
        private Optional<Taken> later = Optional.empty();

        private Observed(Taken during, long ended, double millis) {
            this.during = during;
            this.ended = ended;
            this.millis = millis;
        }
    }

    /** Runs the operation a few times, and then sees which connections send while nothing runs. */
    void warmUp(int operationsAtMost, Duration atMost) throws A, B {
        long end = System.nanoTime() + atMost.toNanos();
        for (int i = 0; i < operationsAtMost && System.nanoTime() < end; i++) {
            Observed unused = watch(Duration.ZERO);
        }
        Set<Integer> numbers = relay.numbers(used.connectionIds());
        relay.settle();
        relay.take();
        Relay.park(System.nanoTime() + IDLE.toNanos());
        own.whileIdle(relay.take().chunks(), numbers);
        observed.clear();
        unclear = false;
    }

    /** Runs the operation once over a path of this length. */
    Observed watch(Duration oneWay) throws A, B {
        relay.delay(oneWay);
        relay.settle();
        takeLater();
        int opened = used.opened();
        long start = System.nanoTime();
        operation.carryOut();
        long ended = System.nanoTime();
        relay.settle();
        Observed one = new Observed(relay.take(), ended, (ended - start) / Unit.NANOS_PER_MILLI);
        observed.add(one);
        unclear |= own.during(one.during.chunks(), relay.numbers(used.connectionIds()), used.opened() - opened);
        return one;
    }

    /** A driver may close its statements in a thread of its own, after the operation. */
    private void takeLater() {
        Taken taken = relay.take();
        if (!observed.isEmpty()) {
            observed.get(observed.size() - 1).later = Optional.of(taken);
        }
    }

    /** The traffic of executions, without the connections that are the driver's own as far as all executions show. */
    List<Watched> seen(List<Observed> some) {
        if (observed.get(observed.size() - 1).later.isEmpty()) {
            Relay.park(System.nanoTime() + IDLE.toNanos());
            relay.settle();
            takeLater();
        }
        Set<Integer> found = own.found();
        return some.stream()
                .map(one -> {
                    Traffic during = one.during.without(found, one.ended);
                    return new Watched(
                            one.later
                                    .map(later -> later.addUnanswered(found, during))
                                    .orElse(during),
                            one.millis);
                })
                .toList();
    }

    /** Whether connections were used at the same time of which it is not known which ones are the driver's own. */
    boolean unclear() {
        return unclear;
    }

    /** What the driver sent over connections of its own since the warm-up; empty if nothing. */
    Optional<String> apart() {
        Map<String, Integer> apart = new TreeMap<>();
        for (Observed one : observed) {
            one.during.sent().forEach((number, sent) -> {
                int count = sent.commands().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
                if (own.found().contains(number) && count > 0) {
                    apart.merge(
                            sent.id().isPresent() ? String.valueOf(sent.id().getAsLong()) : "unknown",
                            count,
                            Integer::sum);
                }
            });
        }
        if (apart.isEmpty()) {
            return Optional.empty();
        }
        int operations = observed.size();
        int commands = apart.values().stream().mapToInt(Integer::intValue).sum();
        return Optional.of("not counted: " + commands + (commands == 1 ? " command" : " commands") + " during "
                + operations + (operations == 1 ? " operation" : " operations") + ", over "
                + (apart.size() == 1 ? "a connection" : apart.size() + " connections")
                + " that the driver keeps for itself (CONNECTION_ID " + String.join(", ", apart.keySet()) + ")");
    }
}
