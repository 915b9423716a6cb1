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
     * The source for one server.
     *
     * @param localCache directory on this machine for archives that it packs for hosts
     */
    public abstract BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache);

    /** A remark for users as of that day; empty if there is none. */
    public Optional<String> remark(LocalDate today) {
        return Optional.empty();
    }
}
