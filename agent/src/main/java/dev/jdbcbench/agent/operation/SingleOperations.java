package dev.jdbcbench.agent.operation;

import dev.jdbcbench.agent.turn.Reference;
import dev.jdbcbench.agent.turn.Turn;
import dev.jdbcbench.agent.turn.TurnLines;
import dev.jdbcbench.agent.turn.TurnOrder;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A reference with one connection that executes single operations, to check it and to count its round trips. */
public final class SingleOperations implements Closeable {
    private final Process process;
    private final Path log;
    private final TurnLines lines;
    private final TurnLines.Line line;
    private final Duration limit;

    private SingleOperations(Process process, Path log, TurnLines lines, TurnLines.Line line, Duration limit) {
        this.process = process;
        this.log = log;
        this.lines = lines;
        this.line = line;
        this.limit = limit;
    }

    /**
     * Starts a reference and connects it to its server.
     *
     * @param directory for its socket and its log; the path must be short
     * @param limit for its start, and for each operation
     */
    static SingleOperations of(Reference reference, Path directory, Duration limit)
            throws CellWork.FailedException, InterruptedException {
        Path log = directory.resolve("reference.log");
        try {
            TurnLines lines = TurnLines.open(directory);
            Process process = reference.start(0, lines.path(), 1, Duration.ZERO, Duration.ZERO, 1);
            try {
                copy(process, log);
                Optional<TurnLines.Line> line = Optional.empty();
                long deadline = System.nanoTime() + limit.toNanos();
                while (line.isEmpty() && process.isAlive() && System.nanoTime() < deadline) {
                    line = lines.await(0, Duration.ofMillis(100));
                }
                if (line.isEmpty()) {
                    throw new IOException("it did not start");
                }
                SingleOperations one = new SingleOperations(process, log, lines, line.get(), limit);
                one.line.send('P');
                one.receive("READY");
                return one;
            } catch (IOException | CellWork.FailedException e) {
                end(process, lines);
                throw e;
            }
        } catch (IOException e) {
            throw failed(log, e);
        }
    }

    /** Executes one operation, and waits for its end. */
    public void operation() throws CellWork.FailedException, InterruptedException {
        try {
            line.send(TurnOrder.SINGLE);
            receive(Turn.DONE);
            receive("READY");
        } catch (IOException e) {
            throw failed(log, e);
        }
    }

    private void receive(String begin) throws CellWork.FailedException, IOException, InterruptedException {
        Optional<String> received = line.receive(limit);
        if (received.isEmpty() || !received.get().startsWith(begin)) {
            throw new CellWork.FailedException(
                    "hung: sysbench did not answer within " + limit.toSeconds() + " s", null);
        }
    }

    private static void copy(Process process, Path log) {
        Thread thread = new Thread(
                () -> {
                    try (OutputStream out = Files.newOutputStream(log)) {
                        process.getInputStream().transferTo(out);
                    } catch (IOException e) {
                        System.err.println("cannot write the log of sysbench: " + e.getMessage());
                    }
                },
                "bench-reference");
        thread.setDaemon(true);
        thread.start();
    }

    private static CellWork.FailedException failed(Path log, IOException e) {
        return new CellWork.FailedException(
                "sysbench failed: " + reason(log).orElse(String.valueOf(e.getMessage())), e);
    }

    private static Optional<String> reason(Path log) {
        try {
            return Files.exists(log) ? reason(Files.readAllLines(log)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // the caller's exception already describes the failure
        }
    }

    /** Why sysbench ended: the first line of its output that it marks as fatal. */
    public static Optional<String> reason(List<String> printed) {
        return printed.stream()
                .filter(line -> line.startsWith("FATAL: "))
                .map(line -> line.substring("FATAL: ".length()).strip())
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        end(process, lines);
    }

    private static void end(Process process, TurnLines lines) throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lines.close();
    }
}
