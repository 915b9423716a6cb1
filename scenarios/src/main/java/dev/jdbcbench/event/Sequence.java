package dev.jdbcbench.event;

import java.util.EnumMap;
import java.util.Map;

/**
 * Verifies the sequence numbers of events: those of each source are 1, 2, 3 and so on. A duplicate event would count a fork
 * twice; a missing one may be the rejection of a fork that then still counts.
 */
public final class Sequence {
    private final Map<Event.Source, Long> last = new EnumMap<>(Event.Source.class);

    /**
     * Takes the next event.
     *
     * @throws IllegalArgumentException when it is not the next number of its source
     */
    public void accept(Event event) {
        long expected = last.getOrDefault(event.source(), 0L) + 1;
        if (event.seq() != expected) {
            throw new IllegalArgumentException("event " + event.seq() + " of the " + event.source() + " is "
                    + (event.seq() < expected ? "here a second time" : "here, but event " + expected + " is missing"));
        }
        last.put(event.source(), expected);
    }
}
