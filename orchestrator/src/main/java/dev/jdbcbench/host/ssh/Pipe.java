package dev.jdbcbench.host.ssh;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A byte queue between the thread that receives data and the thread that reads it; reads time out. It is unbounded, so
 * the receiving thread, which serves other channels as well, never blocks. The window of the inner SSH session bounds
 * what can be in flight.
 */
final class Pipe extends OutputStream {
    /** The last chunk. It stays, so each later read ends, too. */
    private static final byte[] END = {};

    private final BlockingDeque<byte[]> chunks = new LinkedBlockingDeque<>();
    private ByteArrayInputStream chunk = new ByteArrayInputStream(END);
    private volatile int timeoutMillis;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        if (length > 0 && chunks.peekLast() != END) {
            chunks.add(Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    /** Data written before can still be read. */
    @Override
    public synchronized void close() {
        chunks.add(END);
    }

    /** The reading end, for one thread at a time. */
    InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (length > 0 && chunk.available() == 0) {
                    chunk = new ByteArrayInputStream(next());
                }
                return length == 0 ? 0 : chunk.read(into, from, length);
            }
        };
    }

    private byte[] next() throws IOException {
        try {
            byte[] next = timeoutMillis == 0 ? chunks.take() : chunks.poll(timeoutMillis, TimeUnit.MILLISECONDS);
            if (next == null) {
                throw new SocketTimeoutException("Read timed out");
            }
            if (next == END) {
                chunks.addFirst(END);
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** A fake socket that only sets the read timeout, which jsch needs for its keep-alive. */
    Socket socket() {
        return new Socket() {
            @Override
            public synchronized void setSoTimeout(int millis) {
                timeoutMillis = millis;
            }

            @Override
            public synchronized int getSoTimeout() {
                return timeoutMillis;
            }

            @Override
            public @Nullable InputStream getInputStream() {
                return input();
            }

            @Override
            public void setTcpNoDelay(boolean on) {}
        };
    }
}
