package dev.jdbcbench.store;

import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out whether a file that a user names is in a run directory, whose links may come from anyone. */
public final class Destination {
    /** Linux follows as many. */
    private static final int MOST_LINKS = 40;

    /** The names that are still to be followed. */
    private final Deque<Path> names = new ArrayDeque<>();

    /** What they led to so far, without links. */
    private Path place;

    /** The outermost run directory on the way there. */
    private @Nullable Path run;

    private Destination(Path named) {
        this.place = named;
        put(named);
    }

    /**
     * The place of a file below a run directory, to be written without following a link; empty if the file is elsewhere. Links of
     * the user that lead there are followed.
     *
     * @throws SafeFile.RefusedException if a link in the run directory is on the way
     */
    public static Optional<Path> inRunDirectory(Path named) throws IOException {
        return new Destination(named.toAbsolutePath()).follow();
    }

    /**
     * Makes sure that a new file can be created in the directory that its name says.
     *
     * @throws SafeFile.RefusedException if a link in a run directory is on the way
     */
    public static void require(Path named) throws IOException {
        Optional<Path> unused = inRunDirectory(named);
    }

    private Optional<Path> follow() throws IOException {
        int links = 0;
        while (!names.isEmpty()) {
            String name = names.remove().toString();
            Path next = name.equals(".") ? place : name.equals("..") ? above() : place.resolve(name);
            if (run != null && !next.startsWith(run)) {
                run = null;
            }
            if (!Files.isSymbolicLink(next)) {
                place = next;
                if (run == null && !names.isEmpty() && new RunDirectory(place).isRun()) {
                    run = place;
                }
            } else if (run == null) {
                if (++links > MOST_LINKS) {
                    return Optional.empty();
                }
                put(Files.readSymbolicLink(next));
            } else if (names.isEmpty()) {
                place = next;
            } else {
                SafeFile.requireDirectory(next);
            }
        }
        return Optional.ofNullable(run).map(found -> place);
    }

    private Path above() {
        Path parent = place.getParent();
        return parent == null ? place : parent;
    }

    /** Puts the names of a path before the others. */
    private void put(Path path) {
        Path root = path.getRoot();
        if (root != null) {
            place = root;
        }
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            names.addFirst(path.getName(i));
        }
    }
}
