package dev.jdbcbench.agent.turn;

import dev.jdbcbench.load.Times;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Connections to the measured JVMs of a group, over a Unix domain socket that only this user can reach. The protocol is
 * described in {@code dev.jdbcbench.scenario.jvm.Turns}.
 */
public final class TurnLines implements Closeable {
    /** In bytes; a turn under open load has two histograms. */
    private static final int LONGEST_LINE = 2 * Times.LONGEST_TEXT + 1000;

    private final Path path;
    private final ServerSocketChannel server;
    private final Map<Integer, Line> lines = new HashMap<>();

    private TurnLines(Path path, ServerSocketChannel server) {
        this.path = path;
        this.server = server;
    }

    /** Opens the socket. Only this user may have access to the directory. */
    public static TurnLines open(Path directory) throws IOException {
        Path path = directory.resolve("turns");
        Files.deleteIfExists(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            server.close();
            throw e;
        }
        TurnLines lines = new TurnLines(path, server);
        daemon("bench-turns", lines::accept);
        return lines;
    }

    public Path path() {
        return path;
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (true) {
            try {
                SocketChannel channel = server.accept();
                daemon("bench-turn", () -> new Line(channel).read());
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private synchronized void greeted(int index, Line line) {
        lines.put(index, line);
        notifyAll();
    }

    /**
     * Waits until a JVM has identified itself.
     *
     * @return empty when it did not do so within the limit
     */
    public synchronized Optional<Line> await(int index, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!lines.containsKey(index)) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return Optional.empty();
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return Optional.ofNullable(lines.get(index));
    }

    @Override
    public synchronized void close() throws IOException {
        server.close();
        for (Line line : lines.values()) {
            line.channel.close();
        }
        Files.deleteIfExists(path);
    }

    /** The connection to one JVM. */
    public final class Line {
        private static final String GONE = "";
        private static final String FAILED = "FAILED ";

        private final SocketChannel channel;
        private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
        private long pid;
        private volatile Optional<String> failure = Optional.empty();

        private Line(SocketChannel channel) {
            this.channel = channel;
        }

        private void read() {
            try (InputStream in = new BufferedInputStream(Channels.newInputStream(channel))) {
                String[] hello = line(in).orElse("").split(" ", -1);
                if (hello.length != 3 || !hello[0].equals("HELLO")) {
                    return;
                }
                pid = Long.parseLong(hello[2]);
                greeted(Integer.parseInt(hello[1]), this);
                for (Optional<String> text = line(in); text.isPresent(); text = line(in)) {
                    if (text.get().startsWith(FAILED)) {
                        failure = Optional.of(text.get().substring(FAILED.length()));
                    }
                    received.add(text.get());
                }
            } catch (AsynchronousCloseException e) {
                return; // the group is over
            } catch (IOException | NumberFormatException e) {
                System.err.println("the connection to a measured JVM broke: " + e); // this makes its group fail
            } finally {
                received.add(GONE);
            }
        }

        /** The next line; empty at the end of the stream. */
        private static Optional<String> line(InputStream in) throws IOException {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (int letter = in.read(); letter >= 0; letter = in.read()) {
                if (letter == '\n') {
                    return Optional.of(text.toString(StandardCharsets.UTF_8));
                }
                if (text.size() == LONGEST_LINE) {
                    throw new IOException("a line of more than " + LONGEST_LINE + " bytes");
                }
                text.write(letter);
            }
            return Optional.empty();
        }

        /** The process ID of the JVM. */
        public long pid() {
            return pid;
        }

        /**
         * Waits for the next line from the JVM.
         *
         * @return empty when none arrives within the limit
         * @throws IOException when the connection is closed, or the JVM reports a failure
         */
        public Optional<String> receive(Duration limit) throws IOException, InterruptedException {
            String text = received.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (GONE.equals(text) || (text != null && text.startsWith(FAILED))) {
                throw new IOException("the measured JVM is gone");
            }
            return Optional.ofNullable(text);
        }

        /** The reason why one of its threads failed, as soon as it is known. */
        public Optional<String> failure() {
            return failure;
        }

        /** Sends a command of one character: prepare, {@code 'P'}; end, {@code 'E'}. */
        public void send(char what) throws IOException {
            send(String.valueOf(what));
        }

        /** Sends the order for a turn. */
        public void send(TurnOrder order) throws IOException {
            send(order.text());
        }

        private void send(String text) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }
}
