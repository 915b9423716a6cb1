package dev.jdbcbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.cli.BenchTest;
import dev.jdbcbench.comparison.HistoryExample;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunDirectory;
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
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that programs can read the histories exported for them, if these programs are installed. */
class OtavaIT {
    private static final int LIMIT_SECONDS = 120;
    private static final int NIGHTS = 30;
    private static final int LAST_FAST = 20;

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

    /**
     * Thirty nights of a gate by own, which {@code history --role candidate} follows. From night 21 on, the candidate needs 5 %
     * more; the scatter from night to night is 0.5 %.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void otavaFindsFivePercentOfOwnWithinThreeRuns(long seed) throws Exception {
        String otava = installed("otava", "pip install apache-otava");
        Random random = new Random(seed);
        Path results = Files.createDirectory(directory.resolve("results"));
        for (int night = 1; night <= NIGHTS; night++) {
            double base = 1.5 * (1 + 0.005 * random.nextGaussian());
            double candidate = 1.5 * (night > LAST_FAST ? 1.05 : 1) * (1 + 0.005 * random.nextGaussian());
            RunExample gate = HistoryExample.gateOfOwn(night, base, candidate);
            Files.write(
                    RunDirectory.create(results, gate.plan()).events(),
                    gate.events().stream().map(Json::line).toList());
            if (night == LAST_FAST || night == LAST_FAST + 3 || night == NIGHTS) {
                assertThat(changes(otava, results, "candidate"))
                        .as("after night " + night)
                        .hasSize(night == LAST_FAST ? 0 : 1)
                        .allMatch(change -> change > 3.5 && change < 6.5);
                assertThat(changes(otava, results, "base")).isEmpty();
            }
        }
    }

    /** The changes that Otava finds in a series, percent. */
    private List<Double> changes(String otava, Path results, String role) throws Exception {
        for (Map.Entry<String, String> file :
                Map.of("otava", "history.csv", "otava-config", "otava.yaml").entrySet()) {
            BenchTest.Ended ended = BenchTest.bench(
                    "history",
                    "--results",
                    results.toString(),
                    "--role",
                    role,
                    "--format",
                    file.getKey(),
                    "--out",
                    directory.resolve(file.getValue()).toString());
            assertThat(ended.code()).as(ended.err()).isZero();
        }
        return run(
                        otava,
                        "analyze",
                        "bench",
                        "--config-file",
                        "otava.yaml",
                        "--since",
                        "2026-10-01",
                        "-P",
                        "0.01",
                        "-M",
                        "0.02")
                .lines()
                .map(String::strip)
                .filter(line -> line.matches("[+-][0-9.]+%"))
                .map(line -> Double.parseDouble(line.replaceAll("[+%]", "")))
                .toList();
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
