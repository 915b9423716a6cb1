package dev.jdbcbench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;

/**
 * What one test at a time may use, while tests of other classes run in JVMs beside it. A test that needs two of them takes them in the
 * order in which they stand here, so no two wait for one another.
 */
public enum Exclusive {
    /** The two-host lab: a machine can have one. */
    LAB(28_472),
    /** This machine as a host of bench: one agent works on it, and what bench keeps on it is looked at and removed. */
    THIS_MACHINE(28_473),
    /** The servers that are made once for all tests. */
    SERVERS(28_474);

    /** More than everything else that may come first takes together. */
    /** With -Pfull a class may take half an hour by itself. */
    private static final Duration LIMIT = Duration.ofMinutes(Boolean.getBoolean("bench.full") ? 180 : 30);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration WORTH_SAYING = Duration.ofSeconds(1);

    /**
     * On which who has it listens. As with the agent's own lock: the kernel frees a port however a JVM ends, no file is left, and builds of
     * other checkouts and users on this machine see it, too.
     */
    private final int port;

    Exclusive(int port) {
        this.port = port;
    }

    /** That somebody has it; ends when it is closed. */
    public static final class Turn implements AutoCloseable {
        private final ServerSocket socket;

        private Turn(ServerSocket socket) {
            this.socket = socket;
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Waits until nobody has it, and says for how long: the time is part of what the test is reported to take. */
    public Turn take() {
        long begin = System.nanoTime();
        Turn turn = await("turn for " + this)
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .until(this::tryToTake, Optional::isPresent)
                .orElseThrow();
        Duration waited = Duration.ofNanos(System.nanoTime() - begin);
        if (waited.compareTo(WORTH_SAYING) > 0) {
            System.err.println("waited " + waited.toSeconds() + " s for " + this);
        }
        return turn;
    }

    /** Does something while nobody else has it. */
    public void during(Runnable task) {
        Turn turn = take();
        try {
            task.run();
        } finally {
            turn.close();
        }
    }

    private Optional<Turn> tryToTake() {
        try {
            return Optional.of(new Turn(new ServerSocket(port, 1, InetAddress.getLoopbackAddress())));
        } catch (IOException e) {
            return Optional.empty(); // somebody listens there
        }
    }
}
