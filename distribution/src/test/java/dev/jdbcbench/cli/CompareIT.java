package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares real drivers side by side. */
@OnThisMachine
class CompareIT {
    @TempDir
    private Path directory = Path.of("");

    private Ended compare(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "compare";
        all[1] = "--results";
        all[2] = directory.resolve("results").toString();
        System.arraycopy(words, 0, all, 3, words.length);
        return bench(all);
    }

    @Test
    @Full
    void candidateWithMoreRoundTripsFailsBeforeMeasuring() throws IOException {
        Path summary = directory.resolve("summary.md");
        Ended ended = compare(
                "mariadb@3.5.9",
                "mariadb@3.5.10",
                "--scenario",
                "PoolReadOnly",
                "--fail-above",
                "5%",
                "--summary",
                summary.toString());
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.out()).contains("round trips        1 → 3", "→ SET SESSION TRANSACTION READ ONLY");
        assertThat(ended.err())
                .contains("exchanges more with the server than mariadb 3.5.9")
                .doesNotContain("group 1/");
        assertThat(Files.readString(summary)).contains("| ▲ PoolReadOnly text | 1 → 3 |");
        assertThat(directory.resolve("results").toFile().list()).hasSize(1);
    }

    @Test
    @Full
    void shortForksAreReportedAsUndecided() {
        Ended ended = compare(
                "mariadb@3.5.9",
                "mariadb@3.5.10",
                "--scenario",
                "Do1:text",
                "--fail-above",
                "5%",
                "--profile",
                "quick",
                "--groups",
                "1",
                "--iterations",
                "2");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("the operation exchanges no more with the server than before");
        assertThat(ended.out()).contains("too short or too few for claims").doesNotContain("has no result");
    }

    @Test
    @Full
    void slowerRowIsMeasuredAgainInNewJvms() {
        Ended ended = compare(
                "mariadb@3.5.9",
                "mariadb@3.5.10",
                "--scenario",
                "PoolReadOnly:default,Do1:text",
                "--fail-above",
                "5%",
                "--no-counts",
                "--force"); // other tests run at the same time
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.out()).containsPattern("▲ PoolReadOnly .* above 5 %, and again [1-9]\\.[0-9]+×");
        assertThat(directory.resolve("results").toFile().list()).hasSize(2);
    }
}
