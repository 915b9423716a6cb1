package dev.jdbcbench.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sees every event that agents write on a host, even if the file is removed there before bench fetches it: polls for
 * the agents' files and keeps them open.
 */
final class Witness implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    private final Path runs;
    private final Map<Object, FileChannel> files = new LinkedHashMap<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private final Thread thread = new Thread(this::watchContinuously, "witness");

    /** Starts polling. */
    Witness(Path runs) {
        this.runs = runs;
        thread.setDaemon(true);
        thread.start();
    }

    private void watchContinuously() {
        try {
            while (true) {
                look();
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void look() throws IOException {
        if (!Files.isDirectory(runs)) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(runs)) {
            for (Path run : found) {
                Path file = run.resolve("agent/events.ndjson");
                Optional<Object> key = key(file);
                if (key.isPresent() && !files.containsKey(key.get())) {
                    files.put(key.get(), FileChannel.open(file));
                }
            }
        }
    }

    /** Identifies a file; empty if the file does not exist. */
    private static Optional<Object> key(Path file) throws IOException {
        try {
            return Optional.of(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** All complete lines that agents have written so far, each once, in the order of writing. */
    synchronized Set<String> lines() {
        try {
            look();
            for (FileChannel file : files.values()) {
                ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
                while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {}
                String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
                text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(seen::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LinkedHashSet<>(seen);
    }

    @Override
    public synchronized void close() throws IOException {
        thread.interrupt();
        for (FileChannel file : files.values()) {
            file.close();
        }
    }
}
