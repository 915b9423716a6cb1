package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts bench with the launcher: bench must report output that it cannot print. */
class LauncherOutputIT {
    private record Ended(int code, String err) {}

    /** Runs bench in a shell that redirects its output. */
    private static Ended bench(String words, String where) throws IOException, InterruptedException {
        List<String> shell =
                new ArrayList<>(List.of("bash", "-o", "pipefail", "-c", "\"$@\" " + words + " " + where, "bash"));
        shell.addAll(BenchJar.words());
        Process process = new ProcessBuilder(shell).start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"list profiles", "schema", "help", "--help", "list scenarios --format json"})
    void fullDiskExitsWith4(String words) throws Exception {
        Ended ended = bench(words, ">/dev/full");
        assertThat(ended.err()).contains("cannot print the output", "No space left on device", "Make room");
        assertThat(ended.code()).isEqualTo(4);
    }

    /** bench ends quietly, like {@code grep} and {@code cat} on SIGPIPE. */
    @Test
    void closedPipeIsNotReported() throws Exception {
        Ended ended = bench("list scenarios", "| head -n 1");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isIn(0, 141);
    }
}
