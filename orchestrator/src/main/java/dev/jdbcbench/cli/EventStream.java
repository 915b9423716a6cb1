package dev.jdbcbench.cli;

import java.io.PrintWriter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Writes the events of a run as they happen, one line each. A slow or closed reader does not stop the run. Thread safe.
 */
final class EventStream implements Consumer<String> {
    /** Marks the end; no event is empty. */
    private static final String END = "";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final PrintWriter out;
    private final Consumer<String> warning;
    private final Thread writer;

    /**
     * Starts writing.
     *
     * @param warning is called once if writing fails
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
                    read = !out.checkError(); // also flushes
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

    /** Waits until all events are written. An interrupt is deferred until then. */
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
