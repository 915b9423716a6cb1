package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the output of commands, each stream on its own thread: a stream may last as long as a run, and a shared pool
 * has only as many threads as the machine has cores.
 */
public final class Streams {
    private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
    private static final Executor OWN_THREAD = task -> {
        Thread thread = new Thread(task, "bench-stream");
        thread.setDaemon(true);
        thread.start();
    };

    private Streams() {}

    /** Reads a stream to its end. */
    public static CompletableFuture<String> text(InputStream in) {
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

    /**
     * Passes on each line of a stream as it arrives. An unterminated last line is dropped, as its writer may not be
     * done. In a line that is not UTF-8, each byte becomes a question mark, so lines can still be counted in bytes.
     *
     * @param longest in bytes
     * @param tooLong the failure that ends reading at a longer line
     */
    public static CompletableFuture<Void> lines(
            InputStream in, int longest, Supplier<Failure.Command> tooLong, Consumer<String> sink) {
        return CompletableFuture.runAsync(
                () -> {
                    try (InputStream bytes = new BufferedInputStream(in)) {
                        ByteArrayOutputStream line = new ByteArrayOutputStream();
                        for (int b = bytes.read(); b >= 0; b = bytes.read()) {
                            if (b == '\n') {
                                sink.accept(decoded(line.toByteArray()));
                                line.reset();
                            } else if (line.size() == longest) {
                                throw tooLong.get();
                            } else {
                                line.write(b);
                            }
                        }
                        if (line.size() > 0) {
                            LOG.debug("the output ended in a line: {}", decoded(line.toByteArray()));
                        }
                    } catch (IOException e) {
                        LOG.debug("the output ended: {}", e.toString());
                    }
                },
                OWN_THREAD);
    }

    private static String decoded(byte[] line) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
        } catch (CharacterCodingException e) {
            return "?".repeat(line.length);
        }
    }

    /**
     * Waits until both have ended.
     *
     * @throws Failure why reading ended early
     */
    public static void join(CompletableFuture<Void> one, CompletableFuture<Void> other) {
        try {
            CompletableFuture.anyOf(failed(one), failed(other), CompletableFuture.allOf(one, other))
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** A future that never completes normally. */
    private static CompletableFuture<Void> failed(CompletableFuture<Void> stream) {
        CompletableFuture<Void> failure = new CompletableFuture<>();
        var unused = stream.whenComplete((end, e) -> {
            if (e != null) {
                failure.completeExceptionally(e);
            }
        });
        return failure;
    }

    /** Copies a stream as data arrives, and closes both when it ends. */
    public static void copy(InputStream in, OutputStream out) {
        var unused = copied(in, out);
    }

    /** Copies like {@link #copy}, and returns a future to wait on. */
    static CompletableFuture<Void> copied(InputStream in, OutputStream out) {
        return CompletableFuture.runAsync(
                () -> {
                    try (in;
                            out) {
                        in.transferTo(out);
                    } catch (IOException e) {
                        LOG.debug("the output ended: {}", e.toString());
                    }
                },
                OWN_THREAD);
    }
}
