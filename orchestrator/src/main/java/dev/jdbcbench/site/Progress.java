package dev.jdbcbench.site;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Plan;
import java.util.List;
import java.util.function.Supplier;

/** Hears how a run goes, to show it to a person. Called from several threads. */
public interface Progress {
    /** A step begins, or something is worth knowing. */
    void say(String line);

    /** Something is not as it should be, but the run goes on. */
    void warn(String line);

    /** Some of a file has arrived; {@code total} is -1 when it is not known. */
    void transferred(String file, long bytes, long total);

    /**
     * The plan stands, and measuring is about to begin, or goes on.
     *
     * @param before what happened already; empty when the run is new
     */
    void planned(Plan plan, List<Event> before);

    /** The line to a host is lost, and is tried again in so many seconds. Called once a second while it is waited for. */
    void waiting(String what, long seconds);

    /** From now on all is undone: what asks the run to stop has been heard, or comes too late. */
    void undoing();

    /**
     * Something on hosts must be undone from now on.
     *
     * @param left says at any time, on any thread, what of it is still there: a line each, nothing when all is undone
     */
    default void mustUndo(Supplier<List<String>> left) {}

    /** A line was added to the run's events: by this bench, or copied from the agent. */
    default void recorded(String line) {}

    /** Something happened on the client host, after the plan stood. */
    void happened(Event event);
}
