package dev.jdbcbench.site;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Plan;
import java.util.List;
import java.util.function.Supplier;

/** Receives the progress of a run, to show it to the user. Called from several threads. */
public interface Progress {
    /** There is something to report. */
    void say(String line);

    /** A step begins: of interest until the next one. */
    default void step(String line) {
        say(line);
    }

    /**
     * Something about the place that is measured, of interest later.
     *
     * @param brief the same for a line with others
     */
    default void found(String line, String brief) {
        say(line);
    }

    /** Something is wrong, but the run continues. */
    void warn(String line);

    /** More bytes of a file have arrived; {@code total} is -1 when it is not known. */
    void transferred(String file, long bytes, long total);

    /**
     * The plan is complete, and measuring is about to begin or continue.
     *
     * @param before earlier events of the run; empty when it is new
     */
    void planned(Plan plan, List<Event> before);

    /**
     * The connection to a host is lost; the next attempt is in {@code seconds}. Called once a second during the wait.
     */
    void waiting(String what, long seconds);

    /** Clean-up begins: a request to stop has been accepted, or comes too late. */
    void cleaningUp();

    /**
     * From now on something on hosts must be cleaned up.
     *
     * @param left lists what is still there, one line each, and nothing after the clean-up; may be called at any
     *     time on any thread
     */
    default void cleanUpNeeded(Supplier<List<String>> left) {}

    /** A line was added to the run's events: written by this bench, or copied from the agent. */
    default void recorded(String line) {}

    /** Something happened on the client host after the plan was complete. */
    void onEvent(Event event);
}
