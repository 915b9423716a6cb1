package dev.jdbcbench.agent;

import dev.jdbcbench.agent.Traffic.Chunk;
import dev.jdbcbench.agent.Traffic.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Lengthens the path to a server: forwards what client and server send, each chunk after a fixed delay, and records it. A chunk
 * is time-stamped on arrival and waits in a queue, never in the reader, so a burst stays a burst. Thread safe.
 */
final class Relay implements Closeable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int BUFFER_BYTES = 65536;

    /** Limit of bytes in flight; beyond it the sender has to wait, as with TCP. */
    private static final int MOST_BYTES_UNDER_WAY = 16 * 1024 * 1024;

    /** Opening a connection takes SYN, SYN-ACK and ACK before the server greets. */
    private static final int WAYS_BEFORE_GREETING = 3;

    private final SocketAddress server;
    private final ServerSocketChannel listening;
    private final boolean tcp;
    private final List<Connection> connections = new ArrayList<>();
    private final List<Chunk> chunks = new ArrayList<>();
    private volatile long oneWayNanos;
    private volatile boolean closed;

    private Relay(SocketAddress server, SocketAddress listen, boolean tcp) throws IOException {
        this.server = server;
        this.tcp = tcp;
        this.listening = tcp ? ServerSocketChannel.open() : ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(listen);
        daemon("bench-relay", this::accept);
    }

    /** A relay to a server that listens on TCP; the relay itself listens on loopback. */
    static Relay tcp(String host, int port) throws IOException {
        InetSocketAddress server = new InetSocketAddress(host, port);
        if (server.isUnresolved()) {
            throw new UnknownHostException("the name " + host + " is not known on this host");
        }
        return new Relay(server, new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), true);
    }

    /**
     * A relay to a server's Unix socket.
     *
     * @param path where the relay listens; must not exist yet
     */
    static Relay socket(Path server, Path path) throws IOException {
        return new Relay(UnixDomainSocketAddress.of(server), UnixDomainSocketAddress.of(path), false);
    }

    /** The port on which a TCP relay listens. */
    int port() {
        try {
            return ((InetSocketAddress) listening.getLocalAddress()).getPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sets the delay of each chunk from now on. */
    void delay(Duration oneWay) {
        oneWayNanos = oneWay.toNanos();
    }

    /** Waits until no chunk is in flight and none has arrived for as long as an answer would take; at most one second. */
    void settle() {
        long end = System.nanoTime() + 1_000_000_000L;
        long pause = Math.max(1_000_000, 3 * oneWayNanos);
        int seen = -1;
        while (System.nanoTime() < end) {
            int now = size();
            if (now == seen) {
                return;
            }
            seen = now;
            park(System.nanoTime() + pause);
        }
    }

    private int size() {
        synchronized (chunks) {
            return chunks.size();
        }
    }

    /** Returns the traffic since the last call, and resets it. */
    Traffic take() {
        Map<String, Integer> commands = new HashMap<>();
        List<String> statements = new ArrayList<>();
        boolean readable = true;
        synchronized (connections) {
            for (Connection connection : connections) {
                synchronized (connection.commands) {
                    connection.commands.take().forEach((name, count) -> commands.merge(name, count, Integer::sum));
                    statements.addAll(connection.commands.takeStatements());
                    readable &= !connection.commands.encrypted();
                }
            }
        }
        synchronized (chunks) {
            Traffic traffic = new Traffic(chunks, commands, statements, readable, Duration.ofNanos(oneWayNanos));
            chunks.clear();
            return traffic;
        }
    }

    private void saw(int connection, Kind kind, long nanos, int bytes) {
        synchronized (chunks) {
            chunks.add(new Chunk(connection, kind, nanos, bytes));
        }
    }

    private void accept() {
        while (!closed) {
            try {
                SocketChannel client = listening.accept();
                long opened = System.nanoTime();
                Connection connection;
                synchronized (connections) {
                    connection = new Connection(connections.size(), client, SocketChannel.open(family()));
                    connections.add(connection);
                }
                saw(connection.number, Kind.OPENED, opened, 0);
                daemon("bench-relay-open", () -> connection.open(opened));
            } catch (IOException e) {
                if (!closed) {
                    System.err.println("the relay cannot accept a connection: " + e);
                }
                return;
            }
        }
    }

    private StandardProtocolFamily family() {
        if (!tcp) {
            return StandardProtocolFamily.UNIX;
        }
        return ((InetSocketAddress) server).getAddress() instanceof Inet6Address
                ? StandardProtocolFamily.INET6
                : StandardProtocolFamily.INET;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        SocketAddress place = listening.getLocalAddress();
        listening.close();
        if (place instanceof UnixDomainSocketAddress unix) {
            Files.deleteIfExists(unix.getPath());
        }
        synchronized (connections) {
            connections.forEach(Connection::cut);
        }
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until {@code due}, or slightly longer, as the scheduler allows. */
    private static void park(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** One connection through the relay. */
    private final class Connection {
        private final int number;
        private final SocketChannel client;
        private final SocketChannel upstream;
        private final ClientCommands commands = new ClientCommands();

        Connection(int number, SocketChannel client, SocketChannel upstream) {
            this.number = number;
            this.client = client;
            this.upstream = upstream;
        }

        void open(long opened) {
            try {
                if (tcp) {
                    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    upstream.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    park(opened + WAYS_BEFORE_GREETING * oneWayNanos);
                }
                upstream.connect(server);
            } catch (IOException e) {
                if (!closed) {
                    System.err.println("the relay cannot reach " + server + ": " + e);
                }
                cut();
                return;
            }
            new Direction(client, upstream, Kind.UP).start();
            new Direction(upstream, client, Kind.DOWN).start();
        }

        void cut() {
            for (SocketChannel end : List.of(client, upstream)) {
                try {
                    end.close();
                } catch (IOException e) {
                    System.err.println("the relay cannot close a connection: " + e);
                }
            }
        }

        /** One direction of the connection. */
        private final class Direction {
            private final SocketChannel from;
            private final SocketChannel to;
            private final Kind kind;
            private final BlockingQueue<Parcel> underWay = new LinkedBlockingQueue<>();
            private final Semaphore room = new Semaphore(MOST_BYTES_UNDER_WAY);

            Direction(SocketChannel from, SocketChannel to, Kind kind) {
                this.from = from;
                this.to = to;
                this.kind = kind;
            }

            void start() {
                daemon("bench-relay-" + kind, this::read);
                daemon("bench-relay-to-" + kind, this::write);
            }

            private void read() {
                ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
                try {
                    while (from.read(buffer) >= 0) {
                        long now = System.nanoTime();
                        ByteBuffer bytes = ByteBuffer.allocate(buffer.flip().remaining())
                                .put(buffer)
                                .flip();
                        buffer.clear();
                        saw(number, kind, now, bytes.remaining());
                        if (kind == Kind.UP) {
                            synchronized (commands) {
                                commands.read(bytes);
                            }
                        }
                        room.acquire(bytes.remaining());
                        underWay.add(new Parcel(now + oneWayNanos, bytes));
                    }
                } catch (IOException e) {
                    // Errors when a connection ends are not the relay's concern; it simply ends the other side too.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                underWay.add(new Parcel(System.nanoTime() + oneWayNanos, ByteBuffer.allocate(0)));
            }

            private void write() {
                try {
                    for (Parcel parcel = underWay.take(); parcel.bytes().hasRemaining(); parcel = underWay.take()) {
                        park(parcel.due());
                        int length = parcel.bytes().remaining();
                        while (parcel.bytes().hasRemaining()) {
                            to.write(parcel.bytes());
                        }
                        room.release(length);
                    }
                    to.shutdownOutput();
                } catch (IOException e) {
                    cut(); // the receiver is gone, so nothing more can arrive
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** A chunk in flight; an empty one marks the end. */
    private record Parcel(long due, ByteBuffer bytes) {}
}
