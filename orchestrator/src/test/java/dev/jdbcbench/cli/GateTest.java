package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTest {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory = Path.of("");

    /** The steps after it show the table in any case. */
    @Test
    void gateWritesATableEvenIfASettingIsInvalid() throws Exception {
        for (Map<String, String> settings : List.of(
                Map.of("BENCH_BASE", "", "BENCH_CANDIDATE", "x"),
                Map.of("BENCH_BASE", "x", "BENCH_CANDIDATE", "y", "BENCH_CHECK", "nosuch"))) {
            Path out = directory.resolve("out" + settings.size());
            ProcessBuilder gate = new ProcessBuilder(CHECKOUT.resolve("ci/gate").toString())
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile());
            gate.environment().putAll(settings);
            gate.environment().put("BENCH_OUT", out.toString());
            Process running = gate.start();
            assertThat(running.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(running.exitValue()).isNotZero();
            assertThat(out.resolve("table.md")).content().contains("compared nothing");
        }
    }

    @Test
    void gitLabJobTakesNoCacheFromAMergeRequest() throws IOException {
        assertThat(Files.readString(CHECKOUT.resolve("ci/gitlab.yml")))
                .contains(
                        "test -z \"$(git ls-files .bench-cache bench-gate)\"",
                        "policy: $BENCH_CACHE_POLICY",
                        "{ BENCH_CACHE_POLICY: pull }");
    }
}
