package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.failure.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchRelayIT {
    private static final InetSocketAddress FREE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final FakeDatabase database = new FakeDatabase();
    private final TrafficCounts tally = new TrafficCounts(System::nanoTime, Optional.empty());
    private final List<WatchRelay> relays = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private WatchRelay relay(InetSocketAddress to, Duration oneWay) {
        WatchRelay relay =
                new WatchRelay(FREE, to, new DelayedPath(oneWay.toNanos(), 100_000), tally, false, Optional.empty());
        relays.add(relay);
        return relay;
    }

    private WatchReport report() {
        return tally.report("fake", "11", new DelayedPath(0, 100_000));
    }

    @AfterEach
    void end() throws IOException {
        for (WatchRelay relay : relays) {
            relay.close();
        }
        database.close();
        threads.shutdownNow();
    }

    /** A server that first sends a stream of bytes and then returns every byte, changed. */
    private ServerSocket scrambling(byte[] first) throws IOException {
        ServerSocket server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        FakeDatabase.daemon(() -> {
            while (!server.isClosed()) {
                try {
                    Socket client = server.accept();
                    FakeDatabase.daemon(() -> scramble(client, first));
                } catch (IOException e) {
                    return; // the test is over
                }
            }
        });
        return server;
    }

    private static void scramble(Socket client, byte[] first) {
        try (client) {
            OutputStream out = client.getOutputStream();
            out.write(first);
            InputStream in = client.getInputStream();
            byte[] buffer = new byte[10_000];
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                for (int i = 0; i < length; i++) {
                    buffer[i] ^= 0x55;
                }
                out.write(buffer, 0, length);
            }
        } catch (IOException e) {
            // the client has disconnected
        }
    }

    /** Sends random bytes in random pieces while another thread reads until the end. */
    private byte[] exchange(InetSocketAddress to, byte[] sent, long seed)
            throws IOException, InterruptedException, ExecutionException {
        Random random = new Random(seed);
        try (Socket socket = new Socket(to.getAddress(), to.getPort())) {
            socket.setSoTimeout(20_000);
            Future<byte[]> received = threads.submit(() -> {
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                socket.getInputStream().transferTo(all);
                return all.toByteArray();
            });
            int at = 0;
            while (at < sent.length) {
                int length = Math.min(sent.length - at, 1 + random.nextInt(random.nextBoolean() ? 20 : 90_000));
                socket.getOutputStream().write(sent, at, length);
                at += length;
            }
            socket.shutdownOutput();
            return received.get();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void arbitraryBytesAreForwardedUnchanged(int millis) throws Exception {
        byte[] greeting = Bytes.greeting(Bytes.PROTOCOL_41);
        try (ServerSocket server = scrambling(greeting)) {
            InetSocketAddress direct = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            InetSocketAddress relayed = relay(direct, Duration.ofMillis(millis)).address();
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                int seed = i;
                tasks.add(() -> {
                    Random random = new Random(seed);
                    byte[] sent = new byte[seed < 10 ? random.nextInt(3000) : 3_000_000];
                    random.nextBytes(sent);
                    if (seed % 2 == 0 && sent.length > 100) {
                        byte[] login = Bytes.login(0);
                        System.arraycopy(login, 0, sent, 0, login.length);
                    }
                    assertThat(exchange(relayed, sent, seed)).isEqualTo(exchange(direct, sent, seed));
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
            assertThat(report().bytesUp()).isGreaterThan(6_000_000);
        }
    }

    @Test
    void connectionBeyondFiveHundredIsRefusedLikeAServerDoes() throws Exception {
        InetSocketAddress relayed = relay(database.address(), Duration.ZERO).address();
        List<FakeDatabase.Client> clients = new ArrayList<>();
        try {
            for (int i = 0; i < WatchRelay.MOST_CONNECTIONS; i++) {
                clients.add(new FakeDatabase.Client(relayed));
            }
            for (FakeDatabase.Client client : clients) {
                client.query("INSERT INTO t VALUES (1)");
            }
            try (Socket more = new Socket(relayed.getAddress(), relayed.getPort())) {
                more.setSoTimeout(20_000);
                String error = new String(more.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(error).contains("bench watch relays at most 500 connections");
            }
        } finally {
            for (FakeDatabase.Client client : clients) {
                client.close();
            }
        }
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        WatchReport report = report();
        assertThat(report.statements()).isEqualTo(500);
        assertThat(report.roundTrips()).isEqualTo(500 * (3 + 1));
        assertThat(report.connections().most()).isEqualTo(500);
        assertThat(report.connections().refused()).isEqualTo(1);
    }

    @Test
    void closingOneSideClosesTheOther() throws Exception {
        InetSocketAddress relayed = relay(database.address(), Duration.ZERO).address();
        FakeDatabase.Client gone = new FakeDatabase.Client(relayed);
        gone.query("INSERT INTO t VALUES (1)");
        gone.close();
        await().untilAsserted(() -> assertThat(database.ended()).isEqualTo(1));
        try (FakeDatabase.Client left = new FakeDatabase.Client(relayed)) {
            database.drop();
            assertThat(left.in.read()).isEqualTo(-1);
        }
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        assertThat(report().connections().opened()).isEqualTo(2);
    }

    @Test
    void stoppingTheRelayClosesBothSides() throws Exception {
        WatchRelay relay = relay(database.address(), Duration.ZERO);
        try (FakeDatabase.Client client = new FakeDatabase.Client(relay.address())) {
            relay.close();
            assertThat(client.in.read()).isEqualTo(-1);
        }
        await().untilAsserted(() -> assertThat(database.ended()).isEqualTo(1));
    }

    @Test
    void lostDatabaseClosesTheConnectionAndIsReported() throws Exception {
        InetSocketAddress relayed = relay(database.address(), Duration.ZERO).address();
        database.close();
        await().until(() -> refused(database.address()));
        try (Socket client = new Socket(relayed.getAddress(), relayed.getPort())) {
            client.setSoTimeout(20_000);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        await().untilAsserted(() -> assertThat(report().connections().failed()).isEqualTo(1));
        assertThat(report().notes()).anyMatch(note -> note.contains("the database could not be reached"));
    }

    private static boolean refused(InetSocketAddress address) {
        try {
            new Socket(address.getAddress(), address.getPort()).close();
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * With 5 ms each way, ten sequential queries take 100 ms, but ten queries sent together take little more than 10
     * ms.
     */
    @Test
    void delayIsAddedPerRoundTripNotPerRequest() throws Exception {
        InetSocketAddress relayed =
                relay(database.address(), Duration.ofMillis(5)).address();
        long start = System.nanoTime();
        try (FakeDatabase.Client client = new FakeDatabase.Client(relayed)) {
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("round trips of the TCP handshake, the greeting and the login")
                    .isGreaterThanOrEqualTo(Duration.ofMillis(30));
            long waiting = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                client.query("UPDATE t SET a = 1");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - waiting)).isGreaterThanOrEqualTo(Duration.ofMillis(100));
            long together = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                client.out.write(Bytes.query("DELETE FROM t"));
            }
            for (int i = 0; i < 10; i++) {
                FakeDatabase.receive(client.in);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - together))
                    .isBetween(Duration.ofMillis(10), Duration.ofMillis(90));
            client.quit();
        }
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        assertThat(report().top())
                .filteredOn(line -> line.statement().equals("UPDATE t SET a = ?"))
                .singleElement()
                .satisfies(line -> assertThat(line.roundTrips()).isEqualTo(10));
        assertThat(report().top())
                .filteredOn(line -> line.statement().equals("DELETE FROM t"))
                .singleElement()
                .satisfies(line -> assertThat(line.roundTrips()).isEqualTo(1));
    }

    @Test
    void takenPortIsReportedWithARemedy() {
        InetSocketAddress taken = relay(database.address(), Duration.ZERO).address();
        assertThatThrownBy(() -> new WatchRelay(
                        taken, database.address(), new DelayedPath(0, 0), tally, false, Optional.empty()))
                .isInstanceOfSatisfying(Failure.Command.class, failure -> {
                    assertThat(failure.why()).isEqualTo("another program has that port");
                    assertThat(failure.hint()).contains("--listen").contains("ss -ltnp");
                });
    }
}
