package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayLineTest {
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private Selector selector;
    private SocketChannel relay;
    private SocketChannel receiver;
    private RelayLoop loop;
    private DelayLine line;
    private int ended;

    @BeforeEach
    void connect() throws IOException {
        selector = Selector.open();
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            relay = SocketChannel.open(server.getLocalAddress());
            receiver = server.accept();
        }
        relay.configureBlocking(false);
        loop = new RelayLoop(selector);
        RelayEnd to = new RelayEnd(relay, selector, () -> {
            throw new IllegalStateException("no TLS here");
        });
        line = new DelayLine(to, loop, () -> {}, () -> ended++);
    }

    @AfterEach
    void close() throws IOException {
        relay.close();
        receiver.close();
        selector.close();
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static long now() {
        return System.nanoTime();
    }

    private String received(int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && receiver.read(buffer) >= 0) {
            // until all of it has arrived
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
    }

    @Test
    void bytesThatAreDueAreSentAtOnce() throws IOException {
        line.send(now(), text("hello"));
        assertThat(line.bytes()).isZero();
        assertThat(received(5)).isEqualTo("hello");
    }

    @Test
    void bytesThatAreNotDueStayUnderWay() throws IOException {
        line.send(now() + HOUR, text("later"));
        line.flush();
        assertThat(line.bytes()).isEqualTo(5);
        line.send(now(), text("behind"));
        line.flush();
        assertThat(line.bytes()).as("nothing overtakes").isEqualTo(11);
    }

    @Test
    void endOfTheSenderIsTheLastThatTheReceiverGets() throws IOException {
        line.send(now(), text("last"));
        line.end(now());
        line.send(now(), text("too late"));
        assertThat(received(20)).isEqualTo("last");
        assertThat(ended).isEqualTo(1);
        assertThat(line.isShut()).isTrue();
        assertThat(line.bytes()).isZero();
    }

    @Test
    void receiverThatIsGoneGetsNothingAndHoldsNoRoom() throws IOException {
        line.send(now() + HOUR, text("under way"));
        relay.close();
        line.close();
        line.send(now() + HOUR, text("more"));
        assertThat(line.bytes()).isZero();
        assertThat(loop.hasRoom(0)).isTrue();
    }

    @Test
    void failureToWriteEndsTheLineOnce() throws IOException {
        relay.close();
        line.send(now(), text("lost"));
        line.send(now(), text("lost, too"));
        line.flush();
        assertThat(ended).isEqualTo(1);
        assertThat(line.isShut()).isTrue();
        assertThat(line.bytes()).isZero();
    }
}
