package dev.jdbcbench.slurm;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.untrusted.OwnerOnly;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kinds of hosts that this user's runs have obtained: a file each, in a directory beside the {@link RunOrigins}. Other
 * users' commands need not wait for what provides them.
 */
public final class UsedKinds {
    private final Path directory;

    /** The kinds in this directory, which need not exist. */
    public UsedKinds(Path directory) {
        this.directory = directory;
    }

    /** Those of the user running this process. */
    public static UsedKinds ofUser() {
        return new UsedKinds(RunOrigins.place().resolve("kinds"));
    }

    /**
     * Adds a kind.
     *
     * @throws Failure.Command when it cannot be written
     */
    public void add(String kind) {
        Path file = directory.resolve(kind);
        try {
            Files.createDirectories(directory, OwnerOnly.directory(directory));
            SafeFile.write(file, kind.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot write " + file,
                    String.valueOf(e),
                    "Is there room, and may you write there? XDG_STATE_HOME names another directory.",
                    e);
        }
    }

    /** Whether a kind was ever added. */
    public boolean has(String kind) {
        return Files.exists(directory.resolve(kind));
    }
}
