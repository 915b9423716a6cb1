package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.jdbcbench.result.JmhLog.Benchmark;
import dev.jdbcbench.result.JmhLog.Row;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The committed figures of 2016 are those of its logs, which are not committed: {@code BENCH_JMH_LOGS} names their directory. */
class JmhLogHistoryTest {
    private static final String VARIABLE = "BENCH_JMH_LOGS";
    private static final List<String> TOPOLOGIES = List.of("local", "distant");

    @Test
    void theCommittedFiguresAreThoseOfTheLogs() throws IOException {
        List<String> read = new ArrayList<>();
        for (Map.Entry<String, JmhLog> log : logs().entrySet()) {
            History.cells(log.getKey(), log.getValue()).forEach(cell -> read.add(cell.text()));
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
    void theTablesSayTheSameAsTheBenchmarks() throws IOException {
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

    /** By topology. */
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
