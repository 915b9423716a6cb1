package dev.jdbcbench.store;

import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hidden directories of runs that bench is creating, or was creating when it was killed. */
final class Unfinished {
    private static final Logger LOG = LoggerFactory.getLogger(Unfinished.class);

    /** Creating one takes seconds. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private static final String SUFFIX = ".part";
    private static final String LOGS = "logs";

    /** What such a directory has, with the temporary names of its files. */
    private static final Pattern CREATED = Pattern.compile(
            LOGS + "|(plan\\.json|events\\.ndjson)|\\.(plan\\.json|events\\.ndjson)\\.[0-9a-f]{1,16}\\.part");

    private Unfinished() {}

    /** The name of a run's directory until it is complete. */
    static String name(String run) {
        return "." + run + SUFFIX;
    }

    /** Removes directories that no bench completes any more. One that cannot be removed does not matter to a new run. */
    static void removeOld(Path results) {
        Instant oldest = Instant.now().minus(ABANDONED);
        try (Stream<Path> all = Files.list(results)) {
            all.filter(Unfinished::named).forEach(directory -> {
                try {
                    if (Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS)
                            .toInstant()
                            .isBefore(oldest)) {
                        remove(directory);
                    }
                } catch (IOException | UncheckedIOException e) {
                    LOG.debug("{} stays", directory, e); // it is not bench's, or another bench is removing it
                }
            });
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("cannot look for unfinished runs in {}", results, e);
        }
    }

    private static boolean named(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.startsWith(".")
                && name.endsWith(SUFFIX)
                && RunId.admits(name.substring(1, name.length() - SUFFIX.length()))
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Removes a directory, if it exists, with nothing in it but what bench creates there.
     *
     * @throws IOException if anything else is in it; then nothing was removed
     */
    static void remove(Path directory) throws IOException {
        if (!SafeFile.exists(directory)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        for (Path file : files) {
            if (!CREATED.matcher(String.valueOf(file.getFileName())).matches()) {
                throw new DirectoryNotEmptyException(directory.toString());
            }
        }
        Path logs = directory.resolve(LOGS);
        Files.delete(logs); // first, because this fails if it has files
        for (Path file : files) {
            if (!file.equals(logs)) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
