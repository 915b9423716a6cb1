package dev.jdbcbench.event;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * What happened, one line of {@code events.ndjson} each: append only, and the truth. Agent and orchestrator number
 * their events apart, each from 1.
 *
 * @param seq the number of this event among those of its source, from 1
 * @param at when it happened, by the clock of the source's host
 * @param source who says so
 */
@JsonSerialize(using = EventJson.Writer.class)
@JsonDeserialize(using = EventJson.Reader.class)
public record Event(long seq, Instant at, Source source, Fact fact) {
    /** The name and version of the format. */
    static final String SCHEMA = "event/1";

    public Event {
        Bounds.head(seq, at, source);
    }

    /** What events of one kind say, in their order. */
    public static <F extends Fact> List<F> facts(List<Event> events, Class<F> kind) {
        return events.stream()
                .map(Event::fact)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** Who writes events. */
    public enum Source {
        ORCHESTRATOR,
        AGENT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
