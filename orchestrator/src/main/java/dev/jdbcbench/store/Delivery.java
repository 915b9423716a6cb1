package dev.jdbcbench.store;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.EventFile.NoEventException;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of a local agent whose bench was killed. Its supervisor writes all of them to a file next to the run's own events;
 * the next bench takes the missing ones from there.
 */
final class Delivery {
    /** An event in the agent's own text. */
    record Line(String text, Event event) {}

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

    private Delivery() {}

    /** The agent's events after this sequence number, in order; none without a file. */
    static List<Line> after(long lastSeq, Path file) throws IOException, NoEventException {
        if (!SafeFile.exists(file)) {
            return List.of();
        }
        List<Line> missing = new ArrayList<>();
        new EventFile(file)
                .lines(
                        Event.Source.AGENT,
                        text -> {
                            Event event = Json.readStored(text, Event.class);
                            if (event.seq() == lastSeq + missing.size() + 1) {
                                missing.add(new Line(text, event));
                            }
                        },
                        problem -> LOG.warn("{}:{}: this line is not an event", file, problem));
        return missing;
    }
}
