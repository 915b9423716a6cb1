package dev.jdbcbench.store;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Fact.ForkFinished;
import dev.jdbcbench.event.Fact.ForkStarted;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the start and end of a fork without its times and values, which are nearly all of a run. Works on the raw bytes: a JSON
 * parser takes several times as long per line, and a list of many runs has a hundred thousand lines.
 */
final class EventOutline {
    private static final byte[] STARTED = bytes("{\"type\":\"ForkStarted\",\"seq\":");
    private static final byte[] FINISHED = bytes("{\"type\":\"ForkFinished\",\"seq\":");
    private static final byte[] AT = bytes(",\"at\":\"");
    private static final byte[] AGENT = bytes("\",\"source\":\"agent\",\"block\":");
    private static final byte[] ORCHESTRATOR = bytes("\",\"source\":\"orchestrator\",\"block\":");
    private static final byte[] CELL = bytes(",\"cell\":\"");
    private static final byte[] STARTED_AT = bytes("\",\"startedAt\":\"");
    private static final byte[] ITERATIONS = bytes("\",\"iterations\":[");
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
