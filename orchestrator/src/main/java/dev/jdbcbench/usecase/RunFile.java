package dev.jdbcbench.usecase;

import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import java.util.List;
import java.util.ServiceLoader;

/** A further file of each run, for other tools: a service that an extension provides. Without it, runs have the core's files only. */
public interface RunFile {
    /** Writes it; the caller holds the lock of the run. */
    void write(RunDirectory directory, Fold fold);

    /** Those that extensions provide. */
    static List<RunFile> all() {
        return ServiceLoader.load(RunFile.class, RunFile.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
