package dev.jdbcbench.desk;

import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Limits;
import dev.jdbcbench.host.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Prints the events of an agent, and on demand those that it adds until it ends. */
final class Tail implements Host.Running {
    private static final long PAUSE_MILLIS = 50;

    private final CompletableFuture<Void> lines;
    private volatile boolean stopped;

    private Tail(String host, Path file, long skipped, BooleanSupplier more, Consumer<String> out) {
        Limits limits = Limits.USUAL;
        this.lines = Streams.lines(
                new Growing(file, skipped, () -> !stopped && more.getAsBoolean()),
                limits.line(),
                () -> limits.longLine(host),
                out);
    }

    /**
     * Starts printing.
     *
     * @param host the user's name for this machine
     * @param directory of the agent
     * @param from number of the first byte, from 1
     * @param follows whether to wait for more until the agent ends
     */
    static Tail of(String host, String directory, long from, boolean follows, Consumer<String> out) {
        BooleanSupplier more = () -> follows && DeskProcess.in(directory).isPresent();
        return new Tail(host, Path.of(directory, "events.ndjson"), from - 1, more, out);
    }

    /** A file to which a process still adds. */
    private static final class Growing extends InputStream {
        private final Path file;
        private final long skipped;
        private final BooleanSupplier more;
        private InputStream in = InputStream.nullInputStream();
        private boolean opened;

        Growing(Path file, long skipped, BooleanSupplier more) {
            this.file = file;
            this.skipped = skipped;
            this.more = more;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int most) throws IOException {
            while (true) {
                boolean last = !more.getAsBoolean(); // asked first: what was written before the end is read
                if (!opened && Files.exists(file)) {
                    in = Files.newInputStream(file);
                    in.skipNBytes(skipped);
                    opened = true;
                }
                int read = in.read(bytes, from, most);
                if (read > 0 || last) {
                    return read;
                }
                pause();
            }
        }

        private static void pause() throws InterruptedIOException {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    @Override
    public int waitFor() {
        Streams.join(lines, lines);
        return 0;
    }

    @Override
    public void stop() {
        stopped = true;
    }
}
