package dev.jdbcbench.event;

import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Appends events to a file, one line each. An event is on disk when {@link #append} returns, and the file always ends with a
 * complete event: partial events from a full disk or a killed writer are cut off. Thread safe.
 */
public final class EventLog implements Closeable {
    /** Room for one event with many iterations, and one or two that report why the run stops. */
    private static final int RESERVE_BYTES = 1 << 18;

    /** Not a channel: an interrupt would close it, and measurements could no longer be written. */
    private final RandomAccessFile out;

    private final Path file;
    /** Reserves disk space that is freed when the disk is full; deleted once it was needed. */
    private final Path reserve;

    private final Event.Source source;
    private final Clock clock;
    private final Consumer<Event> listener;
    private final Consumer<String> reader;
    private long lastSeq;

    /**
     * Opens or creates a file. If its last event is incomplete, cuts it off and adds a note.
     *
     * @param lastSeq sequence number of this source's last event so far, 0 for none
     * @param listener called with each event after it was written
     * @throws UnwritableException when the file cannot be written
     */
    public EventLog(Path file, Event.Source source, long lastSeq, Clock clock, Consumer<Event> listener) {
        this(file, source, lastSeq, clock, listener, line -> {});
    }

    /**
     * Opens a log with a reader that receives each line.
     *
     * @param reader called with each line after it was written, including those of other sources, without the line terminator
     */
    public EventLog(
            Path file,
            Event.Source source,
            long lastSeq,
            Clock clock,
            Consumer<Event> listener,
            Consumer<String> reader) {
        this(
                file,
                file.resolveSibling("." + file.getFileName() + ".reserve"),
                source,
                lastSeq,
                clock,
                listener,
                reader);
    }

    /**
     * Opens a log for a writer that may not create files next to it.
     *
     * @param reserve a file on the same disk, which will be created
     */
    public EventLog(
            Path file,
            Path reserve,
            Event.Source source,
            long lastSeq,
            Clock clock,
            Consumer<Event> listener,
            Consumer<String> reader) {
        this.reader = reader;
        this.file = file;
        this.reserve = reserve;
        this.source = source;
        this.lastSeq = lastSeq;
        this.clock = clock;
        this.listener = listener;
        boolean torn;
        try {
            this.out = SafeFile.openToAppend(file);
            try {
                torn = cutTornEnd();
                Files.deleteIfExists(reserve);
                SafeFile.writeNew(reserve, incompressible());
            } catch (IOException e) {
                close();
                throw e;
            }
        } catch (IOException e) {
            throw new UnwritableException(file, false, e);
        }
        if (torn) {
            append(new Fact.Note("an event was incomplete (its writer was killed) and was ignored"));
        }
    }

    /** Sequence number of the last event from a source; 0 when there is none. */
    public static long lastSeq(List<Event> events, Event.Source source) {
        return events.stream()
                .filter(event -> event.source() == source)
                .mapToLong(Event::seq)
                .max()
                .orElse(0);
    }

    /** The lines of a file without an incomplete last one. */
    public static List<String> wholeLines(Path file) throws IOException {
        // Latin-1 accepts every byte; an incomplete line may end in the middle of a character.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        byte[] whole = text.substring(0, text.lastIndexOf('\n') + 1).getBytes(StandardCharsets.ISO_8859_1);
        return new String(whole, StandardCharsets.UTF_8).lines().toList();
    }

    /** No more events can be written. Those already written are complete and readable. */
    public static final class UnwritableException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        private final transient Path file;
        private final boolean written;

        private UnwritableException(Path file, boolean written, IOException cause) {
            super("cannot write " + file + ": " + cause.getMessage(), cause);
            this.file = file;
            this.written = written;
        }

        /** Whether the event itself was still written, and only the next one cannot be. */
        public boolean written() {
            return written;
        }

        /** The file that cannot be written. */
        public Path file() {
            return file;
        }
    }

    /**
     * Writes a fact as an event from this log's source.
     *
     * @throws UnwritableException when writing needed the reserve, after the event was written; or when it could not be written
     *     at all
     */
    public synchronized Event append(Fact fact) {
        Event event = new Event(lastSeq + 1, clock.instant(), source, fact);
        Optional<IOException> full = write(Json.line(event));
        lastSeq++;
        listener.accept(event);
        stopWhen(full);
        return event;
    }

    /**
     * Writes a line from another source unchanged.
     *
     * @throws UnwritableException as {@link #append}
     */
    public synchronized void copy(String line) {
        stopWhen(write(line));
    }

    /** Writes a line; returns the error if the reserve was needed. */
    private Optional<IOException> write(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            writeWhole(bytes);
            reader.accept(line);
            return Optional.empty();
        } catch (IOException e) {
            try {
                if (Files.deleteIfExists(reserve)) {
                    writeWhole(bytes);
                    reader.accept(line);
                    return Optional.of(e);
                }
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw new UnwritableException(file, false, e);
        }
    }

    private void stopWhen(Optional<IOException> full) {
        if (full.isPresent()) {
            throw new UnwritableException(file, true, full.get());
        }
    }

    /** Random bytes, because some file systems store zeros without using space. */
    private static byte[] incompressible() {
        byte[] bytes = new byte[RESERVE_BYTES];
        new Random(RESERVE_BYTES).nextBytes(bytes);
        return bytes;
    }

    private void writeWhole(byte[] bytes) throws IOException {
        long end = out.length();
        try {
            out.seek(end);
            out.write(bytes);
            out.getFD().sync();
        } catch (IOException e) {
            try {
                out.setLength(end);
            } catch (IOException cut) {
                e.addSuppressed(cut);
            }
            throw e;
        }
    }

    private boolean cutTornEnd() throws IOException {
        long whole = wholeLength(out);
        boolean torn = whole < out.length();
        if (torn) {
            out.setLength(whole);
        }
        return torn;
    }

    /** Length of a file up to the end of its last complete line, in bytes. */
    private static long wholeLength(RandomAccessFile file) throws IOException {
        long end = file.length();
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                break;
            }
            end--;
        }
        return end;
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
        Files.deleteIfExists(reserve);
    }
}
