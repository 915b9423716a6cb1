package dev.jdbcbench.execution;

import dev.jdbcbench.site.Progress;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Runs on hosts that no hosts file names: a service that an extension provides. */
public interface RunsElsewhere {
    /** This user's runs there; warns about what it cannot see. */
    List<Overview.Found> look(Progress progress);

    /**
     * Ends the runs there whose bench is gone, and removes everything of them.
     *
     * @param rehearsal receives every command that would change something, and nothing is changed; empty to end them
     * @param done receives what was done, one line each
     * @param attempt executes each step; a failed one must not prevent the others
     */
    void clean(
            Progress progress, Optional<Consumer<String>> rehearsal, Consumer<String> done, Consumer<Runnable> attempt);

    /** Those on the class path. */
    static List<RunsElsewhere> all() {
        return ServiceLoader.load(RunsElsewhere.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
