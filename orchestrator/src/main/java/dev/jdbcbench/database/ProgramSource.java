package dev.jdbcbench.database;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;

/** A source of servers that bench starts. */
public abstract class ProgramSource extends Install {
    /**
     * The programs of one server.
     *
     * @param localCache where this machine keeps what it packs for hosts
     */
    public abstract BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache);

    /** What a user should know of it on that day; empty when nothing. */
    public Optional<String> remark(LocalDate today) {
        return Optional.empty();
    }
}
