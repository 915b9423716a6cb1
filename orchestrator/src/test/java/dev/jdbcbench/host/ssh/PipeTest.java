package dev.jdbcbench.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PipeTest {
    private final Pipe pipe = new Pipe();
    private final InputStream input = pipe.input();

    @Test
    void bytesAreReadInOrderUntilTheEnd() throws IOException {
        pipe.write(new byte[] {9, 1, 2, 3}, 1, 3);
        pipe.write(0xff);
        pipe.close();
        assertThat(input.read(new byte[2])).isEqualTo(2);
        assertThat(input.readAllBytes()).containsExactly(3, 0xff);
        assertThat(input.read()).isEqualTo(-1);
    }

    @Test
    void readerWaitsForData() throws Exception {
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
            try {
                return input.read();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        pipe.write(7);
        assertThat(read.get()).isEqualTo(7);
    }

    @Test
    void readerTimesOutLikeTheSocket() throws IOException {
        try (Socket socket = pipe.socket()) {
            socket.setSoTimeout(10);
            assertThat(socket.getSoTimeout()).isEqualTo(10);
            assertThatThrownBy(input::read).isInstanceOf(SocketTimeoutException.class);
            pipe.write(7);
            assertThat(input.read()).as("a timeout loses nothing").isEqualTo(7);
        }
    }

    @Test
    void interruptEndsTheWait() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(input::read).isExactlyInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).as("the flag is still set").isTrue();
    }

    @Test
    void dataAfterTheEndIsDropped() throws IOException {
        pipe.close();
        pipe.write(7);
        assertThat(input.read()).isEqualTo(-1);
    }
}
