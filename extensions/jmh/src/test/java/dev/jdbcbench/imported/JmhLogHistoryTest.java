package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Row;
import dev.jdbcbench.imported.JmhLog.Score;
import dev.jdbcbench.result.History;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.statistics.contrast.Pooled;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Compares the committed figures of 2016 with the original logs, which are not committed. {@code BENCH_JMH_LOGS} names their directory. */
class JmhLogHistoryTest {
    private static final String VARIABLE = "BENCH_JMH_LOGS";
    private static final List<String> TOPOLOGIES = List.of("local", "distant");

    @Test
    void committedFiguresMatchTheLogs() throws IOException {
        List<String> read = new ArrayList<>();
        for (Map.Entry<String, JmhLog> log : logs().entrySet()) {
            cells(log.getKey(), log.getValue()).forEach(cell -> read.add(cell.text()));
        }
        assertThat(read).containsExactlyInAnyOrderElementsOf(History.lines());
    }

    @Test
    void everyIterationOfTheLogsIsRead() throws IOException {
        for (JmhLog log : logs().values()) {
            assertThat(log.truncated()).isFalse();
            assertThat(log.benchmarks()).hasSize(43).allSatisfy(benchmark -> {
                assertThat(benchmark.broken()).isEmpty();
                assertThat(benchmark.forks()).hasSize(10).allSatisfy(fork -> {
                    assertThat(fork.warmup()).hasSize(10);
                    assertThat(fork.measured()).hasSize(20);
                });
                assertThat(benchmark.settings().jmh()).contains("1.14");
                assertThat(benchmark.settings().vm()).contains("JDK 1.8.0_101, VM 25.101-b13");
                assertThat(benchmark.settings().threads()).contains(1);
                assertThat(benchmark.settings().mode()).contains("avgt");
            });
        }
    }

    @Test
    void tablesMatchTheBenchmarks() throws IOException {
        for (JmhLog log : logs().values()) {
            assertThat(log.table())
                    .extracting(Row::score)
                    .isEqualTo(log.benchmarks().stream().map(Benchmark::score).toList());
            assertThat(log.table()).hasSize(43).allSatisfy(row -> {
                assertThat(row.count()).contains(200);
                assertThat(log.benchmarks())
                        .anySatisfy(benchmark -> assertThat(benchmark.name()).endsWith("." + row.name()));
            });
        }
    }

    @Test
    void importedLogsHave43PairedCells() throws IOException {
        Map<String, Fold> imported = new LinkedHashMap<>();
        for (Map.Entry<String, JmhLog> log : logs().entrySet()) {
            Topology topology = Topology.of(log.getKey()).orElseThrow();
            ImportedRun run = ImportedRun.of(
                    log.getValue(),
                    new ImportedRun.Origin(
                            topology + ".txt",
                            Instant.EPOCH,
                            topology,
                            Optional.of("mariadb-10.1"),
                            topology + "-1",
                            Instant.EPOCH,
                            "0.1"));
            assertThat(run.problems()).isEmpty();
            assertThat(run.plan().profile()).isEqualTo(Profile.imported(10, 30, Duration.ofSeconds(1), 10));
            assertThat(run.plan().jvmArgs())
                    .containsExactly("-Xmx128m", "-Xms128m", "-Duser.country=US", "-Duser.language=en");
            assertThat(run.plan().cells())
                    .hasSize(43)
                    .allSatisfy(cell ->
                            assertThat(ScenarioCatalogue.of(cell.scenario())).isPresent());
            Fold fold = new Fold(run.plan(), run.events());
            assertThat(fold.results().complete()).isTrue();
            imported.put(log.getKey(), fold);
        }
        assertThat(pairKeys(imported, "local"))
                .hasSize(43)
                .containsExactlyInAnyOrderElementsOf(pairKeys(imported, "distant"));
    }

    private static Set<String> pairKeys(Map<String, Fold> imported, String topology) {
        return Objects.requireNonNull(imported.get(topology)).plan().cells().stream()
                .map(Cell::pairKey)
                .collect(Collectors.toSet());
    }

    /** Compares with JMH's printed values, to three decimals. The two counts were determined independently of this code. */
    @Test
    void pooledErrorsMatchJmhAndAreTooNarrow() throws IOException {
        int separated = 0;
        int overlapping = 0;
        for (Map.Entry<String, JmhLog> log : logs().entrySet()) {
            Topology topology = Topology.of(log.getKey()).orElseThrow();
            ImportedRun run = ImportedRun.of(
                    log.getValue(),
                    new ImportedRun.Origin(
                            "log", Instant.EPOCH, topology, Optional.empty(), "r", Instant.EPOCH, "0.1"));
            Fold fold = new Fold(run.plan(), run.events());
            List<Benchmark> benchmarks = log.getValue().benchmarks();
            List<Pooled> pooled = run.plan().cells().stream()
                    .map(cell -> fold.pooledVerdicts().pooled(cell).orElseThrow())
                    .toList();
            for (Benchmark benchmark : benchmarks) {
                JmhLog.Score score = benchmark.score().orElseThrow();
                double unit = score.unit().equals("ms/op") ? 1000 : 1;
                assertThat(pooled).as(benchmark.name()).anySatisfy(one -> {
                    assertThat(one.mean()).isCloseTo(score.value() * unit, within(0.00051 * unit));
                    assertThat(one.high() - one.mean())
                            .isCloseTo(score.error().orElseThrow() * unit, within(0.00051 * unit));
                });
            }
            for (Results.Contrast contrast : fold.results().contrasts()) {
                Cell cell = run.plan().cell(contrast.cell()).orElseThrow();
                Cell base = run.plan().cell(contrast.base()).orElseThrow();
                if (contrast.axis() == Axis.DRIVER && fold.pooledVerdicts().of(cell, base) != Verdict.UNDECIDED) {
                    separated++;
                    overlapping += fold.pooledVerdicts().ofForks(cell, base) == Verdict.UNDECIDED ? 1 : 0;
                }
            }
        }
        assertThat(separated).as("separated comparisons out of 50").isEqualTo(45);
        assertThat(overlapping)
                .as("of these, overlapping with forks as samples and the same confidence")
                .isEqualTo(10);
    }

    /** The cells of a log. */
    private static List<History.Cell> cells(String topology, JmhLog log) {
        return log.benchmarks().stream()
                .map(benchmark -> {
                    Score score = benchmark.score().orElseThrow();
                    return new History.Cell(
                            topology,
                            benchmark.name(),
                            score.unit(),
                            score.value(),
                            score.error().orElseThrow(),
                            benchmark.forks().stream().map(Fork::mean).toList());
                })
                .toList();
    }

    /** The logs, by topology. */
    private static Map<String, JmhLog> logs() throws IOException {
        String directory = System.getenv(VARIABLE);
        if (directory == null || directory.isBlank()) {
            String absent = "the reference logs are absent (" + VARIABLE + " names no directory with them):"
                    + " only the committed fork means were tested, not that the logs have them";
            System.err.println("SKIPPED: " + absent);
            return abort(absent);
        }
        Map<String, JmhLog> logs = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".txt") || name.endsWith(".txt.gz")) {
                    String topology = TOPOLOGIES.stream()
                            .filter(name::contains)
                            .findFirst()
                            .orElseThrow(() -> new IllegalStateException(name + " is neither local nor distant"));
                    logs.put(topology, JmhLog.read(name, lines(file)));
                }
            }
        }
        assertThat(logs).as("the logs in " + directory).containsOnlyKeys(TOPOLOGIES);
        return logs;
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
