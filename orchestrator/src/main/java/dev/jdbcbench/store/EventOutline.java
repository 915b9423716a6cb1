package dev.jdbcbench.store;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.ForkFacts.ForkStarted;
import dev.jdbcbench.event.RunFacts.Note;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the start and end of a fork without its times and values, which are nearly all of a run, and of events that do not matter
 * to how far a run is only the envelope. Works on the raw bytes: a JSON
 * parser takes several times as long per line, and a list of many runs has a hundred thousand lines.
 */
final class EventOutline {
    private static final byte[] STARTED = bytes("{\"type\":\"ForkStarted\",\"seq\":");
    private static final byte[] FINISHED = bytes("{\"type\":\"ForkFinished\",\"seq\":");

    /** Events between forks whose parts do not matter to how far a run is. */
    private static final List<byte[]> WITHOUT_PROGRESS = Stream.of(
                    "GroupStarted", "GroupFinished", "RttMeasured", "CellExplained", "BlockStarted")
            .map(type -> bytes("{\"type\":\"" + type + "\",\"seq\":"))
            .toList();

    private static final byte[] OF_AGENT = bytes("\",\"source\":\"agent\",");
    private static final byte[] OF_ORCHESTRATOR = bytes("\",\"source\":\"orchestrator\",");
    private static final byte[] AT = bytes(",\"at\":\"");
    private static final byte[] AGENT = bytes("\",\"source\":\"agent\",\"block\":");
    private static final byte[] ORCHESTRATOR = bytes("\",\"source\":\"orchestrator\",\"block\":");
    private static final byte[] CELL = bytes(",\"cell\":\"");
    private static final byte[] STARTED_AT = bytes("\",\"startedAt\":\"");
    private static final byte[] ITERATIONS = bytes("\",\"iterations\":[");
    private static final byte[] SECONDARY = bytes(",\"secondary\":{");
    private static final byte[] SCHEMA = bytes("\",\"schema\":\"event/1\"}");

    /** A number with more digits might not fit. */
    private static final int MOST_DIGITS = 9;

    private final byte[] line;
    private final int end;
    private int at;

    private EventOutline(byte[] line, int from, int end) {
        this.line = line;
        this.at = from;
        this.end = end;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Empty when it is another event, is not formatted exactly as bench does, or is malformed; the caller then reads it in full
     * and gets the precise error.
     */
    static Optional<Event> of(byte[] bytes, int from, int length) {
        return Optional.ofNullable(new EventOutline(bytes, from, from + length).read());
    }

    private @Nullable Event read() {
        for (byte[] type : WITHOUT_PROGRESS) {
            if (next(type)) {
                return withoutProgress();
            }
        }
        boolean finished = next(FINISHED);
        if (!finished && !next(STARTED)) {
            return null;
        }
        int seq = number();
        if (seq < 1 || !next(AT) || text() == null) {
            return null;
        }
        Source source = next(AGENT) ? Source.AGENT : Source.ORCHESTRATOR;
        if (source == Source.ORCHESTRATOR && !next(ORCHESTRATOR)) {
            return null;
        }
        int block = number();
        String cell = block < 1 || !next(CELL) ? null : text();
        if (cell == null || cell.isEmpty()) {
            return null;
        }
        if (!finished) {
            return next(SCHEMA) && at == end
                    ? new Event(seq, Instant.EPOCH, source, new ForkStarted(block, cell))
                    : null;
        }
        if (!next(STARTED_AT) || text() == null || !next(ITERATIONS) || line[end - 1] != '}') {
            return null;
        }
        return new Event(
                seq,
                Instant.EPOCH,
                source,
                new ForkFinished(block, cell, Instant.EPOCH, List.of(1.0), List.of(1L), Map.of(), null, null));
    }

    private @Nullable Event withoutProgress() {
        int seq = number();
        if (seq < 1 || !next(AT) || text() == null) {
            return null;
        }
        Source source = next(OF_AGENT) ? Source.AGENT : Source.ORCHESTRATOR;
        boolean whole = source == Source.AGENT || next(OF_ORCHESTRATOR);
        return whole && line[end - 1] == '}' ? new Event(seq, Instant.EPOCH, source, new Note("")) : null;
    }

    /**
     * A line without the secondary values of a fork, which are most of it; the line itself if it has none, or is not formatted as
     * bench does.
     */
    static byte[] withoutSecondary(byte[] bytes, int from, int length) {
        int end = from + length;
        if (new EventOutline(bytes, from, end).next(FINISHED)) {
            int start = from;
            // A quotation mark in a string has a backslash, so this is not in one.
            while (start + SECONDARY.length <= end
                    && (bytes[start] != ','
                            || !Arrays.equals(
                                    bytes, start, start + SECONDARY.length, SECONDARY, 0, SECONDARY.length))) {
                start++;
            }
            start += SECONDARY.length;
            int after = objectEnd(bytes, start, end);
            if (after > start) {
                byte[] line = Arrays.copyOfRange(bytes, from, start + end - after);
                System.arraycopy(bytes, after, line, start - from, end - after);
                return line;
            }
        }
        return Arrays.copyOfRange(bytes, from, end);
    }

    /** The position of the bracket that closes an object; -1 if there is none. */
    private static int objectEnd(byte[] bytes, int from, int end) {
        int depth = 1;
        boolean text = false;
        for (int i = from; i < end; i++) {
            byte letter = bytes[i];
            if (letter == '"') {
                text = !text;
            } else if (text) {
                i += letter == '\\' ? 1 : 0;
            } else if (letter == '{') {
                depth++;
            } else if (letter == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Whether these bytes come next; if so, skips them. */
    private boolean next(byte[] expected) {
        int after = at + expected.length;
        boolean found = after <= end && Arrays.equals(line, at, after, expected, 0, expected.length);
        at = found ? after : at;
        return found;
    }

    /** Reads a whole JSON number; -1 when there is none, or it has too many digits. */
    private int number() {
        int from = at;
        int value = 0;
        while (at < end && at - from <= MOST_DIGITS && line[at] >= '0' && line[at] <= '9') {
            value = 10 * value + line[at] - '0';
            at++;
        }
        int digits = at - from;
        return digits == 0 || digits > MOST_DIGITS || (digits > 1 && line[from] == '0') ? -1 : value;
    }

    /**
     * Reads a text up to its closing quotation mark; null when it contains an escape, a control or a non-ASCII character, or
     * does not end.
     */
    private @Nullable String text() {
        int from = at;
        while (at < end && line[at] != '"') {
            if (line[at] < ' ' || line[at] == '\\') {
                return null;
            }
            at++;
        }
        return at == end ? null : new String(line, from, at - from, StandardCharsets.US_ASCII);
    }
}
