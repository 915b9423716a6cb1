package dev.jdbcbench.agent.traffic;

import dev.jdbcbench.agent.traffic.ClientCommands.Asked;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The traffic through a {@link Relay} during one operation.
 *
 * @param chunks in order of arrival at the relay, and of delivery to the client
 * @param commands number of protocol commands that the client sent, by name
 * @param statements texts of the first statements that the client sent, in their order
 * @param readable whether the commands could be parsed; encrypted ones cannot
 * @param oneWay how long the relay delayed each chunk
 * @param ended when the operation ended, by {@link System#nanoTime()}
 */
public record Traffic(
        List<Chunk> chunks,
        Map<String, Integer> commands,
        List<String> statements,
        boolean readable,
        Duration oneWay,
        long ended) {
    /** A waiting client is silent for a full round trip; its own pauses are shorter. */
    private static final double SILENCE_SHARE = 0.9;

    public Traffic {
        chunks = List.copyOf(chunks);
        commands = Map.copyOf(commands);
        statements = List.copyOf(statements);
    }

    /** The kind of a chunk. */
    public enum Kind {
        /** The client opens a connection. */
        OPENED,
        /** From client to server. */
        UP,
        /** From server to client. */
        DOWN,
        /** The oldest bytes from the server that have not reached the client yet are about to reach it. */
        DELIVERED,
        /** The client has closed the connection. */
        CLOSED
    }

    /**
     * Bytes that arrived together.
     *
     * @param connection its number, from 0
     * @param nanos time of arrival, by {@link System#nanoTime()}
     * @param asked what the client wants with them
     */
    public record Chunk(int connection, Kind kind, long nanos, int bytes, Asked asked) {
        static final Asked NOTHING = new Asked(false, 0);

        public Chunk(int connection, Kind kind, long nanos, int bytes) {
            this(connection, kind, nanos, bytes, NOTHING);
        }

        /** Whether the client asks the server for something: an answer, or a connection, which the server greets. */
        boolean asks() {
            return kind == Kind.OPENED || asked.any();
        }
    }

    /**
     * How often the client waited for the server. A wait is: the client asks, an answer reaches it after it has been silent for
     * at least one round trip, and only then it sends again or has finished. Commands sent in one burst count as one wait. A
     * command without an answer counts as none, and what the server sends unasked ends none. Opening a connection adds one wait,
     * for the TCP handshake, before the wait for the server's greeting.
     *
     * <p>If connections are busy at the same time, one sends while another waits, so the client as a whole is never
     * silent. In that case, the connection that waited most often counts.
     *
     * <p>A wait is never overlooked. A pause of the client while it sends can look like one, if it lasts for a round trip.
     */
    int roundTrips() {
        int most = waits(chunks);
        Map<Integer, List<Chunk>> connections = chunks.stream().collect(Collectors.groupingBy(Chunk::connection));
        for (List<Chunk> alone : connections.values()) {
            most = Math.max(most, waits(alone));
        }
        return most;
    }

    private int waits(List<Chunk> some) {
        Waits waits = new Waits(oneWay.toNanos());
        some.stream().filter(chunk -> chunk.nanos() <= ended).forEach(waits::add);
        return waits.count();
    }

    /** Counts the waits of a client. */
    private static final class Waits {
        private final long oneWay;
        private final long silence;
        private final Map<Integer, Queue<Long>> underWay = new HashMap<>();
        private int count;
        private boolean asked;
        private boolean answered;
        private long firstAsked;
        private long lastAsked;

        Waits(long oneWay) {
            this.oneWay = oneWay;
            this.silence = (long) (2 * oneWay * SILENCE_SHARE);
        }

        void add(Chunk chunk) {
            switch (chunk.kind()) {
                case OPENED, UP -> sent(chunk);
                case DOWN ->
                    underWay.computeIfAbsent(chunk.connection(), key -> new ArrayDeque<>())
                            .add(chunk.nanos());
                case DELIVERED -> {
                    Long arrived = underWay.getOrDefault(chunk.connection(), new ArrayDeque<>())
                            .poll();
                    // what arrived before the question reached the server does not answer it
                    answered |= asked && arrived != null && arrived - firstAsked >= oneWay;
                }
                case CLOSED -> {}
            }
        }

        private void sent(Chunk chunk) {
            if (answered && chunk.nanos() - lastAsked >= silence) {
                count++;
                answered = false;
                asked = false;
            }
            if (chunk.kind() == Kind.OPENED) {
                count++;
            }
            if (chunk.asks()) {
                firstAsked = asked ? firstAsked : chunk.nanos();
                asked = true;
                lastAsked = chunk.nanos();
            }
        }

        int count() {
            return answered ? count + 1 : count;
        }
    }

    /** Whether the client sent a command before it had the first bytes of the answer to the one before. */
    boolean overlaps() {
        Set<Integer> waiting = new HashSet<>();
        for (Chunk chunk : chunks) {
            if (chunk.kind() == Kind.DELIVERED) {
                waiting.remove(chunk.connection());
            } else if (chunk.asked().commands() > 0
                    && (!waiting.add(chunk.connection()) || chunk.asked().commands() > 1)) {
                return true;
            }
        }
        return false;
    }

    public long bytes(Kind kind) {
        return chunks.stream()
                .filter(chunk -> chunk.kind() == kind)
                .mapToLong(Chunk::bytes)
                .sum();
    }

    public long connections() {
        return chunks.stream().filter(chunk -> chunk.kind() == Kind.OPENED).count();
    }
}
