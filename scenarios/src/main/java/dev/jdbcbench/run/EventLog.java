package dev.jdbcbench.run;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Consumer;

/** Appends events to a file, one line each. An event is on disk when {@link #append} returns. Thread safe. */
public final class EventLog implements Closeable {
    /** A stream and no channel: an interrupt would close a channel, and what was measured could not be written any more. */
    private final FileOutputStream out;

    private final Event.Source source;
    private final Clock clock;
    private final Consumer<Event> listener;
    private long lastSeq;

    /**
     * @param lastSeq the number of the last event that this source wrote before, 0 for none
     * @param listener hears each event after it was written
     */
    public EventLog(Path file, Event.Source source, long lastSeq, Clock clock, Consumer<Event> listener) {
        this.source = source;
        this.lastSeq = lastSeq;
        this.clock = clock;
        this.listener = listener;
        try {
            this.out = new FileOutputStream(file.toFile(), true);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Makes an event of its number, time and source. */
    @FunctionalInterface
    public interface Maker {
        Event make(long seq, Instant at, Event.Source source);
    }

    /** Writes an event of this log's source. */
    public synchronized Event append(Maker maker) {
        Event event = maker.make(lastSeq + 1, clock.instant(), source);
        write(Json.line(event));
        lastSeq++;
        listener.accept(event);
        return event;
    }

    /** Writes a line that another source made, as it is. */
    public synchronized void copy(String line) {
        write(line);
    }

    private void write(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write an event", e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
