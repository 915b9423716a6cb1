package dev.jdbcbench.session;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.untrusted.Printable;
import tools.jackson.core.JacksonException;

/**
 * Counts lines from a client host that are not the next event of its agent. Reports the first one immediately, and the
 * total at the end.
 */
final class RejectedLines {
    private final String host;
    private final EventLog log;
    private final Progress progress;
    private long count;

    RejectedLines(String host, EventLog log, Progress progress) {
        this.host = host;
        this.log = log;
        this.progress = progress;
    }

    /**
     * Counts a line.
     *
     * @param before the sequence number of the last accepted event
     */
    void add(String line, long before) {
        if (count++ == 0) {
            appendOrReport("the client host " + host + " sent " + what(line, before) + "; it is left out: "
                    + Printable.line(line));
        }
    }

    private static String what(String line, long before) {
        try {
            Event event = Json.read(line, Event.class);
            return event.source() == Event.Source.AGENT
                    ? "event " + event.seq() + " after event " + before
                    : "an event in the name of the " + event.source();
        } catch (JacksonException e) {
            return "a line that is not an event";
        }
    }

    /** Reports the total if there were several. */
    void reportTotal() {
        if (count > 1) {
            appendOrReport(count + " lines of the client host " + host
                    + " are left out: they are not events of the agent in order");
        }
    }

    private void appendOrReport(String text) {
        progress.warn(text);
        FullDisk.appendOrReport(log, progress, new Fact.Note(text));
    }
}
