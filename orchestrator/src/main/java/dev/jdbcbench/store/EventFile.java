package dev.jdbcbench.store;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.Sequence;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;

/** The event file of a run. It is read line by line and within limits, because anyone may have written it. */
final class EventFile {
    /** The longest event has about 10 kB. */
    private static final int LONGEST_LINE = 4 << 20;

    /** A publication run of a thousand cells has about 100 MB. */
    private static final long LARGEST = 1L << 28;

    /** Limits the file to this fraction of the heap, because parsed events take several times their size. */
    private static final int SHARE_OF_MEMORY = 8;

    private static final int BUFFER = 1 << 16;

    /** The event's type is within this many bytes of a line, as bench writes it. */
    private static final int TYPE_WITHIN = 40;

    private final Path file;

    EventFile(Path file) {
        this.file = file;
    }

    /** A line that is not an event. */
    static final class NoEventException extends Exception {
        private static final long serialVersionUID = 1L;

        NoEventException(int line, String why) {
            super(line + ": " + why);
        }
    }

    /** Receives a line without its terminator. */
    private interface LineConsumer {
        void line(int number, byte[] bytes, int from, int length) throws NoEventException;
    }

    /** Parses a line into an event. */
    private interface LineParser {
        Event event(byte[] bytes, int from, int length);
    }

    /**
     * Reads all events.
     *
     * @return whether the last one is incomplete and therefore left out
     */
    boolean read(Consumer<Event> events) throws IOException, NoEventException {
        return read(EventFile::whole, events);
    }

    /**
     * Reads all events without the forks' measurements: iterations, operations, secondary values, noise and times are
     * placeholders. Many times faster.
     *
     * @return whether the last one is incomplete and therefore left out
     */
    boolean readOutline(Consumer<Event> events) throws IOException, NoEventException {
        return read(
                (bytes, from, length) ->
                        EventOutline.of(bytes, from, length).orElseGet(() -> whole(bytes, from, length)),
                events);
    }

    /**
     * Reads all events without the secondary values of forks, such as what they allocated.
     *
     * @return whether the last one is incomplete and therefore left out
     */
    boolean readTimes(Consumer<Event> events) throws IOException, NoEventException {
        return read(
                (bytes, from, length) -> {
                    byte[] line = EventOutline.withoutSecondary(bytes, from, length);
                    return whole(line, 0, line.length);
                },
                events);
    }

    private boolean read(LineParser parser, Consumer<Event> events) throws IOException, NoEventException {
        IncompleteLine incomplete = new IncompleteLine();
        Sequence sequence = new Sequence();
        boolean unfinished = lines((number, bytes, from, length) -> {
            incomplete.nothingFollows();
            try {
                Event event = parser.event(bytes, from, length);
                sequence.accept(event);
                events.accept(event);
            } catch (StreamReadException e) {
                incomplete.after(new NoEventException(number, Json.problem(e))); // the last line may be half an event
            } catch (JacksonException e) {
                throw new NoEventException(number, Json.problem(e));
            } catch (IllegalArgumentException e) {
                throw new NoEventException(number, String.valueOf(e.getMessage()));
            }
        });
        return unfinished || incomplete.last.isPresent();
    }

    /** Tolerates a line that is not JSON if it is the last one. */
    private static final class IncompleteLine {
        private Optional<NoEventException> last = Optional.empty();

        void after(NoEventException problem) {
            last = Optional.of(problem);
        }

        void nothingFollows() throws NoEventException {
            if (last.isPresent()) {
                throw last.get();
            }
        }
    }

    private static Event whole(byte[] bytes, int from, int length) {
        return Json.readStored(bytes, from, length, Event.class);
    }

    /** The unparsed event lines from one source; lines that are not events are passed to {@code others}. */
    void lines(Event.Source source, Consumer<String> lines, Consumer<String> others)
            throws IOException, NoEventException {
        lines((number, bytes, from, length) -> {
            String line = new String(bytes, from, length, StandardCharsets.UTF_8);
            try {
                if (whole(bytes, from, length).source() == source) {
                    lines.accept(line);
                }
            } catch (JacksonException e) {
                others.accept(number + ": " + Json.problem(e));
            }
        });
    }

    /** Whether the run was closed, according to its last events; empty when they do not show it. */
    Optional<Boolean> closedAtEnd() throws IOException {
        byte[] tail = SafeFile.readEnd(file, BUFFER);
        int end = tail.length;
        for (int i = end - 2; i >= 0; i--) {
            if (tail[i] == '\n') {
                Optional<Event> event = endOrBeginning(tail, i + 1, end - i - 1);
                if (event.isPresent()) {
                    return Optional.of(event.get().is(Fact.RunFinished.class));
                }
                end = i + 1;
            }
        }
        return Optional.empty();
    }

    private static Optional<Event> endOrBeginning(byte[] bytes, int from, int length) {
        String start = new String(bytes, from, Math.min(length, TYPE_WITHIN), StandardCharsets.ISO_8859_1);
        if (!start.contains("RunFinished") && !start.contains("RunStarted")) {
            return Optional.empty();
        }
        try {
            Event event = whole(bytes, from, length);
            boolean ends = event.is(Fact.RunFinished.class) && event.source() == Event.Source.ORCHESTRATOR;
            return ends || event.is(Fact.RunStarted.class) ? Optional.of(event) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // incomplete line
        }
    }

    /** Reads all lines; returns whether the last one has no terminator. */
    private boolean lines(LineConsumer consumer) throws IOException, NoEventException {
        byte[] buffer = new byte[BUFFER];
        int end = 0;
        int number = 0;
        try (InputStream in = SafeFile.open(file, largest())) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer, end, buffer.length - end)) {
                int from = 0;
                int searched = end;
                end += read;
                for (int i = lineEnd(buffer, searched, end); i < end; i = lineEnd(buffer, from, end)) {
                    number++;
                    consumer.line(number, buffer, from, i - from);
                    from = i + 1;
                }
                end -= from;
                System.arraycopy(buffer, from, buffer, 0, end);
                if (end == buffer.length) {
                    if (end >= LONGEST_LINE) {
                        throw new NoEventException(number + 1, "the line is longer than " + LONGEST_LINE + " bytes");
                    }
                    buffer = Arrays.copyOf(buffer, Math.min(2 * end, LONGEST_LINE));
                }
            }
        }
        return end > 0;
    }

    /**
     * The next end of a line; {@code end} when there is none. A separate method, because listing runs spends nearly all its
     * time here.
     */
    private static int lineEnd(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    private static long largest() {
        return Math.min(LARGEST, Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY);
    }
}
