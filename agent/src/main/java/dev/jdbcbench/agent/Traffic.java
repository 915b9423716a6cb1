package dev.jdbcbench.agent;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The traffic through a {@link Relay} during one operation.
 *
 * @param chunks in order of arrival at the relay
 * @param commands number of protocol commands that the client sent, by name
 * @param statements texts of the first statements that the client sent, in their order
 * @param readable whether the commands could be parsed; encrypted ones cannot
 * @param oneWay how long the relay delayed each chunk
 */
record Traffic(
        List<Chunk> chunks, Map<String, Integer> commands, List<String> statements, boolean readable, Duration oneWay) {
    /** A waiting client is silent for a full round trip; its own pauses are shorter. */
    private static final double SILENCE_SHARE = 0.9;

    Traffic {
        chunks = List.copyOf(chunks);
        commands = Map.copyOf(commands);
        statements = List.copyOf(statements);
    }

    /** The kind of a chunk. */
    enum Kind {
        /** The client opens a connection. */
        OPENED,
        /** From client to server. */
        UP,
        /** From server to client. */
        DOWN
    }

    /**
     * Bytes that arrived together.
     *
     * @param connection its number, from 0
     * @param nanos time of arrival, by {@link System#nanoTime()}
     */
    record Chunk(int connection, Kind kind, long nanos, int bytes) {}

    /**
     * How often the client waited for the server. A wait is: the client sends, the server answers, and the client is silent for
     * at least one round trip before it sends again or has finished. Commands sent in one burst count as one wait; a command
     * without an answer counts as none. Opening a connection adds one wait, for the TCP handshake, before the wait for the
     * server's greeting.
     *
     * <p>If connections are busy at the same time, one sends while another waits, so the client as a whole is never
     * silent. In that case, the connection that waited most often counts.
     */
    int roundTrips() {
        int most = waits(chunks);
        Map<Integer, List<Chunk>> connections = chunks.stream().collect(Collectors.groupingBy(Chunk::connection));
        for (List<Chunk> alone : connections.values()) {
            most = Math.max(most, waits(alone));
        }
        return most;
    }

    private int waits(List<Chunk> chunks) {
        long silence = (long) (2 * oneWay.toNanos() * SILENCE_SHARE);
        int waits = 0;
        boolean asked = false;
        boolean answered = false;
        long lastAsked = 0;
        for (Chunk chunk : chunks) {
            if (chunk.kind() == Kind.DOWN) {
                answered = asked;
                continue;
            }
            if (chunk.kind() == Kind.OPENED) {
                waits++;
            }
            if (answered && chunk.nanos() - lastAsked >= silence) {
                waits++;
                answered = false;
            }
            asked = true;
            lastAsked = chunk.nanos();
        }
        return answered ? waits + 1 : waits;
    }

    long bytes(Kind kind) {
        return chunks.stream()
                .filter(chunk -> chunk.kind() == kind)
                .mapToLong(Chunk::bytes)
                .sum();
    }

    long connections() {
        return chunks.stream().filter(chunk -> chunk.kind() == Kind.OPENED).count();
    }
}
