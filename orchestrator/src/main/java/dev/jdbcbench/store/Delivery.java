package dev.jdbcbench.store;

import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.EventLog;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/**
 * The events of an agent on this machine whose bench was killed: its supervisor puts all of them into a file beside the run's own events,
 * where the next bench takes those that are missing.
 */
final class Delivery {
    /** An event as the agent wrote it. */
    record Line(String text, Event event) {}

    private Delivery() {}

    /**
     * The agent's events behind a number, in their order; none without a file.
     *
     * @throws JacksonException (unchecked) when a whole line is no event
     */
    static List<Line> after(long lastSeq, Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Line> missing = new ArrayList<>();
        long last = lastSeq;
        for (String text : EventLog.wholeLines(file)) {
            Event event = Json.readStored(text, Event.class);
            if (event.source() == Event.Source.AGENT && event.seq() > last) {
                missing.add(new Line(text, event));
                last = event.seq();
            }
        }
        return missing;
    }
}
