package dev.jdbcbench.watch;

import dev.jdbcbench.failure.Failure;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays the traffic between an application and its database unchanged, after a delay. One thread serves all
 * connections. The bytes under way are bounded per connection and in total; a faster sender has to wait, as with TCP.
 * The agent's relay has threads for each connection and keeps every chunk, which suits counting one operation but not
 * an application.
 */
public final class WatchRelay implements Closeable {
    /** More connections are refused, as a server does. */
    public static final int MOST_CONNECTIONS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(WatchRelay.class);

    private static final int BUFFER_BYTES = 65_536;

    /** Bytes under way in one direction of a connection. */
    private static final int MOST_UNDER_WAY = 1 << 20;

    /** Limit of bytes under way in total; beyond it, each direction may still have one buffer. */
    private static final long MOST_IN_ALL =
            Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 4);

    /** Opening a connection takes three one-way trips, SYN, SYN-ACK and ACK, before the server greets. */
    private static final int WAYS_BEFORE_GREETING = 3;

    private static final int BACKLOG = 512;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** The sequence number of the answer to a login that followed a request for TLS. */
    private static final int LOGIN_ANSWER = 3;

    // Error numbers of MariaDB and MySQL.
    private static final int TOO_MANY = 1040;
    private static final int HANDSHAKE_ERROR = 1043;

    /** A selector waits for whole milliseconds, so the relay waits for the rest of a delay in another way. */
    private static final long SELECTOR_NANOS = 2_000_000;

    private static final long NAP_NANOS = 50_000;

    /** A thread wakes up late, so the relay spins before a delivery, except under load, when traffic keeps it awake. */
    private static final long SPIN_NANOS = 300_000;

    private static final int FEW_DUE = 8;

    /** Pause after a failed accept: without free file descriptors, an immediate retry would fail, too. */
    private static final long AFTER_TROUBLE_NANOS = 10_000_000;

    private static final long IDLE_MILLIS = 1000;
    private static final long MILLI = 1_000_000;

    /** How long the other side may take to end after one has ended: it may be about to send an error. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    private final InetSocketAddress target;
    private final DelayedPath link;
    private final TrafficCounts tally;
    private final boolean values;
    private final Budget budget = Budget.ofHeap();
    private final Optional<TlsEnds> tls;
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final Thread thread;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final Deque<Connection> opening = new ArrayDeque<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    private final Deque<Connection> endings = new ArrayDeque<>();
    private final Set<Direction> held = new HashSet<>();
    private long underWay;
    private int numbers;
    private volatile boolean closed;
    private volatile boolean over;

    /**
     * Starts to listen.
     *
     * @param values whether the tally receives statements as sent
     * @param tls how to terminate the TLS of an application; without it, TLS passes through and cannot be read
     * @throws Failure.Command if it cannot listen
     */
    public WatchRelay(
            InetSocketAddress listen,
            InetSocketAddress target,
            DelayedPath link,
            TrafficCounts tally,
            boolean values,
            Optional<TlsEnds> tls) {
        this.target = target;
        this.link = link;
        this.tally = tally;
        this.values = values;
        this.tls = tls;
        try {
            this.selector = Selector.open();
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
                await();
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
                tally.note("the relay ended: " + e.getMessage());
            }
        } catch (RuntimeException | Error e) {
            LOG.error("the relay ends", e);
            tally.note("the relay ended: " + e);
        } finally {
            Set.copyOf(connections).forEach(Connection::end);
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

    /** Carries out work for a connection. What the work does not expect, or has no memory for, ends this connection only. */
    private void attempt(Connection connection, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | OutOfMemoryError e) {
            connection.end();
            LOG.error("connection {} ends", connection.number, e);
            tally.note("a connection ended: " + e);
        }
    }

    /** Waits for traffic, or until a delivery is due. */
    private void await() throws IOException {
        long next = Long.MAX_VALUE;
        if (!due.isEmpty()) {
            next = due.element().at() - System.nanoTime();
        }
        if (!opening.isEmpty()) {
            next = Math.min(next, opening.element().opens - System.nanoTime());
        }
        if (next > IDLE_MILLIS * MILLI) {
            selector.select(IDLE_MILLIS);
        } else if (next > SELECTOR_NANOS) {
            selector.select(next / MILLI - 1);
        } else if (selector.selectNow() == 0 && next > 0) {
            if (next <= SPIN_NANOS && due.size() <= FEW_DUE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(next, NAP_NANOS));
            }
            selector.selectNow();
        }
    }

    /** Delivers what is due. */
    private void deliver() {
        long now = System.nanoTime();
        while (!opening.isEmpty() && opening.element().opens <= now) {
            Connection connection = opening.remove();
            attempt(connection, connection::connect);
        }
        while (!due.isEmpty() && due.element().at() <= now) {
            Direction direction = due.remove().direction();
            attempt(direction.connection(), direction::flush);
        }
        if (underWay < MOST_IN_ALL && !held.isEmpty()) {
            Set.copyOf(held).forEach(direction -> attempt(direction.connection(), direction::want));
        }
        while (!endings.isEmpty() && (endings.element().ended || endings.element().ending <= now)) {
            endings.remove().end();
        }
    }

    private void ready(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
        } else if (key.attachment() instanceof Direction direction) {
            Connection connection = direction.connection();
            attempt(connection, () -> connection.ready(key, direction));
        }
    }

    private void accept() {
        try {
            acceptAll();
        } catch (IOException e) {
            LOG.error("the relay cannot accept a connection", e);
            tally.note("a connection could not be accepted: " + e.getMessage());
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
                Connection connection = new Connection(numbers++, client, now);
                connections.add(connection);
                tally.opened(connections.size());
                opening.add(connection);
            }
        }
    }

    /** Answers with the error of a server that has too many connections. */
    private void refuse(SocketChannel client) {
        tally.refused();
        try (client) {
            client.write(error(0, TOO_MANY, "bench watch relays at most " + MOST_CONNECTIONS + " connections"));
        } catch (IOException e) {
            LOG.debug("a client that was refused had gone", e);
        }
    }

    private static ByteBuffer error(int sequence, int number, String words) {
        byte[] text = words.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer error = ByteBuffer.allocate(text.length + 7).order(ByteOrder.LITTLE_ENDIAN);
        error.putShort((short) (text.length + 3)).put((byte) 0).put((byte) sequence);
        return error.put((byte) 0xff).putShort((short) number).put(text).flip();
    }

    private record Due(long at, Direction direction) {}

    /** Bytes under way, or a change of state. */
    private record Parcel(long at, ByteBuffer bytes, Kind kind) {}

    /** What happens when a parcel arrives. */
    private enum Kind {
        /** The bytes are sent; encrypted if the receiver uses TLS. */
        DATA,
        /** The bytes are already encrypted. */
        ENCRYPTED,
        /** No bytes: from here on the receiver uses TLS. */
        SECURES,
        /** No bytes: the sender has ended. */
        END
    }

    /** One end of the relay: a socket, and TLS on it. */
    private static final class End {
        private final SocketChannel channel;
        private @Nullable TlsEnd tls;

        End(SocketChannel channel) {
            this.channel = channel;
        }

        /** Whether it accepts bytes as fast as the network does. */
        boolean takes() {
            return tls == null || tls.established();
        }

        boolean leaves() {
            return tls != null && tls.leaves();
        }

        boolean drain() throws IOException {
            return tls == null || tls.drain(channel);
        }

        int write(ByteBuffer chunk) throws IOException {
            return tls == null ? channel.write(chunk) : tls.write(chunk, channel);
        }

        /** Ends the output; returns false if something must be sent first. */
        boolean shut() throws IOException {
            if (!drain()) {
                return false;
            }
            if (tls != null) {
                tls.close();
                drain();
            }
            channel.shutdownOutput();
            return true;
        }
    }

    /** One connection of the application, with its own to the server. */
    private final class Connection {
        private final int number;
        private final SocketChannel client;
        private final long opens;
        private final Dialogue dialogue;
        private @Nullable SocketChannel server;
        private @Nullable Direction up;
        private @Nullable Direction down;
        private long connecting;
        private long ending;
        private boolean ended;

        Connection(int number, SocketChannel client, long now) {
            this.number = number;
            this.client = client;
            this.opens = now + WAYS_BEFORE_GREETING * link.oneWay();
            this.dialogue = new Dialogue(number, tally, link, values, tls.isPresent(), budget, now);
        }

        void connect() {
            try {
                SocketChannel channel = SocketChannel.open();
                server = channel;
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                End here = new End(client);
                End there = new End(channel);
                up = new Direction(this, here, there, true);
                down = new Direction(this, there, here, false);
                connecting = System.nanoTime();
                if (channel.connect((SocketAddress) target)) {
                    connected();
                } else {
                    channel.register(selector, SelectionKey.OP_CONNECT, down);
                }
            } catch (IOException e) {
                unreachable(e);
            }
        }

        private void connected() throws IOException {
            link.pathAtMost(System.nanoTime() - connecting);
            if (up != null && down != null && server != null) {
                client.register(selector, SelectionKey.OP_READ, up);
                server.register(selector, SelectionKey.OP_READ, down);
            }
        }

        private void unreachable(IOException e) {
            LOG.warn("connection {} cannot reach {}", number, target, e);
            tally.unreachable(String.valueOf(e.getMessage()));
            end();
        }

        /**
         * Handles a ready key. It carries the direction that reads from its channel; the other direction writes to it.
         */
        void ready(SelectionKey key, Direction reading) {
            if (key.isConnectable()) {
                try {
                    if (server != null && server.finishConnect()) {
                        connected();
                    }
                } catch (IOException e) {
                    unreachable(e);
                }
                return;
            }
            Direction writing = reading == up ? down : up;
            if (key.isWritable() && writing != null) {
                writing.flush();
            }
            if (!ended && key.isValid() && key.isReadable()) {
                reading.read();
            }
        }

        void readAlong(boolean isUp, ByteBuffer bytes, long now, long late) {
            if (isUp) {
                dialogue.up(bytes, now, late);
            } else {
                dialogue.down(bytes, now, late);
            }
        }

        void end() {
            if (ended) {
                return;
            }
            ended = true;
            connections.remove(this);
            opening.remove(this);
            for (Direction direction : new Direction[] {up, down}) {
                if (direction != null) {
                    direction.drop();
                }
            }
            close(client);
            if (server != null) {
                close(server);
            }
            dialogue.end();
        }

        private void close(SocketChannel channel) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("connection {} did not close well", number, e);
            }
        }
    }

    /** One direction of a connection. */
    private final class Direction {
        private final Connection connection;
        private final End from;
        private final End to;
        private final boolean up;
        private final Deque<Parcel> parcels = new ArrayDeque<>();
        /** Present until it is known whether the client requests TLS from the relay. */
        private @Nullable TlsRequest request;

        private int bytes;
        private boolean over;
        private boolean shut;

        Direction(Connection connection, End from, End to, boolean up) {
            this.connection = connection;
            this.from = from;
            this.to = to;
            this.up = up;
            this.request = up && tls.isPresent() ? new TlsRequest() : null;
        }

        Connection connection() {
            return connection;
        }

        private Direction other() {
            return Objects.requireNonNull(up ? connection.down : connection.up);
        }

        void read() {
            try {
                buffer.clear();
                int length = receive();
                long now = System.nanoTime();
                if (length < 0) {
                    ended(now);
                } else if (length > 0) {
                    received(buffer.flip(), now);
                }
                want();
            } catch (IOException e) {
                LOG.debug("connection {} broke", connection.number, e);
                connection.end();
            }
        }

        private void ended(long now) throws IOException {
            over = true;
            if (request != null) {
                pass(request.rest(), now);
            }
            send(now + link.oneWay(), NOTHING, Kind.END);
        }

        private void received(ByteBuffer chunk, long now) throws IOException {
            TlsRequest asked = request;
            if (asked != null) {
                ByteBuffer known = asked.read(chunk);
                if (known.hasRemaining()) {
                    pass(known, now);
                }
                if (asked.undecided()) {
                    return;
                }
                request = null;
                if (asked.wanted()) {
                    secure(now);
                }
            }
            if (from.tls != null) {
                decrypt(from.tls, chunk, now);
            } else if (chunk.hasRemaining()) {
                pass(chunk, now);
            }
        }

        /** Sends bytes on their way to the receiver. */
        private void pass(ByteBuffer chunk, long now) throws IOException {
            long at = link.arrival(up, chunk.remaining(), now);
            connection.readAlong(up, chunk.asReadOnlyBuffer(), now, at - now - link.oneWay());
            send(at, chunk, Kind.DATA);
        }

        /**
         * The client encrypts from here on; towards the server, the relay does so once the request has arrived there.
         */
        private void secure(long now) throws IOException {
            from.tls = new TlsEnd(tls.orElseThrow().forApplication());
            send(now + link.oneWay(), NOTHING, Kind.SECURES);
        }

        private void decrypt(TlsEnd end, ByteBuffer encrypted, long now) throws IOException {
            boolean agreed = end.established();
            ByteBuffer text;
            try {
                text = end.read(encrypted);
            } catch (SSLException e) {
                from.drain(); // the other side should know why
                untrusted(e, now);
                return;
            }
            if (up && !agreed) {
                // The keys seem to come from the server, a round trip away.
                other().send(now + 2 * link.oneWay(), end.take(), Kind.ENCRYPTED);
            } else {
                other().pump();
            }
            if (!agreed && end.established()) {
                agreed(end, now);
            }
            if (text.hasRemaining()) {
                pass(text, now);
            }
            if (end.over() && !over) {
                ended(now);
            }
        }

        private void agreed(TlsEnd end, long now) throws IOException {
            if (!up) {
                other().flush();
                return;
            }
            connection.dialogue.secured(now, end.roundTrips());
            other().flush();
            if (end.certified()) {
                String why = "the application shows a TLS certificate, which a relay cannot pass on:"
                        + " let it connect without one, or watch it without --tls";
                tally.note(why);
                refuse(why, now);
            }
        }

        private void untrusted(SSLException e, long now) throws IOException {
            LOG.debug("connection {} cannot be encrypted", connection.number, e);
            if (up) {
                tally.note("an application ended TLS: " + e.getMessage()
                        + ". If it verifies certificates, let it trust the relay's: --tls-certificate FILE");
                connection.end();
            } else {
                String why = "TLS with the database failed: " + e.getMessage();
                tally.note(why);
                other().refuse(why, now);
            }
        }

        /** Answers a login with an error. */
        private void refuse(String why, long now) throws IOException {
            drop();
            shut = true;
            Direction back = other();
            back.over = true;
            back.want();
            back.send(now + link.oneWay(), error(LOGIN_ANSWER, HANDSHAKE_ERROR, "bench watch: " + why), Kind.DATA);
            back.send(now + link.oneWay(), NOTHING, Kind.END);
        }

        /** A broken connection ends like any other: bytes received before are still sent. */
        private int receive() {
            try {
                return from.channel.read(buffer);
            } catch (IOException e) {
                LOG.debug("connection {} broke", connection.number, e);
                return -1;
            }
        }

        private void send(long at, ByteBuffer chunk, Kind kind) throws IOException {
            if (shut) {
                return;
            }
            long now = System.nanoTime();
            boolean waits = at > now;
            if (!waits && parcels.isEmpty() && carry(new Parcel(at, chunk, kind))) {
                if (to.tls != null) {
                    interest();
                }
                return;
            }
            if (shut) {
                return;
            }
            ByteBuffer copy = ByteBuffer.allocate(chunk.remaining()).put(chunk).flip();
            bytes += copy.remaining();
            underWay += copy.remaining();
            Parcel parcel = new Parcel(at, copy, kind);
            if (kind == Kind.ENCRYPTED) {
                addBeforeText(parcel);
            } else {
                parcels.add(parcel);
            }
            if (waits) {
                due.add(new Due(at, this));
            } else if (kind == Kind.ENCRYPTED) {
                flush();
            } else {
                interest();
            }
        }

        /**
         * Inserts handshake bytes before application bytes, which need the keys. An error may be queued before both
         * sides agree.
         */
        private void addBeforeText(Parcel parcel) {
            Deque<Parcel> later = new ArrayDeque<>();
            while (!parcels.isEmpty() && parcels.getLast().kind() != Kind.ENCRYPTED) {
                later.addFirst(parcels.removeLast());
            }
            parcels.add(parcel);
            parcels.addAll(later);
        }

        /** Delivers a parcel as far as the receiver accepts it; returns false if some of it is left. */
        private boolean carry(Parcel parcel) throws IOException {
            ByteBuffer chunk = parcel.bytes();
            switch (parcel.kind()) {
                case DATA -> write(chunk, false);
                case ENCRYPTED -> write(chunk, true);
                case SECURES -> {
                    to.tls = new TlsEnd(tls.orElseThrow().forDatabase(target));
                    to.drain();
                }
                case END -> {
                    return shut();
                }
            }
            return !chunk.hasRemaining();
        }

        /**
         * Writes as much as the receiver accepts. If the receiver is gone, the other direction may still deliver its
         * last bytes.
         */
        private void write(ByteBuffer chunk, boolean encrypted) {
            try {
                if (encrypted) {
                    to.channel.write(chunk);
                } else {
                    to.write(chunk);
                }
            } catch (IOException e) {
                LOG.debug("connection {} broke", connection.number, e);
                chunk.position(chunk.limit());
                drop();
                over = true;
                shut = true;
                end();
            }
        }

        /** Sends what is due, as far as the receiver accepts it. */
        void flush() {
            try {
                long now = System.nanoTime();
                boolean goesOn = to.drain();
                while (goesOn
                        && !shut
                        && !parcels.isEmpty()
                        && parcels.element().at() <= now) {
                    Parcel parcel = parcels.element();
                    int before = parcel.bytes().remaining();
                    goesOn = carry(parcel);
                    if (!shut) { // after a failure, the remaining bytes were dropped
                        int written = before - parcel.bytes().remaining();
                        bytes -= written;
                        underWay -= written;
                    }
                    if (goesOn && !shut) {
                        parcels.remove();
                    }
                }
                interest();
                want();
            } catch (IOException e) {
                LOG.debug("connection {} broke", connection.number, e);
                connection.end();
            }
        }

        /** Sends what TLS itself produced. */
        private void pump() throws IOException {
            to.drain();
            interest();
        }

        /** Passes the end on to the receiver. The connection is over once both sides have ended. */
        private boolean shut() throws IOException {
            if (!to.shut()) {
                return false;
            }
            shut = true;
            end();
            return true;
        }

        private void end() {
            connection.ending = System.nanoTime() + GRACE_NANOS;
            endings.add(connection);
            Direction other = up ? connection.down : connection.up;
            if (other != null && other.shut) {
                connection.end();
            }
        }

        /** Reads on if there is room. */
        void want() {
            if (connection.ended) {
                held.remove(this);
                return;
            }
            boolean room = bytes < MOST_UNDER_WAY && (underWay < MOST_IN_ALL || bytes == 0);
            if (room || over) {
                held.remove(this);
            } else {
                held.add(this);
            }
            interest(from.channel, SelectionKey.OP_READ, room && !over);
        }

        /** Waits for the receiver if there is something to send. */
        private void interest() {
            Parcel next = parcels.peek();
            boolean stuck = next != null && next.at() <= System.nanoTime();
            interest(to.channel, SelectionKey.OP_WRITE, to.leaves() || (stuck && to.takes()));
        }

        private void interest(SocketChannel channel, int operation, boolean wanted) {
            SelectionKey key = channel.keyFor(selector);
            if (key != null && key.isValid() && ((key.interestOps() & operation) != 0) != wanted) {
                key.interestOps(key.interestOps() ^ operation);
            }
        }

        void drop() {
            underWay -= bytes;
            bytes = 0;
            parcels.clear();
            held.remove(this);
        }
    }
}
