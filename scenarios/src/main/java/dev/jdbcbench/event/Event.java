package dev.jdbcbench.event;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Something that happened in a run, one line of {@code events.ndjson}. The file is append-only and the single source of truth.
 * Agent and orchestrator number their events separately, each from 1.
 *
 * @param seq sequence number among the events of its source, from 1
 * @param at time, by the clock of the source's host
 * @param source the program that wrote the event
 */
@JsonSerialize(using = EventJson.Writer.class)
@JsonDeserialize(using = EventJson.Reader.class)
public record Event(long seq, Instant at, Source source, Fact fact) {
    /** The name and version of the format. */
    static final String SCHEMA = "event/1";

    public Event {
        Bounds.head(seq, at, source);
    }

    /** The facts of one kind, in order. */
    public static <F extends Fact> List<F> facts(List<Event> events, Class<F> kind) {
        return events.stream()
                .map(Event::fact)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** Its fact, if it is of a kind. */
    public <F extends Fact> Optional<F> as(Class<F> kind) {
        return kind.isInstance(fact) ? Optional.of(kind.cast(fact)) : Optional.empty();
    }

    /** Whether its fact is of a kind. */
    public boolean is(Class<? extends Fact> kind) {
        return kind.isInstance(fact);
    }

    /** A program that writes events. */
    public enum Source {
        ORCHESTRATOR,
        AGENT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
