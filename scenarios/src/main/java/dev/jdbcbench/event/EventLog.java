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
 * Appends events to a file, one line each. An event is on disk when {@link #append} returns, and the file always ends with a whole one: what
 * a full disk left of another is cut off, and so is what a writer left that was killed. Thread safe.
 */
public final class EventLog implements Closeable {
    /** Room for an event of many iterations, and one or two that say why there are no more. */
    private static final int RESERVE_BYTES = 1 << 18;

    /** No channel: an interrupt would close a channel, and what was measured could not be written any more. */
    private final RandomAccessFile out;

    private final Path file;
    /** Takes room on the disk that is given back when there is no other; gone when it was needed. */
    private final Path reserve;

    private final Event.Source source;
    private final Clock clock;
    private final Consumer<Event> listener;
    private final Consumer<String> reader;
    private long lastSeq;

    /**
     * Opens a file, or makes it. When its last event is torn, that is cut off, and a note says so.
     *
     * @param lastSeq the number of the last event that this source wrote before, 0 for none
     * @param listener hears each event after it was written
     * @throws UnwritableException when it cannot be written
     */
    public EventLog(Path file, Event.Source source, long lastSeq, Clock clock, Consumer<Event> listener) {
        this(file, source, lastSeq, clock, listener, line -> {});
    }

    /**
     * With a reader who gets each line.
     *
     * @param reader is given each line after it was written, those of other sources too, as it is in the file but for its end
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
     * The same for a writer who may not make files beside the log.
     *
     * @param reserve a file on the same disk, which is made
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
            SafeFile.makeAppendable(file); // a RandomAccessFile would follow a link
            this.out = new RandomAccessFile(file.toFile(), "rw");
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
            append(new Fact.Note("an event was torn, because who wrote it was ended meanwhile: it was left out"));
        }
    }

    /** The number of the last event of a source; 0 when there is none. */
    public static long lastSeq(List<Event> events, Event.Source source) {
        return events.stream()
                .filter(event -> event.source() == source)
                .mapToLong(Event::seq)
                .max()
                .orElse(0);
    }

    /** Whether the last line of a file was not finished by its writer. */
    public static boolean torn(Path file) throws IOException {
        try (RandomAccessFile read = new RandomAccessFile(file.toFile(), "r")) {
            return wholeLength(read) < read.length();
        }
    }

    /** The lines of a file but for a last one that its writer did not finish. */
    public static List<String> wholeLines(Path file) throws IOException {
        // Latin-1 knows every byte: the end of a torn line need not be the end of a letter.
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        byte[] whole = text.substring(0, text.lastIndexOf('\n') + 1).getBytes(StandardCharsets.ISO_8859_1);
        return new String(whole, StandardCharsets.UTF_8).lines().toList();
    }

    /** Events cannot be written any more. Those that were written are whole, and can be read. */
    public static final class UnwritableException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        private final transient Path file;
        private final boolean written;

        private UnwritableException(Path file, boolean written, IOException cause) {
            super("cannot write " + file + ": " + cause.getMessage(), cause);
            this.file = file;
            this.written = written;
        }

        /** Whether the event itself was written, and only the next one cannot be. */
        public boolean written() {
            return written;
        }

        /** Which file. */
        public Path file() {
            return file;
        }
    }

    /**
     * Writes what happened as an event of this log's source.
     *
     * @throws UnwritableException when that takes the last room of the disk, after it was written; or when it cannot be written at all
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
     * Writes a line that another source made, as it is.
     *
     * @throws UnwritableException as {@link #append}
     */
    public synchronized void copy(String line) {
        stopWhen(write(line));
    }

    /** Writes a line; why it took the reserve, if it did. */
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

    /** Some file systems keep zeros in no room at all. */
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

    /** The length of a file up to the end of its last whole line, in bytes. */
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
