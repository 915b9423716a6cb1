package dev.jdbcbench.usecase;

import dev.jdbcbench.site.Progress;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;

/** Who asked for a use case: sees its progress, and may stop it. */
public interface Invoker extends Progress {
    /** The command line, for readers of the run's directory. */
    Invocation invocation();

    /** Ends the line of progress, before anything else is printed. */
    void close();

    /** A run has a directory, which can keep a log and files. */
    void begun(RunDirectory run);

    /**
     * Continues after a clean-up that did not end the use case.
     *
     * @throws Failure.Interrupted if it was asked to stop meanwhile
     */
    void continueWork();
}
