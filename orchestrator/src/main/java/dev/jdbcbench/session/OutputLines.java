package dev.jdbcbench.session;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines that a command prints, for one reader. The queue is bounded: a host that prints faster than the reader
 * reads has to wait.
 */
public final class OutputLines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutputLines.class);
    /** Limit of waiting characters; much more than an agent writes while the reader pauses. */
    private static final long MOST_WAITING = 64 << 20;

    /** Result of {@link Host.Running#waitFor} when the connection was lost. */
    private static final int LOST = -1;

    private final String host;
    private final Deque<String> waiting = new ArrayDeque<>();
    private long letters;
    private boolean closed;
    private boolean ended;
    private int exit;
    private Optional<RuntimeException> failure = Optional.empty();
    private Optional<Host.Running> running = Optional.empty();

    private OutputLines(String host) {
        this.host = host;
    }

    /** Starts a command. */
    public static OutputLines of(Host host, Command command) {
        OutputLines lines = new OutputLines(host.name());
        Host.Running running = host.start(command, lines::add, line -> LOG.debug("{}: {}", command, line));
        lines.running = Optional.of(running);
        Thread waiter = new Thread(() -> lines.awaitEnd(running), "bench-follow");
        waiter.setDaemon(true);
        waiter.start();
        return lines;
    }

    private void awaitEnd(Host.Running command) {
        try {
            int code = command.waitFor();
            LOG.debug("following ended with {}", code);
            end(code, Optional.empty());
        } catch (Failure e) {
            end(LOST, Optional.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(LOST, Optional.empty());
        }
    }

    private synchronized void end(int code, Optional<RuntimeException> why) {
        ended = true;
        exit = code;
        failure = why;
        notifyAll();
    }

    private synchronized void add(String line) {
        try {
            while (letters > MOST_WAITING && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (!closed) {
            waiting.add(line);
            letters += line.length() + 1L;
            notifyAll();
        }
    }

    /**
     * The next line; empty at the end.
     *
     * @throws Failure the reason if the lines ended early
     */
    public Optional<String> next() {
        return next(Optional.empty());
    }

    /**
     * The next line of output that exists already; empty at the end.
     *
     * @throws Failure.Host if none arrives within the pause
     */
    Optional<String> next(Duration pause) {
        return next(Optional.of(pause));
    }

    private synchronized Optional<String> next(Optional<Duration> pause) {
        long deadline = System.nanoTime() + pause.map(Duration::toNanos).orElse(0L);
        try {
            while (waiting.isEmpty() && !ended) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (pause.isPresent() && left <= 0) {
                    throw new Failure.Host(
                            host + " does not answer in time",
                            "it stopped sending events",
                            "Check that the host is up and reachable. What was measured is kept.",
                            null);
                }
                wait(pause.isPresent() ? left : 0);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
        if (waiting.isEmpty()) {
            failure.ifPresent(why -> {
                throw why;
            });
            return Optional.empty();
        }
        String line = waiting.remove();
        letters -= line.length() + 1L;
        notifyAll();
        return Optional.of(line);
    }

    /**
     * Makes sure that the lines ended because the command succeeded.
     *
     * @throws Failure if it did not
     */
    synchronized void requireEnd(String what, Command command) {
        if (exit == LOST) {
            throw new Failure.Host(
                    "the connection to " + host + " was lost",
                    "the SSH session ended",
                    "Check that the host is up and reachable. What was measured is kept.",
                    null);
        }
        if (exit != 0) {
            throw new Failure.Command(
                    "cannot " + what + " on " + host + ": exit status " + exit,
                    "$ " + command,
                    "Run the command on " + host + " to see it fail.",
                    null);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        running.ifPresent(Host.Running::stop);
    }
}
