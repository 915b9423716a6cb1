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
 * Sees every event that agents write on a host, also what is removed there before anybody fetched it: it looks for their files all the time,
 * and keeps open what it found.
 */
final class Witness implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    private final Path runs;
    private final Map<Object, FileChannel> files = new LinkedHashMap<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private final Thread thread = new Thread(this::lookAllTheTime, "witness");

    /** Begins to look. */
    Witness(Path runs) {
        this.runs = runs;
        thread.setDaemon(true);
        thread.start();
    }

    private void lookAllTheTime() {
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

    /** What tells a file from every other one; empty when it is not there yet, or no longer. */
    private static Optional<Object> key(Path file) throws IOException {
        try {
            return Optional.of(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** All whole lines that agents have written up to now, each once, in the order in which they were written. */
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
