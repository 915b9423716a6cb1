package dev.jdbcbench;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;

/**
 * A resource that only one test at a time may use. Tests of different classes run in parallel in several JVMs. A test
 * that needs two resources takes them in declaration order, which prevents deadlocks.
 */
public enum Exclusive {
    /** The two-host lab. A machine can run only one. */
    LAB(28_472),
    /** This machine as a host of bench. Only one agent can work on it, and tests inspect and delete what bench keeps on it. */
    THIS_MACHINE(28_473),
    /** The test servers, which are built once for all tests. */
    SERVERS(28_474);

    /** Longer than the total time of all tests ahead in the queue. With -Pfull a single class may take half an hour. */
    private static final Duration LIMIT = Duration.ofMinutes(Boolean.getBoolean("bench.full") ? 180 : 30);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration WORTH_SAYING = Duration.ofSeconds(1);

    /**
     * The holder listens on this port. As with the agent's lock, the kernel frees the port however the JVM ends, no
     * file remains, and the lock also works across checkouts and users of this machine.
     */
    private final int port;

    Exclusive(int port) {
        this.port = port;
    }

    /** Holds the resource until it is closed. */
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

    /** Waits until the resource is free and prints the waiting time, because it counts towards the test's reported duration. */
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

    /** Runs a task while holding the resource. */
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
            return Optional.empty(); // another JVM holds it
        }
    }
}
