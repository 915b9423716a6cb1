package dev.jdbcbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the sample run in the documentation, with which readers can try commands. It was measured once, and its
 * figures must not change unnoticed.
 */
class SampleRunTest {
    private static final Path SAMPLES = Path.of("..", "..", "docs", "samples");
    private static final String RUNS = SAMPLES.resolve("runs").toString();

    @Test
    void sampleTableIsTheDocumentedOne() throws IOException {
        Ended table = BenchTest.bench("report", "latest", "--results", RUNS, "--format", "text");
        assertThat(table.code()).as(table.err()).isZero();
        assertThat(table.out()).isEqualTo(Files.readString(SAMPLES.resolve("runs.txt")));
    }

    @Test
    void samplePageCanBeGenerated(@TempDir Path directory) {
        Path page = directory.resolve("page.html");
        Ended made = BenchTest.bench("report", "latest", "--results", RUNS, "--out", page.toString());
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(page).content().contains("figure-strip", "\"forks\":[[1,");
    }
}
