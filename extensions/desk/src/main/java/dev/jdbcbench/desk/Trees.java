package dev.jdbcbench.desk;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Directories with everything in them. */
final class Trees {
    private static final int ATTEMPTS = 10;
    private static final long PAUSE_MILLIS = 100;

    private Trees() {}

    /**
     * Removes a directory with everything in it, if it exists. Links are removed, not followed. On Windows, a file cannot be removed
     * while a process that is just ending has it open, so this tries for a second.
     */
    static void remove(Path directory) throws IOException, InterruptedException {
        for (int attempt = 1; Files.isDirectory(directory); attempt++) {
            try {
                removeNow(directory);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private static void removeNow(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
