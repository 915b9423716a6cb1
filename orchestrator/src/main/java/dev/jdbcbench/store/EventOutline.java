package dev.jdbcbench.store;

import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Event.ForkFinished;
import dev.jdbcbench.run.Event.ForkStarted;
import dev.jdbcbench.run.Event.Source;
import dev.jdbcbench.run.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The start and the end of a fork without its times and values, which are nearly all of a run. */
final class EventOutline {
    /** As bench writes them. */
    private static final byte[] FINISHED = "{\"type\":\"ForkFinished\",".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] STARTED = "{\"type\":\"ForkStarted\",".getBytes(StandardCharsets.US_ASCII);

    private long seq;
    private int block;
    private String source = "";
    private String cell = "";

    private EventOutline() {}

    /** Empty when it is another event, is not written as bench does, or something is wrong with it: read in full, it says what. */
    static Optional<Event> of(byte[] bytes, int from, int length) {
        boolean finished = begins(bytes, from, length, FINISHED);
        if ((!finished && !begins(bytes, from, length, STARTED)) || bytes[from + length - 1] != '}') {
            return Optional.empty();
        }
        EventOutline outline = new EventOutline();
        try (JsonParser parser = Json.tokens(bytes, from, length)) {
            return outline.read(parser, finished) ? outline.event(finished) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static boolean begins(byte[] bytes, int from, int length, byte[] beginning) {
        return length > beginning.length
                && Arrays.equals(bytes, from, from + beginning.length, beginning, 0, beginning.length);
    }

    /** Reads the parts, to the end or to where the values begin. */
    private boolean read(JsonParser parser, boolean finished) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (name.equals("iterations")) {
                return finished;
            }
            JsonToken value = parser.nextToken();
            switch (name) {
                case "seq" -> seq = parser.getLongValue();
                case "block" -> block = parser.getIntValue();
                case "source" -> source = parser.getString();
                case "cell" -> cell = parser.getString();
                default -> {
                    if (!value.isScalarValue()) {
                        return false;
                    }
                }
            }
        }
        return !finished;
    }

    private Optional<Event> event(boolean finished) {
        Source who = source.equals("agent") ? Source.AGENT : Source.ORCHESTRATOR;
        if (seq < 1 || block < 0 || cell.isEmpty() || !source.equals(who.toString())) {
            return Optional.empty();
        }
        return Optional.of(
                finished
                        ? new ForkFinished(
                                seq,
                                Instant.EPOCH,
                                who,
                                block,
                                cell,
                                Instant.EPOCH,
                                List.of(1.0),
                                List.of(1L),
                                Map.of(),
                                null,
                                null)
                        : new ForkStarted(seq, Instant.EPOCH, who, block, cell));
    }
}
