package dev.jdbcbench.database;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;

/** A source of programs for servers that bench starts. */
public abstract class ProgramSource extends Install {
    /**
     * Creates the source for one server.
     *
     * @param localCache where this machine keeps archives that it packs for hosts
     */
    public abstract BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache);

    /** What users should know about it on that day; empty when there is nothing. */
    public Optional<String> remark(LocalDate today) {
        return Optional.empty();
    }
}
