package dev.jdbcbench.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Removes files of bench's private state that are no longer used. */
public final class OldFiles {
    private OldFiles() {}

    /** Deletes the files of a directory that were last written before {@code oldest}. */
    public static void delete(Path directory, Instant oldest) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        for (Path file : files) {
            if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isBefore(oldest)) {
                Files.deleteIfExists(file);
            }
        }
    }
}
