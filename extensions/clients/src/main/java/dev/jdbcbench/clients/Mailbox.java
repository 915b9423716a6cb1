package dev.jdbcbench.clients;

import dev.jdbcbench.load.Times;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * Exchanges lines with the agents of the other clients. The lines are in files in the agent's directory, and the
 * orchestrator copies new lines from one host to another. So agents need no connections to each other.
 */
final class Mailbox {
    private static final String OUT = "to-clients";
    private static final String IN = "from-clients";

    private static final long POLL_MILLIS = 3;
    private static final int PART = 1 << 16;

    /** The result of a turn contains two histograms. */
    private static final int LONGEST_LINE = 2 * Times.LONGEST_TEXT + 2000;

    private final Path work;

    /** Uses the files in this directory of an agent. */
    Mailbox(Path work) {
        this.work = work;
    }

    /** Sends a line. */
    synchronized void send(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        try (FileChannel out = FileChannel.open(
                work.resolve(OUT), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
    }

    /** Passes each line to the listener, beginning with the first line of the file, until this JVM ends. */
    void listen(Consumer<String> listener) {
        Thread thread = new Thread(
                () -> {
                    try {
                        read(listener);
                    } catch (IOException e) {
                        System.err.println("the lines of the other clients cannot be read any more: " + e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "bench-mailbox");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(Consumer<String> listener) throws IOException, InterruptedException {
        try (FileChannel in = FileChannel.open(work.resolve(IN), StandardOpenOption.READ)) {
            ByteBuffer part = ByteBuffer.allocate(PART);
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            while (true) {
                part.clear();
                if (in.read(part) <= 0) {
                    Thread.sleep(POLL_MILLIS);
                    continue;
                }
                part.flip();
                while (part.hasRemaining()) {
                    byte next = part.get();
                    if (next == '\n') {
                        listener.accept(line.toString(StandardCharsets.UTF_8));
                        line.reset();
                    } else if (line.size() == LONGEST_LINE) {
                        throw new IOException("a line of more than " + LONGEST_LINE + " bytes");
                    } else {
                        line.write(next);
                    }
                }
            }
        }
    }
}
