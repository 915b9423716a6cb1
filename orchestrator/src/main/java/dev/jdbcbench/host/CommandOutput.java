package dev.jdbcbench.host;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * What a command prints on both streams, up to a limit. Anything beyond it is dropped, and {@link #tooMuch} is set. The
 * threads that read from a host write here and never block. Thread safe.
 */
public final class CommandOutput {
    /** How often a waiting thread returns to check the connection. */
    private static final long LOOK_MILLIS = 100;

    private final int most;
    private final Part out = new Part();
    private final Part err = new Part();
    private boolean ended;
    private boolean tooMuch;

    public CommandOutput(int most) {
        this.most = most;
    }

    /** One stream. The command's output counts as ended when {@link #out} does. */
    private final class Part extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int start, int length) {
            synchronized (CommandOutput.this) {
                if (length > most - bytes.size()) {
                    tooMuch = true;
                    CommandOutput.this.notifyAll();
                } else {
                    bytes.write(from, start, length);
                }
            }
        }

        @Override
        public void close() {
            synchronized (CommandOutput.this) {
                ended |= this == out;
                CommandOutput.this.notifyAll();
            }
        }

        private String text() {
            synchronized (CommandOutput.this) {
                return bytes.toString(StandardCharsets.UTF_8);
            }
        }
    }

    public OutputStream out() {
        return out;
    }

    public OutputStream err() {
        return err;
    }

    public synchronized boolean tooMuch() {
        return tooMuch;
    }

    /**
     * Waits briefly, at most until the deadline.
     *
     * @param deadline by {@link System#nanoTime}
     * @return whether the output has ended or exceeds the limit
     */
    public synchronized boolean endsSoon(long deadline) throws InterruptedException {
        long look = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
        long until = Math.min(deadline - look, 0) + look; // the earlier of the two; nanoTime may overflow
        for (long left = until - System.nanoTime(); left > 0 && !ended && !tooMuch; left = until - System.nanoTime()) {
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
        return ended || tooMuch;
    }

    public Outcome outcome(int exit) {
        return new Outcome(exit, out.text(), err.text());
    }
}
