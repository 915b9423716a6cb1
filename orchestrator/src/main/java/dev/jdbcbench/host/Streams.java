package dev.jdbcbench.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what commands print, each stream on a thread of its own: a stream may last as long as a run, and a shared pool has as few
 * threads as the machine has cores.
 */
final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    private static final Executor OWN_THREAD = task -> {
        Thread thread = new Thread(task, "bench-stream");
        thread.setDaemon(true);
        thread.start();
    };

    private Streams() {}

    /** All of a stream. */
    static CompletableFuture<String> text(InputStream in) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                OWN_THREAD);
    }

    /** Each line of a stream, as it comes. */
    static CompletableFuture<Void> lines(InputStream in, Consumer<String> sink) {
        return CompletableFuture.runAsync(
                () -> {
                    try (BufferedReader reader =
                            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                            sink.accept(line);
                        }
                    } catch (IOException e) {
                        LOG.debug("the output ended: {}", e.toString());
                    }
                },
                OWN_THREAD);
    }

    /** Copies a stream as it comes, and closes both when it ends. */
    static void copy(InputStream in, OutputStream out) {
        OWN_THREAD.execute(() -> {
            try (in;
                    out) {
                in.transferTo(out);
            } catch (IOException e) {
                LOG.debug("the output ended: {}", e.toString());
            }
        });
    }
}
