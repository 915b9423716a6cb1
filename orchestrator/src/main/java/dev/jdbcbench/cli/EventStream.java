package dev.jdbcbench.cli;

import java.io.PrintWriter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Hands on the events of a run, a line each, as they come. Who reads them slowly, or not at all any more, does not stop the run. Thread
 * safe.
 */
final class EventStream implements Consumer<String> {
    /** No event is empty. */
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final PrintWriter out;
    private final Consumer<String> warning;
    private final Thread writer;

    /**
     * Begins to write.
     *
     * @param warning is told once, when they cannot be written any more
     */
    EventStream(PrintWriter out, Consumer<String> warning) {
        this.out = out;
        this.warning = warning;
        this.writer = new Thread(this::write, "bench-events");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void accept(String line) {
        lines.add(line);
    }

    private void write() {
        boolean read = true;
        try {
            for (String line = lines.take(); !line.equals(END); line = lines.take()) {
                if (read) {
                    out.print(line + "\n");
                    read = !out.checkError(); // it flushes, too
                    if (!read) {
                        warning.accept("stdout was closed: the run continues, and events.ndjson of its"
                                + " directory has them all");
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all that was handed on is written. An interrupt is put off until then. */
    void close() {
        lines.add(END);
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
