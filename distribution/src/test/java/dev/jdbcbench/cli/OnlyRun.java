package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** For tests that write a single run into their own results directory. */
public final class OnlyRun {
    private OnlyRun() {}

    /** The directory of the only run. */
    public static Path in(Path results) throws IOException {
        List<Path> runs = all(results);
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }

    /** The directories of runs. One that is being created has a hidden name. */
    static List<Path> all(Path results) throws IOException {
        if (Files.notExists(results)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(results)) {
            return found.filter(Files::isDirectory)
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList();
        }
    }
}
