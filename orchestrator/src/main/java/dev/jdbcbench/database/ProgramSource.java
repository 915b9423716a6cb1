package dev.jdbcbench.database;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.result.CheckFinding;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** A source of programs for servers that bench starts. */
public abstract class ProgramSource extends Install {
    /** The source that a choice stands for; empty for {@link Install#AUTO} and {@link Install#EXTERNAL}, which bring no programs. */
    public static Optional<ProgramSource> behind(Install install) {
        return install instanceof ProgramSource source ? Optional.of(source) : Optional.empty();
    }

    /**
     * The source for one server.
     *
     * @param localCache directory on this machine for archives that it packs for hosts
     */
    public abstract BinarySource of(ServerSpec server, Artifacts artifacts, Path localCache);

    /** What a host already has for a server, for users; empty if something would have to be brought. Changes nothing there. */
    public Optional<String> there(ServerSpec server, HostScript script) {
        return Optional.empty();
    }

    /** Checks whether a host has what this source needs for a server; leaves nothing there. */
    public List<CheckFinding> check(ServerSpec server, HostScript script) {
        return List.of();
    }

    /** A remark for users as of that day; empty if there is none. */
    public Optional<String> remark(LocalDate today) {
        return Optional.empty();
    }
}
