package dev.jdbcbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.comparison.HistoryExample;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that programs can read the histories exported for them, if these programs are installed. */
class OtavaIT {
    private static final int LIMIT_SECONDS = 120;

    @TempDir
    private Path directory = Path.of("");

    private final List<CellHistory> step = CellHistory.of(HistoryExample.step().stream()
            .flatMap(run -> Observation.of(run.plan(), run.fold().times(), cell -> true).stream())
            .toList());

    private static String installed(String program, String how) {
        Optional<String> found = Arrays.stream(
                        Objects.requireNonNull(System.getenv("PATH")).split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry, program))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
        if (found.isEmpty()) {
            System.err.println(
                    "SKIPPED: " + program + " is not on the PATH, so it reads no exported history (" + how + ")");
        }
        assumeTrue(found.isPresent(), program + " is not on the PATH");
        return found.orElseThrow();
    }

    private void export(String format, String file) throws IOException {
        Files.writeString(
                directory.resolve(file),
                Objects.requireNonNull(HistoryFormat.all().get(format)).render(step));
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(Map.of("PYTHONIOENCODING", "utf-8", "HOME", directory.toString()));
        Process process = builder.start();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }

    /** The twelfth of twenty nights is the last fast one. */
    @Test
    void otavaFindsAPlantedTenPercentStep() throws Exception {
        String otava = installed("otava", "pip install apache-otava");
        export("otava", "history.csv");
        export("otava-config", "otava.yaml");
        List<String> lines = run(otava, "analyze", "bench", "--config-file", "otava.yaml", "--since", "2026-10-01")
                .lines()
                .toList();
        List<String> found = lines.stream()
                .filter(line -> line.matches("\\s*\\+[0-9.]+%\\s*"))
                .toList();
        assertThat(found).as(String.join("\n", lines)).hasSize(1);
        assertThat(Double.parseDouble(found.get(0).replaceAll("[+%\\s]", ""))).isBetween(9.0, 11.0);
        int step = lines.indexOf(found.get(0));
        assertThat(lines.get(step - 2)).contains("20261112-030000");
        assertThat(lines.get(step + 2)).contains("20261113-030000");
        assertThat(run(otava, "analyze", "bench", "--config-file", "otava.yaml", "--output", "regressions_only"))
                .contains("Select1Row");
    }

    @Test
    void benchstatComparesTheVersions() throws Exception {
        String benchstat = installed("benchstat", "go install golang.org/x/perf/cmd/benchstat@latest");
        export("benchfmt", "history.txt");
        assertThat(run(benchstat, "-col", "version", "-ignore", "run", "history.txt"))
                .contains("3.5.9", "4.0.0", "sec/op", "n=36+24")
                .containsPattern("Select1Row/\\S+ .* \\+(9|10)\\.[0-9]+% \\(p=0\\.000");
    }
}
