package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** For tests that carry out one run into a results directory of their own. */
final class OnlyRun {
    private OnlyRun() {}

    /** The directory of the one run that is there. */
    static Path in(Path results) throws IOException {
        try (Stream<Path> found = Files.list(results)) {
            List<Path> runs = found.filter(Files::isDirectory).toList();
            assertThat(runs).hasSize(1);
            return runs.get(0);
        }
    }
}
