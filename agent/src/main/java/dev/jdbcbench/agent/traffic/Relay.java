package dev.jdbcbench.agent.traffic;

import dev.jdbcbench.agent.traffic.ClientCommands.Asked;
import dev.jdbcbench.agent.traffic.Traffic.Chunk;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
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
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Lengthens the path to a server: forwards what client and server send, each chunk after a fixed delay, and records it. A chunk
 * is time-stamped on arrival and waits in a queue, never in the reader, so a burst stays a burst. Thread safe.
 */
public final class Relay implements Closeable {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int BUFFER_BYTES = 65536;

    /** Limit of bytes in flight; beyond it the sender has to wait, as with TCP. */
    private static final int MOST_BYTES_UNDER_WAY = 16 * 1024 * 1024;

    /** Pause before more is written to a receiver whose buffer is full. */
    private static final long FULL_NANOS = 50_000;

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
    public static Relay tcp(String host, int port) throws IOException {
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
    public static Relay socket(Path server, Path path) throws IOException {
        return new Relay(UnixDomainSocketAddress.of(server), UnixDomainSocketAddress.of(path), false);
    }

    /** The port on which a TCP relay listens. */
    public int port() {
        try {
            return ((InetSocketAddress) listening.getLocalAddress()).getPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sets the delay of each chunk from now on. */
    public void delay(Duration oneWay) {
        oneWayNanos = oneWay.toNanos();
    }

    /**
     * Waits until the relay has read everything that the clients have sent so far, and then until nothing has arrived or been
     * delivered for as long as an answer would take; at most one second.
     */
    public void settle() {
        long end = System.nanoTime() + 1_000_000_000L;
        long pause = Math.max(1_000_000, 3 * oneWayNanos);
        int seen = -1;
        while (System.nanoTime() < end) {
            connections().forEach(connection -> connection.drain(end));
            int now = size();
            if (now == seen) {
                return;
            }
            seen = now;
            park(System.nanoTime() + pause);
        }
    }

    private List<Connection> connections() {
        synchronized (connections) {
            return List.copyOf(connections);
        }
    }

    private int size() {
        synchronized (chunks) {
            return chunks.size();
        }
    }

    /** Returns the traffic since the last call, and resets it. */
    public Taken take() {
        List<Chunk> taken;
        synchronized (chunks) {
            taken = new ArrayList<>(chunks);
            chunks.clear();
        }
        taken.sort(Comparator.comparingLong(Chunk::nanos));
        Map<Integer, Taken.Sent> sent = new TreeMap<>();
        connections().forEach(connection -> sent.put(connection.number, connection.sent()));
        return new Taken(taken, sent, Duration.ofNanos(oneWayNanos));
    }

    /** The numbers of the connections that the server knows by these IDs. */
    public Set<Integer> numbers(Set<Long> connectionIds) {
        return connections().stream()
                .filter(connection -> connection.id().stream().anyMatch(connectionIds::contains))
                .map(connection -> connection.number)
                .collect(Collectors.toSet());
    }

    private void saw(Chunk chunk) {
        synchronized (chunks) {
            chunks.add(chunk);
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
                saw(new Chunk(connection.number, Kind.OPENED, opened, 0));
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
    public static void park(long due) {
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
        private final Greeting greeting = new Greeting();
        private volatile List<Direction> directions = List.of();

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
                client.configureBlocking(false);
                upstream.configureBlocking(false);
                Direction up = new Direction(client, upstream, Kind.UP);
                Direction down = new Direction(upstream, client, Kind.DOWN);
                directions = List.of(up, down);
                up.start();
                down.start();
            } catch (IOException e) {
                if (!closed) {
                    System.err.println("the relay cannot reach " + server + ": " + e);
                }
                cut();
            }
        }

        /** Waits until everything that had arrived is read. */
        void drain(long end) {
            directions.forEach(direction -> direction.drain(end));
        }

        OptionalLong id() {
            synchronized (greeting) {
                return greeting.connectionId();
            }
        }

        Taken.Sent sent() {
            synchronized (commands) {
                return new Taken.Sent(id(), commands.take(), commands.takeStatements(), !commands.encrypted());
            }
        }

        void cut() {
            for (SocketChannel end : List.of(client, upstream)) {
                try {
                    end.close();
                } catch (IOException e) {
                    System.err.println("the relay cannot close a connection: " + e);
                }
            }
            directions.forEach(direction -> direction.ready.wakeup()); // a selector keeps a channel open until it runs
        }

        /** One direction of the connection. */
        private final class Direction {
            private final SocketChannel from;
            private final SocketChannel to;
            private final Kind kind;
            private final BlockingQueue<Parcel> underWay = new LinkedBlockingQueue<>();
            private final Semaphore room = new Semaphore(MOST_BYTES_UNDER_WAY);
            private final Selector ready;
            private final Object drains = new Object();
            private long requested;
            private long drained;

            Direction(SocketChannel from, SocketChannel to, Kind kind) throws IOException {
                this.from = from;
                this.to = to;
                this.kind = kind;
                this.ready = Selector.open();
                from.register(ready, SelectionKey.OP_READ);
            }

            /** Waits until the reader has found nothing more to read, or until {@code end}. */
            void drain(long end) {
                synchronized (drains) {
                    long request = ++requested;
                    ready.wakeup();
                    try {
                        for (long left = end - System.nanoTime();
                                drained < request && left > 0;
                                left = end - System.nanoTime()) {
                            TimeUnit.NANOSECONDS.timedWait(drains, left);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }

            private long requested() {
                synchronized (drains) {
                    return requested;
                }
            }

            private void drained(long request) {
                synchronized (drains) {
                    drained = request;
                    drains.notifyAll();
                }
            }

            void start() {
                daemon("bench-relay-" + kind, this::read);
                daemon("bench-relay-to-" + kind, this::write);
            }

            private void read() {
                ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
                try (ready) {
                    long request = requested();
                    for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                        if (length == 0) {
                            drained(request);
                            ready.select();
                        } else {
                            long now = System.nanoTime();
                            ByteBuffer bytes = ByteBuffer.allocate(length)
                                    .put(buffer.flip())
                                    .flip();
                            buffer.clear();
                            saw(new Chunk(number, kind, now, length, asked(bytes)));
                            room.acquire(length);
                            underWay.add(new Parcel(now + oneWayNanos, bytes));
                        }
                        request = requested();
                    }
                } catch (IOException e) {
                    // Errors when a connection ends are not the relay's concern; it simply ends the other side too.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                if (kind == Kind.UP) {
                    saw(new Chunk(number, Kind.CLOSED, System.nanoTime(), 0));
                }
                drained(Long.MAX_VALUE);
                underWay.add(new Parcel(System.nanoTime() + oneWayNanos, ByteBuffer.allocate(0)));
            }

            private Asked asked(ByteBuffer bytes) {
                if (kind == Kind.UP) {
                    synchronized (commands) {
                        return commands.read(bytes);
                    }
                }
                synchronized (greeting) {
                    greeting.read(bytes);
                }
                return Chunk.NOTHING;
            }

            private void write() {
                try {
                    for (Parcel parcel = underWay.take(); parcel.bytes().hasRemaining(); parcel = underWay.take()) {
                        park(parcel.due());
                        int length = parcel.bytes().remaining();
                        if (kind == Kind.DOWN) {
                            saw(new Chunk(number, Kind.DELIVERED, System.nanoTime(), 0));
                        }
                        while (parcel.bytes().hasRemaining()) {
                            if (to.write(parcel.bytes()) == 0) {
                                park(System.nanoTime() + FULL_NANOS);
                            }
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
