package dev.jdbcbench.agent.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.traffic.Traffic.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RelayTest {
    private static final Duration WAY = Duration.ofMillis(5);

    private static final byte[] PING = {1, 0, 0, 0, 0x0e};
    private static final byte[] PONG = {2, 1, 1, 1, 0x0f};

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private ServerSocket server = unbound();
    private Relay relay = relay(server);

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

    /** Greets with one byte, and answers each byte with the next higher one. */
    @BeforeEach
    void serve() {
        Thread thread = new Thread(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    client.setTcpNoDelay(true);
                    OutputStream out = client.getOutputStream();
                    out.write('G');
                    InputStream in = client.getInputStream();
                    for (int one = in.read(); one >= 0; one = in.read()) {
                        out.write(one + 1);
                    }
                } catch (IOException e) {
                    // the test is over
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void end() throws IOException {
        relay.close();
        server.close();
    }

    @Test
    void delayIsAddedEachWayAndWaitsAreCounted() throws Exception {
        try (Socket client = new Socket(LOOPBACK, relay.port())) {
            client.setTcpNoDelay(true);
            assertThat(client.getInputStream().read()).isEqualTo('G');
            relay.delay(WAY);
            relay.settle();
            relay.take();
            long start = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                client.getOutputStream().write(PING);
                assertThat(client.getInputStream().readNBytes(PING.length)).isEqualTo(PONG);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(WAY.multipliedBy(6));
            relay.settle();
            Traffic traffic = relay.take().without(Set.of(), Long.MAX_VALUE);
            assertThat(traffic.roundTrips()).isEqualTo(3);
            assertThat(traffic.bytes(Kind.UP)).isEqualTo(3 * PING.length);
            assertThat(traffic.bytes(Kind.DOWN)).isEqualTo(3 * PING.length);
            assertThat(traffic.overlaps()).isFalse();
            assertThat(traffic.commands()).isEqualTo(Map.of("COM_PING", 3));
        }
    }

    @Test
    void bytesSentTogetherArriveTogether() throws Exception {
        try (Socket client = new Socket(LOOPBACK, relay.port())) {
            client.setTcpNoDelay(true);
            assertThat(client.getInputStream().read()).isEqualTo('G');
            int roundTrips = 0;
            // A pause of the scheduler between two writes looks like a wait for a reply, unless the delay exceeds the
            // pause.
            for (int longer = 1; roundTrips != 1 && longer <= 64; longer *= 4) {
                relay.delay(WAY.multipliedBy(longer));
                relay.settle();
                relay.take();
                for (int i = 0; i < 50; i++) {
                    client.getOutputStream().write(PING);
                }
                for (int i = 0; i < 50; i++) {
                    assertThat(client.getInputStream().readNBytes(PING.length)).isEqualTo(PONG);
                }
                relay.settle();
                roundTrips = relay.take().without(Set.of(), Long.MAX_VALUE).roundTrips();
            }
            assertThat(roundTrips).isEqualTo(1);
        }
    }

    /** More than the buffers of the sockets hold, and read only after all of it was sent. */
    @Test
    void slowReceiverGetsEverything() throws Exception {
        try (Socket client = new Socket(LOOPBACK, relay.port())) {
            assertThat(client.getInputStream().read()).isEqualTo('G');
            for (int i = 0; i < 200_000; i++) {
                client.getOutputStream().write(PING);
            }
            for (int i = 0; i < 200_000; i++) {
                assertThat(client.getInputStream().readNBytes(PING.length)).isEqualTo(PONG);
            }
        }
    }

    @Test
    void openingAConnectionTakesTwoRoundTrips() throws Exception {
        relay.delay(WAY);
        long start = System.nanoTime();
        try (Socket client = new Socket(LOOPBACK, relay.port())) {
            assertThat(client.getInputStream().read()).isEqualTo('G');
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(WAY.multipliedBy(4));
            relay.settle();
            Traffic traffic = relay.take().without(Set.of(), Long.MAX_VALUE);
            assertThat(traffic.roundTrips()).isEqualTo(2);
            assertThat(traffic.connections()).isEqualTo(1);
        }
    }

    @Test
    void closingOneSideClosesTheOther() throws Exception {
        try (Socket client = new Socket(LOOPBACK, relay.port())) {
            assertThat(client.getInputStream().read()).isEqualTo('G');
            client.shutdownOutput();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void connectionToAMissingServerIsClosed() throws Exception {
        server.close();
        awaitRefusal(); // a thread blocked in accept() may still take one more client
        try (Socket client = new Socket(LOOPBACK, relay.port())) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    private void awaitRefusal() throws InterruptedException {
        while (true) {
            try {
                new Socket(LOOPBACK, server.getLocalPort()).close();
                Thread.sleep(5);
            } catch (IOException e) {
                return;
            }
        }
    }
}
