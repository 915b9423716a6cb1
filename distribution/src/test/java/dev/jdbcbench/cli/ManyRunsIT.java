package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long commands take that read all runs, with two years of nightly runs and more. */
@OnThisMachine
@Full
class ManyRunsIT {
    private static final int RUNS = 2000;
    private static final String SAMPLE = "20261125-042826-local-5530";
    private static final List<String> FILES = List.of("plan.json", "events.ndjson", "hosts.json", "command.json");

    @TempDir
    private Path results = Path.of("");

    /** Copies of the documented run with other IDs: 22 cells, 570 kB of events each. */
    private void generate() throws IOException {
        LocalDateTime first = LocalDateTime.of(2025, 1, 1, 0, 0);
        for (int i = 0; i < RUNS; i++) {
            String run = first.plusHours(4L * i).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))
                    + String.format("-local-%04x", i);
            Path copy = Files.createDirectory(results.resolve(run));
            for (String name : FILES) {
                Files.writeString(
                        copy.resolve(name),
                        Files.readString(Path.of("..", "docs", "samples", "runs", SAMPLE, name))
                                .replace(SAMPLE, run));
            }
        }
    }

    /** On two CPUs, they take 3 s, 3 s and 13 s. The second history reads the cache. */
    @Test
    void commandsThatReadAllRunsTakeSeconds() throws IOException {
        generate();
        for (List<String> command :
                List.of(List.of("status"), List.of("list", "runs"), List.of("history"), List.of("history", "*"))) {
            long begin = System.nanoTime();
            Ended ended = bench(Stream.concat(command.stream(), Stream.of("-q", "--results", results.toString()))
                    .toArray(String[]::new));
            Duration taken = Duration.ofNanos(System.nanoTime() - begin);
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out().lines()).hasSizeGreaterThan(RUNS);
            assertThat(taken)
                    .as(String.join(" ", command))
                    .isLessThan(Duration.ofSeconds(command.equals(List.of("history")) ? 40 : 12));
        }
    }
}
