package dev.jdbcbench.store;

import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hidden directories of runs that bench is creating, or was creating when it was killed. */
final class Unfinished {
    private static final Logger LOG = LoggerFactory.getLogger(Unfinished.class);

    /** Creating one takes seconds. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private static final String SUFFIX = ".part";

    private Unfinished() {}

    /** The name of a run's directory until it is complete. */
    static String name(String run) {
        return "." + run + SUFFIX;
    }

    /** Removes directories that nobody completes any more. */
    static void removeOld(Path results) throws IOException {
        Instant oldest = Instant.now().minus(ABANDONED);
        List<Path> old;
        try (Stream<Path> all = Files.list(results)) {
            old = all.filter(Unfinished::is).toList();
        }
        for (Path directory : old) {
            if (Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(oldest)) {
                LOG.info("removing {}, which a killed bench left behind", directory);
                remove(directory);
            }
        }
    }

    private static boolean is(Path path) {
        String name = String.valueOf(path.getFileName());
        return name.startsWith(".")
                && name.endsWith(SUFFIX)
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && SafeFile.exists(path.resolve("logs"));
    }

    /** Removes a directory, if it exists. Does not follow links in it. */
    static void remove(Path directory) throws IOException {
        if (!SafeFile.exists(directory)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
