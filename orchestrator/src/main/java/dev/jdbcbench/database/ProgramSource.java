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
import java.util.function.Consumer;

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

    /** What it takes for a server, as a noun without an article: {@code installed MariaDB 11.4}. */
    public String noun(ServerSpec server) {
        return this + " of " + server.kind().title();
    }

    /**
     * What a host already has for a server, for users: equal texts for equal servers. Empty if something would have to be
     * brought. Changes nothing there.
     */
    public Optional<String> there(ServerSpec server, HostScript script) {
        return Optional.empty();
    }

    /** Checks whether a host has what this source needs for a server; leaves nothing there. */
    public List<CheckFinding> check(ServerSpec server, HostScript script) {
        return List.of();
    }

    /**
     * Makes available on this machine what a server needs from a network and no Maven repository has.
     *
     * @param directory where to put it as a file for other machines; empty to put it where runs on this machine find it
     * @param say receives what takes long
     * @return the file, or what is in the other place; empty if this source needs nothing of the kind
     * @throws dev.jdbcbench.failure.Failure.Command if it cannot be had
     */
    public Optional<Artifacts.Found> fetch(ServerSpec server, Optional<Path> directory, Consumer<String> say) {
        return Optional.empty();
    }

    /** A remark for users as of that day; empty if there is none. */
    public Optional<String> remark(LocalDate today) {
        return Optional.empty();
    }
}
