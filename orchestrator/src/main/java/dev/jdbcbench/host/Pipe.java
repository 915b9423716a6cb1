package dev.jdbcbench.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A byte queue between the thread that receives data and the thread that reads it; reads time out. It is unbounded, so
 * the receiving thread, which serves other channels as well, never blocks. The window of the inner SSH session bounds
 * what can be in flight.
 */
final class Pipe extends OutputStream {
    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private int taken;
    private boolean closed;
    private int timeoutMillis;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        if (length > 0 && !closed) {
            chunks.add(Arrays.copyOfRange(bytes, from, from + length));
            notifyAll();
        }
    }

    /** Data written before can still be read. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    private synchronized int take(byte[] into, int from, int length) throws IOException {
        long deadline = System.nanoTime() + timeoutMillis * 1_000_000L;
        while (chunks.isEmpty()) {
            if (closed) {
                return -1;
            }
            long left = timeoutMillis == 0 ? 0 : (deadline - System.nanoTime()) / 1_000_000 + 1;
            if (timeoutMillis > 0 && deadline - System.nanoTime() <= 0) {
                throw new SocketTimeoutException("Read timed out");
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
        byte[] chunk = chunks.element();
        int count = Math.min(length, chunk.length - taken);
        System.arraycopy(chunk, taken, into, from, count);
        taken += count;
        if (taken == chunk.length) {
            chunks.remove();
            taken = 0;
        }
        return count;
    }

    private synchronized void setTimeout(int millis) {
        timeoutMillis = millis;
    }

    private synchronized int timeout() {
        return timeoutMillis;
    }

    /** The reading end. */
    InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                Objects.checkFromIndexSize(from, length, into.length);
                return length == 0 ? 0 : take(into, from, length);
            }
        };
    }

    /** A fake socket that only sets the read timeout, which jsch needs for its keep-alive. */
    Socket socket() {
        return new Socket() {
            @Override
            public synchronized void setSoTimeout(int millis) {
                setTimeout(millis);
            }

            @Override
            public synchronized int getSoTimeout() {
                return timeout();
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
