package dev.jdbcbench.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.check.ObservedOperation.Observed;
import dev.jdbcbench.agent.traffic.Relay;
import dev.jdbcbench.agent.traffic.RoundTripCount;
import dev.jdbcbench.agent.traffic.RoundTripCount.Watched;
import dev.jdbcbench.event.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drivers that send at times of their own, through a relay to a server that answers each query. */
class ObservedOperationTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Duration FAR = Duration.ofMillis(2);

    private static final int QUERY = 0x03;
    private static final int STMT_CLOSE = 0x19;
    private static final byte[] OK = {1, 0, 0, 1, 0};

    private final List<Socket> opened = new ArrayList<>();
    private ServerSocket server = unbound();
    private Relay relay = relay(server);

    /** Until then, the first connection gets no answer. */
    private volatile CountDownLatch held = new CountDownLatch(0);

    /** Queries that have arrived over the first connection. */
    private final Semaphore asked = new Semaphore(0);

    private static ServerSocket unbound() {
        try {
            return new ServerSocket(0, 10, LOOPBACK);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Relay relay(ServerSocket to) {
        try {
            return Relay.tcp("127.0.0.1", to.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void serve() {
        daemon(() -> {
            for (int id = 1; !server.isClosed(); id++) {
                try {
                    Socket client = server.accept();
                    int number = id;
                    daemon(() -> answer(client, number));
                } catch (IOException e) {
                    return; // the test is over
                }
            }
        });
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "server");
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(Socket client, int id) {
        try (client) {
            client.setTcpNoDelay(true);
            OutputStream out = client.getOutputStream();
            out.write(new byte[] {8, 0, 0, 0, 10, '8', 0, (byte) id, 0, 0, 0, 0});
            InputStream in = client.getInputStream();
            for (byte[] packet = in.readNBytes(5); packet.length == 5; packet = in.readNBytes(5)) {
                if (packet[4] == QUERY) {
                    if (id == 1) {
                        asked.release();
                        held.await();
                    }
                    out.write(OK);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void end() throws IOException {
        for (Socket one : opened) {
            one.close();
        }
        relay.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(LOOPBACK, relay.port());
        opened.add(socket);
        socket.setTcpNoDelay(true);
        socket.getInputStream().readNBytes(12);
        return socket;
    }

    private static void send(Socket to, int command) throws IOException {
        to.getOutputStream().write(new byte[] {1, 0, 0, 0, (byte) command});
    }

    private static void receive(Socket from) throws IOException {
        assertThat(from.getInputStream().readNBytes(OK.length)).isEqualTo(OK);
    }

    private static void query(Socket over) throws IOException {
        send(over, QUERY);
        receive(over);
    }

    private static Exchange exchange(ObservedOperation<IOException, IOException> operation, int times)
            throws IOException {
        List<Observed> far = new ArrayList<>();
        List<Observed> nearer = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            far.add(operation.watch(FAR));
            nearer.add(operation.watch(FAR.dividedBy(2)));
        }
        List<Watched> seen = operation.seen(far);
        return Explanation.exchange(
                seen,
                new RoundTripCount(List.of(), seen, operation.seen(nearer)),
                operation.apart().orElse(null),
                operation.unclear());
    }

    /** The IDs are asked for when the operation is over. */
    @Test
    void statementThatIsClosedAfterTheOperationBelongsToIt() throws IOException {
        Socket socket = connect();
        Exchange exchange = exchange(
                new ObservedOperation<IOException, IOException>(relay, () -> query(socket), () -> {
                    send(socket, STMT_CLOSE);
                    return Set.of(1L);
                }),
                2);
        assertThat(exchange.commands()).isEqualTo(Map.of("COM_QUERY", 1.0, "COM_STMT_CLOSE", 1.0));
        assertThat(exchange.bytesUp()).isEqualTo(10);
        assertThat(exchange.roundTrips()).isEqualTo(1);
    }

    /** The one of an operation may come during the next one, and the last one when all are over. */
    @Test
    void statementThatIsClosedDuringTheNextOperationIsCounted() throws IOException {
        Socket socket = connect();
        int[] executed = {0};
        ObservedOperation<IOException, IOException> operation = new ObservedOperation<>(
                relay,
                () -> {
                    if (executed[0]++ > 0) {
                        send(socket, STMT_CLOSE);
                    }
                    query(socket);
                },
                () -> {
                    if (executed[0] == 6) {
                        send(socket, STMT_CLOSE);
                    }
                    return Set.of(1L);
                });
        assertThat(exchange(operation, 3).commands()).isEqualTo(Map.of("COM_QUERY", 1.0, "COM_STMT_CLOSE", 1.0));
    }

    /** What cannot be told is no whole number. */
    @Test
    void statementsThatAreClosedAtTimesOfTheirOwnHaveNoWholeNumber() throws IOException {
        Socket socket = connect();
        int[] executed = {0};
        ObservedOperation<IOException, IOException> operation = new ObservedOperation<>(
                relay,
                () -> {
                    if (executed[0]++ == 1) {
                        send(socket, STMT_CLOSE);
                    }
                    query(socket);
                },
                () -> Set.of(1L));
        assertThat(exchange(operation, 2).commands()).isEqualTo(Map.of("COM_QUERY", 1.0, "COM_STMT_CLOSE", 0.25));
    }

    /** In the first operations, the driver sends when the operation does not wait; only then it is seen to be another. */
    @Test
    void connectionThatIsFoundLateIsLeftOutOfAllOperations() throws IOException {
        Socket socket = connect();
        int[] executed = {0};
        List<Socket> own = new ArrayList<>();
        ObservedOperation<IOException, IOException> operation = new ObservedOperation<>(
                relay,
                () -> {
                    if (own.isEmpty()) {
                        own.add(connect());
                    }
                    if (++executed[0] < 4) {
                        query(own.get(0));
                        query(socket);
                    } else {
                        held = new CountDownLatch(1);
                        asked.drainPermits();
                        send(socket, QUERY);
                        asked.acquireUninterruptibly();
                        query(own.get(0));
                        held.countDown();
                        receive(socket);
                    }
                },
                () -> Set.of(1L));
        Exchange exchange = exchange(operation, 3);
        assertThat(exchange.commands()).isEqualTo(Map.of("COM_QUERY", 1.0));
        assertThat(exchange.roundTrips()).isEqualTo(1);
        assertThat(exchange.connections()).isZero();
        assertThat(exchange.apart())
                .isEqualTo(
                        "not counted: 6 commands during 6 operations, over a connection that the driver keeps for itself (CONNECTION_ID 2)");
        assertThat(exchange.known()).isTrue();
    }

    /** The operation opens and closes a connection, and the driver one of its own at the same time. */
    @Test
    void countThatMayIncludeAConnectionOfTheDriverIsNotKnown() throws IOException {
        ObservedOperation<IOException, IOException> operation = new ObservedOperation<>(
                relay,
                () -> {
                    try (Socket one = connect();
                            Socket other = connect()) {
                        send(one, QUERY);
                        query(other);
                        receive(one);
                    }
                },
                Set::of);
        Exchange exchange = exchange(operation, 2);
        assertThat(exchange.known()).isFalse();
        assertThat(exchange.remark()).startsWith("may include the driver's own connections");
    }
}
