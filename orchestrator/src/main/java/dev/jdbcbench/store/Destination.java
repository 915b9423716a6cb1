package dev.jdbcbench.store;

import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds out whether a file that a user names is in a run directory, whose links come from whoever made the directory. */
public final class Destination {
    /** Linux follows as many. */
    private static final int MOST_LINKS = 40;

    private Destination() {}

    /**
     * The place of a file below a run directory, to be written without following a link; empty if the file is elsewhere. The name
     * itself may be a link of the user that leads there.
     *
     * @throws SafeFile.RefusedException if a link in the run directory is on the way
     */
    public static Optional<Path> inRunDirectory(Path named) throws IOException {
        Path file = named.toAbsolutePath();
        for (int links = 0; links < MOST_LINKS; links++) {
            Path parent = file.getParent();
            if (parent == null || !Files.isDirectory(parent)) {
                return Optional.empty();
            }
            // As written, to notice links below the run directory, and as it is, to find a run directory behind links.
            for (Path place : List.of(parent.normalize(), parent.toRealPath())) {
                if (isBelowRun(place)) {
                    return Optional.of(place.resolve(parent.relativize(file)));
                }
            }
            if (!Files.isSymbolicLink(file)) {
                return Optional.empty();
            }
            file = file.resolveSibling(Files.readSymbolicLink(file));
        }
        return Optional.empty();
    }

    private static boolean isBelowRun(Path place) throws IOException {
        for (Path run = place; run != null; run = run.getParent()) {
            if (new RunDirectory(run).isRun()) {
                Path below = run;
                for (Path name : run.relativize(place)) {
                    below = below.resolve(name);
                    SafeFile.requireDirectory(below.toAbsolutePath());
                }
                return true;
            }
        }
        return false;
    }
}
