package dev.jdbcbench.scenario.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The threads of this JVM's compilers, as Linux sees them. On a loaded host a compiler that waits for a CPU spends no time, so its
 * time alone does not tell it from one that has nothing to do. The JVM's own command for its queue would load classes that undo
 * optimisations of the driver.
 */
public final class CompilerThreads {
    private static final Path TASKS = Path.of("/proc/self/task");

    /** In {@code 4711 (C2 CompilerThre) R 4700 …}: Linux keeps 15 characters of a name, and R is running or runnable. */
    private static final String RUNS = " CompilerThre) R ";

    private final Path tasks;

    private CompilerThreads(Path tasks) {
        this.tasks = tasks;
    }

    /** The threads of this JVM. */
    public static CompilerThreads ofThisJvm() {
        return new CompilerThreads(TASKS);
    }

    static CompilerThreads in(Path tasks) {
        return new CompilerThreads(tasks);
    }

    /** Whether one of them runs or waits for a CPU; false where there is no {@code /proc}. */
    public boolean busy() {
        if (!Files.isDirectory(tasks)) {
            return false;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                if (runs(task)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean runs(Path task) throws IOException {
        try {
            return Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1)
                    .contains(RUNS);
        } catch (NoSuchFileException e) {
            return false; // it has just ended
        }
    }
}
