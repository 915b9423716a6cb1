package dev.jdbcbench.watch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the application, with its own to the server: in each direction an intake that reads, and a line
 * that delivers. What its work does not expect, or has no memory for, ends this connection only. Not thread safe.
 */
final class RelayedConnection implements RelayIntake.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(RelayedConnection.class);

    /** Opening a connection takes three one-way trips, SYN, SYN-ACK and ACK, before the server greets. */
    private static final int WAYS_BEFORE_GREETING = 3;

    /** The sequence number of the answer to a login that followed a request for TLS. */
    private static final int LOGIN_ANSWER = 3;

    private final int number;
    private final SocketChannel client;
    private final Route route;
    private final RelayLoop loop;
    private final Owner owner;
    private final long opens;
    private final Dialogue dialogue;
    private @Nullable Sides sides;
    private long connecting;
    private boolean ended;

    /** What is relayed where; the same for all connections. */
    record Route(InetSocketAddress target, DelayedPath path, TrafficCounts counts, Optional<TlsEnds> tls) {
        SSLEngine forApplication() {
            return tls.orElseThrow().forApplication();
        }

        SSLEngine forDatabase() {
            return tls.orElseThrow().forDatabase(target);
        }
    }

    /** The relay, as its connections see it. */
    interface Owner {
        /** One side has ended; the other may be about to send an error. */
        void halfEnded(RelayedConnection connection);

        void ended(RelayedConnection connection);
    }

    /** What a connection has once it connects to the server. */
    private record Sides(
            SocketChannel server, DelayLine upLine, DelayLine downLine, RelayIntake upIntake, RelayIntake downIntake) {}

    /**
     * A client that has connected; the connection to the server opens later.
     *
     * @param values whether statements are observed as sent
     */
    RelayedConnection(
            int number,
            SocketChannel client,
            Route route,
            boolean values,
            Budget budget,
            RelayLoop loop,
            Owner owner,
            long now) {
        this.number = number;
        this.client = client;
        this.route = route;
        this.loop = loop;
        this.owner = owner;
        this.opens = now + WAYS_BEFORE_GREETING * route.path().oneWay();
        this.dialogue = new Dialogue(
                number, route.counts(), route.path(), values, route.tls().isPresent(), budget, now);
    }

    /** When it opens the connection to the server. */
    long opens() {
        return opens;
    }

    /** Work that may read from or write to the connection. */
    private interface Work {
        void run() throws IOException;
    }

    private void attempt(Work work) {
        try {
            work.run();
        } catch (IOException e) {
            LOG.debug("connection {} broke", number, e);
            end();
        } catch (RuntimeException | OutOfMemoryError e) {
            end();
            LOG.error("connection {} ends", number, e);
            route.counts().note("a connection ended: " + e);
        }
    }

    /** Connects to the server. */
    void open() {
        attempt(() -> {
            try {
                connect();
            } catch (IOException e) {
                unreachable(e);
            }
        });
    }

    private void connect() throws IOException {
        SocketChannel server = SocketChannel.open();
        RelayEnd here = new RelayEnd(client, loop.selector(), route::forApplication);
        RelayEnd there = new RelayEnd(server, loop.selector(), route::forDatabase);
        DelayLine upLine = new DelayLine(there, loop, () -> deliver(true), () -> receiverEnded(true));
        DelayLine downLine = new DelayLine(here, loop, () -> deliver(false), () -> receiverEnded(false));
        boolean endsTls = route.tls().isPresent();
        sides = new Sides(
                server,
                upLine,
                downLine,
                new RelayIntake(true, here, upLine, downLine, route.path(), loop, endsTls, this),
                new RelayIntake(false, there, downLine, upLine, route.path(), loop, endsTls, this));
        server.configureBlocking(false);
        server.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connecting = System.nanoTime();
        if (server.connect((SocketAddress) route.target())) {
            connected(server);
        } else {
            server.register(loop.selector(), SelectionKey.OP_CONNECT, this);
        }
    }

    private void connected(SocketChannel server) throws IOException {
        route.path().pathAtMost(System.nanoTime() - connecting);
        client.register(loop.selector(), SelectionKey.OP_READ, this);
        server.register(loop.selector(), SelectionKey.OP_READ, this);
    }

    private void unreachable(IOException e) {
        LOG.warn("connection {} cannot reach {}", number, route.target(), e);
        route.counts().unreachable(String.valueOf(e.getMessage()));
        end();
    }

    /** Handles a ready key of one of its channels. */
    void ready(SelectionKey key) {
        Sides both = sides;
        if (both == null) {
            return;
        }
        attempt(() -> {
            if (key.isConnectable()) {
                finishConnect(both.server());
                return;
            }
            boolean fromClient = key.channel() == client;
            if (key.isWritable()) {
                flush(fromClient ? both.downLine() : both.upLine(), fromClient ? both.downIntake() : both.upIntake());
            }
            if (!ended && key.isValid() && key.isReadable()) {
                (fromClient ? both.upIntake() : both.downIntake()).read();
            }
        });
    }

    private void finishConnect(SocketChannel server) {
        try {
            if (server.finishConnect()) {
                connected(server);
            }
        } catch (IOException e) {
            unreachable(e);
        }
    }

    private static void flush(DelayLine line, RelayIntake intake) throws IOException {
        line.flush();
        intake.readOn();
    }

    @Override
    public void deliver(boolean up) {
        Sides both = sides;
        if (both != null) {
            attempt(() -> flush(up ? both.upLine() : both.downLine(), up ? both.upIntake() : both.downIntake()));
        }
    }

    /** The connection is over once both sides have ended. */
    private void receiverEnded(boolean up) {
        Sides both = sides;
        if (both == null) {
            return;
        }
        (up ? both.upIntake() : both.downIntake()).stop();
        owner.halfEnded(this);
        if ((up ? both.downLine() : both.upLine()).isShut()) {
            end();
        }
    }

    @Override
    public void heard(boolean up, ByteBuffer text, long now, long late) {
        if (up) {
            dialogue.up(text, now, late);
        } else {
            dialogue.down(text, now, late);
        }
    }

    @Override
    public void secured(long now, int roundTrips) {
        dialogue.secured(now, roundTrips);
    }

    @Override
    public void refuse(String why, long now) throws IOException {
        Sides both = sides;
        if (both == null) {
            return;
        }
        both.upLine().close();
        both.downIntake().stop();
        long at = now + route.path().oneWay();
        both.downLine().send(at, ServerError.HANDSHAKE.packet(LOGIN_ANSWER, "bench watch: " + why));
        both.downLine().end(at);
    }

    @Override
    public void note(String text) {
        route.counts().note(text);
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public void end() {
        if (ended) {
            return;
        }
        ended = true;
        Sides both = sides;
        if (both != null) {
            both.upIntake().release();
            both.downIntake().release();
            both.upLine().drop();
            both.downLine().drop();
            close(both.server());
        }
        close(client);
        dialogue.end();
        owner.ended(this);
    }

    private void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("connection {} did not close well", number, e);
        }
    }
}
