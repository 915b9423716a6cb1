package dev.jdbcbench.agent;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What went through a {@link Relay} during one operation, in the order in which it arrived there.
 *
 * @param chunks by the time at which they arrived
 * @param commands of the protocol that the client sent, by their names
 * @param readable whether the commands could be read: what is encrypted cannot
 * @param oneWay how long the relay kept each chunk
 */
record Traffic(List<Chunk> chunks, Map<String, Integer> commands, boolean readable, Duration oneWay) {
    /** A client that waits is silent for the way there and back; its own pauses are shorter. */
    private static final double SILENCE_SHARE = 0.9;

    Traffic {
        chunks = List.copyOf(chunks);
        commands = Map.copyOf(commands);
    }

    /** What a chunk is. */
    enum Kind {
        /** The client opens a connection. */
        OPENED,
        /** From client to server. */
        UP,
        /** From server to client. */
        DOWN
    }

    /**
     * Some bytes that arrived together.
     *
     * @param nanos when, by the clock of {@link System#nanoTime()}
     */
    record Chunk(Kind kind, long nanos, int bytes) {}

    /**
     * How often the client had to wait: it sent something, the server answered, and the client was silent for at least the way there and
     * back before it sent more, or was done. What is sent in one go is one wait, however many commands it holds; a command that gets
     * no answer is none. Opening a connection is one more wait, for TCP's handshake, before the one for the server's greeting.
     */
    int roundTrips() {
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
