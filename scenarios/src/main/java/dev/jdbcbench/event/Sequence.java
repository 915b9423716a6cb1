package dev.jdbcbench.event;

import java.util.EnumMap;
import java.util.Map;

/**
 * Follows the numbers of events: those of each source are 1, 2, 3 and so on. An event that is there twice would count a fork twice, and one that is
 * missing may have rejected a fork that is still counted.
 */
public final class Sequence {
    private final Map<Event.Source, Long> last = new EnumMap<>(Event.Source.class);

    /**
     * Takes the next event.
     *
     * @throws IllegalArgumentException when its number is not the next one of its source
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
