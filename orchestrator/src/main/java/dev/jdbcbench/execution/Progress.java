package dev.jdbcbench.execution;

import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Plan;

/** Hears how a run goes, to show it to a person. Called from several threads. */
public interface Progress {
    /** A step begins, or something is worth knowing. */
    void say(String line);

    /** Something is not as it should be, but the run goes on. */
    void warn(String line);

    /** Some of a file has arrived; {@code total} is -1 when it is not known. */
    void transferred(String file, long bytes, long total);

    /** The plan stands, and measuring is about to begin. */
    void planned(Plan plan);

    /** From now on all is undone: what asks the run to stop has been heard, or comes too late. */
    void undoing();

    /** Something happened on the client host. */
    void happened(Event event);
}
