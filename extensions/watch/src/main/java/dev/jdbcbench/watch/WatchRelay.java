package dev.jdbcbench.watch;

import dev.jdbcbench.failure.Failure;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays the traffic between an application and its database unchanged, after a delay. One thread serves all
 * connections: it accepts them here; {@link RelayedConnection} connects each to the server, {@link RelayIntake} reads
 * one direction of it, and {@link DelayLine} delivers what was read. The bytes under way are bounded per connection and
 * in total; a faster sender has to wait, as with TCP. The agent's relay has threads for each connection and keeps every
 * chunk, which suits counting one operation but not an application.
 */
public final class WatchRelay implements Closeable, RelayedConnection.Owner {
    /** More connections are refused, as a server does. */
    public static final int MOST_CONNECTIONS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(WatchRelay.class);

    private static final int BACKLOG = 512;

    /** Pause after a failed accept: without free file descriptors, an immediate retry would fail, too. */
    private static final long AFTER_TROUBLE_NANOS = 10_000_000;

    private static final long MILLI = 1_000_000;

    /** How long the other side may take to end after one has ended: it may be about to send an error. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    private final RelayedConnection.Route route;
    private final boolean values;
    private final Budget budget = Budget.ofHeap();
    private final Selector selector;
    private final RelayLoop loop;
    private final ServerSocketChannel listening;
    private final Thread thread;
    private final Set<RelayedConnection> connections = new LinkedHashSet<>();
    private final Deque<RelayedConnection> opening = new ArrayDeque<>();
    private final Deque<HalfEnded> halfEnded = new ArrayDeque<>();
    private int numbers;
    private volatile boolean closed;
    private volatile boolean over;

    /** A connection of which one side has ended, and when the other ends at the latest. */
    private record HalfEnded(long until, RelayedConnection connection) {}

    /**
     * Starts to listen.
     *
     * @param values whether the counts receive statements as sent
     * @param tls how to terminate the TLS of an application; without it, TLS passes through and cannot be read
     * @throws Failure.Command if it cannot listen
     */
    public WatchRelay(
            InetSocketAddress listen,
            InetSocketAddress target,
            DelayedPath path,
            TrafficCounts counts,
            boolean values,
            Optional<TlsEnds> tls) {
        this.route = new RelayedConnection.Route(target, path, counts, tls);
        this.values = values;
        try {
            this.selector = Selector.open();
            this.loop = new RelayLoop(selector);
            this.listening = ServerSocketChannel.open();
            listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            listening.bind(listen, BACKLOG);
            listening.configureBlocking(false);
            listening.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            throw cannotListen(listen, e);
        }
        this.thread = new Thread(this::work, "bench-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private static Failure cannotListen(InetSocketAddress listen, IOException e) {
        boolean taken =
                e instanceof BindException && String.valueOf(e.getMessage()).contains("in use");
        return new Failure.Command(
                "cannot listen on " + listen.getHostString() + ":" + listen.getPort(),
                taken ? "another program has that port" : String.valueOf(e.getMessage()),
                "Choose another port: --listen 127.0.0.1:PORT."
                        + (taken ? " See what holds it: ss -ltnp 'sport = " + listen.getPort() + "'" : ""),
                e);
    }

    /** The address that it listens on, with the actual port if none was given. */
    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) listening.getLocalAddress();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends all connections. */
    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(GRACE_NANOS / MILLI);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        listening.close();
        selector.close();
    }

    private void work() {
        try {
            while (!closed) {
                loop.await(
                        opening.isEmpty() ? RelayLoop.NEVER : opening.element().opens());
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid()) {
                        ready(key);
                    }
                }
                selector.selectedKeys().clear();
                deliver();
            }
        } catch (ClosedSelectorException | IOException e) {
            if (!closed) {
                LOG.error("the relay ends", e);
                route.counts().note("the relay ended: " + e.getMessage());
            }
        } catch (RuntimeException | Error e) {
            LOG.error("the relay ends", e);
            route.counts().note("the relay ended: " + e);
        } finally {
            Set.copyOf(connections).forEach(RelayedConnection::end);
            over = true;
            stopListening();
        }
    }

    /** So that clients are refused and do not wait for a relay that has ended. */
    private void stopListening() {
        try {
            listening.close();
            if (selector.isOpen()) {
                selector.selectNow(); // a registered channel is closed by the next selection
            }
        } catch (ClosedSelectorException | IOException e) {
            LOG.error("the relay still listens", e);
        }
    }

    /** Whether it relays; after {@link #close} and after an unexpected error it does not. */
    public boolean works() {
        return !over;
    }

    /** Opens, delivers and ends what is due. */
    private void deliver() {
        long now = System.nanoTime();
        while (!opening.isEmpty() && opening.element().opens() <= now) {
            opening.remove().open();
        }
        loop.deliverDue(now);
        while (!halfEnded.isEmpty()
                && (halfEnded.element().connection().hasEnded()
                        || halfEnded.element().until() <= now)) {
            halfEnded.remove().connection().end();
        }
    }

    private void ready(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
        } else if (key.attachment() instanceof RelayedConnection connection) {
            connection.ready(key);
        }
    }

    @Override
    public void halfEnded(RelayedConnection connection) {
        halfEnded.add(new HalfEnded(System.nanoTime() + GRACE_NANOS, connection));
    }

    @Override
    public void ended(RelayedConnection connection) {
        connections.remove(connection);
        opening.remove(connection);
    }

    private void accept() {
        try {
            acceptAll();
        } catch (IOException e) {
            LOG.error("the relay cannot accept a connection", e);
            route.counts().note("a connection could not be accepted: " + e.getMessage());
            LockSupport.parkNanos(AFTER_TROUBLE_NANOS);
        }
    }

    private void acceptAll() throws IOException {
        for (SocketChannel client = listening.accept(); client != null; client = listening.accept()) {
            long now = System.nanoTime();
            client.configureBlocking(false);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (connections.size() >= MOST_CONNECTIONS) {
                refuse(client);
            } else {
                RelayedConnection connection =
                        new RelayedConnection(numbers++, client, route, values, budget, loop, this, now);
                connections.add(connection);
                route.counts().opened(connections.size());
                opening.add(connection);
            }
        }
    }

    /** Answers with the error of a server that has too many connections. */
    private void refuse(SocketChannel client) {
        route.counts().refused();
        try (client) {
            client.write(ServerError.TOO_MANY_CONNECTIONS.packet(
                    0, "bench watch relays at most " + MOST_CONNECTIONS + " connections"));
        } catch (IOException e) {
            LOG.debug("a client that was refused had gone", e);
        }
    }
}
