package dev.jdbcbench.imported;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Row;
import dev.jdbcbench.imported.JmhLog.Score;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The log is synthetic: JMH's wording and invented figures. */
class JmhLogTest {
    private final List<String> lines = lines();
    private final JmhLog log = JmhLog.read("log.txt", lines);

    private static List<String> lines() {
        try (InputStream in =
                Objects.requireNonNull(JmhLogTest.class.getResourceAsStream("jmh-console.txt"), "jmh-console.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A log of one benchmark in microseconds, with one warm-up and two measured iterations per fork. */
    private static List<String> small(String rest) {
        return """
                # JMH version: 1.21
                # Warmup: 1 iterations, 10 s each
                # Measurement: 2 iterations, 10 s each
                # Benchmark mode: Average time, time/op
                # Benchmark: example.Small.one

                # Run progress: 0.00% complete, ETA 00:00:09
                # Fork: 1 of 2
                # Warmup Iteration   1: 30.000 us/op
                Iteration   1: 20.000 us/op
                """.concat(rest).lines().toList();
    }

    @Test
    void benchmarkIsReadWithItsWholeHeader() {
        assertThat(log.truncated()).isFalse();
        assertThat(log.benchmarks())
                .extracting(Benchmark::name)
                .containsExactly("example.near.Store.swap", "example.far.Store.fill", "example.far.Store.look");
        Benchmark swap = log.benchmarks().get(0);
        assertThat(swap.params()).containsExactly(entry("kind", "a, b"), entry("size", "10"));
        assertThat(swap.unit()).contains("ops/us");
        assertThat(swap.settings())
                .isEqualTo(new JmhLog.Settings(
                        Optional.of("1.37"),
                        Optional.of("JDK 99.0.1, Example VM, 99.0.1+7"),
                        Optional.of(List.of("-Xmx10m", "-Dname=a value")),
                        Optional.of("thrpt"),
                        Optional.of(3),
                        Optional.of(new Iterations(2, Optional.of(Duration.ofMillis(50)), 1)),
                        Optional.of(new Iterations(3, Optional.of(Duration.ofSeconds(1)), 10)),
                        Optional.of(2)));
        assertThat(log.benchmarks().get(1).settings())
                .isEqualTo(new JmhLog.Settings(
                        Optional.of("1.14"),
                        Optional.of("JDK 1.8.0_0, VM 0.0-b0"),
                        Optional.of(List.of()),
                        Optional.of("ss"),
                        Optional.of(1),
                        Optional.of(new Iterations(0, Optional.empty(), 1)),
                        Optional.of(new Iterations(1, Optional.empty(), 1)),
                        Optional.of(4)));
        assertThat(log.benchmarks().get(1).params()).isEmpty();
        assertThat(log.benchmarks().get(2).settings().forks()).contains(0);
        assertThat(log.benchmarks().get(2).settings().mode()).contains("avgt");
    }

    @Test
    void iterationsBelongToTheirFork() {
        Benchmark swap = log.benchmarks().get(0);
        assertThat(swap.forks())
                .containsExactly(new Fork(
                        1,
                        List.of(70.0, 90.0),
                        List.of(100.0, 110.0, 120.0),
                        List.of(),
                        Map.of(
                                "read", new Secondary("ops/us", List.of(60.0, 65.0, 70.0)),
                                "write", new Secondary("ops/us", List.of(40.0, 45.0, 50.0)),
                                "gc.count", new Secondary("counts", List.of(0.0, 1.0, 0.0)))));
        assertThat(swap.members())
                .containsExactly(new JmhLog.Member("read", Optional.of(2)), new JmhLog.Member("write", Optional.of(1)));
        assertThat(swap.forks().get(0).mean()).isEqualTo(110);
        assertThat(log.benchmarks().get(2).forks()).containsExactly(new Fork(1, List.of(5.0), List.of(4.0, 6.0)));
    }

    @Test
    void forkWithoutAScoreIsReportedAndOthersAreKept() {
        assertThat(log.benchmarks().get(0).broken())
                .containsExactly(new BrokenFork(2, 42, "java.lang.IllegalStateException: the store is full"));
        Benchmark fill = log.benchmarks().get(1);
        assertThat(fill.forks()).extracting(Fork::number).containsExactly(1, 4);
        assertThat(fill.broken())
                .containsExactly(
                        new BrokenFork(2, 83, "<forked VM failed with exit code 1>"),
                        new BrokenFork(
                                3,
                                92,
                                "an iteration has no value: ≈ 10⁻⁵ ms/op; measure with -rf json, or in a smaller unit: -tu ns"));
    }

    @Test
    void primaryAndSecondaryResultsAreReadSeparately() {
        Benchmark swap = log.benchmarks().get(0);
        assertThat(swap.score()).contains(new Score(110, Optional.of(182.436), "ops/us"));
        assertThat(swap.secondary())
                .containsExactly(
                        entry("read", new Score(65, Optional.of(91.218), "ops/us")),
                        entry("gc.count", new Score(1, Optional.empty(), "counts")));
        assertThat(log.benchmarks().get(1).score())
                .contains(new Score(
                        8, Optional.of(636.619), "ms/op", new JmhLog.Samples(2, Map.of(0.0, 7.0, 100.0, 9.0))));
        assertThat(log.benchmarks().get(2).score()).contains(new Score(5, Optional.empty(), "ns/op"));
    }

    @Test
    void tableMayLackColumns() {
        Map<String, String> params = Map.of("kind", "a, b", "size", "10");
        assertThat(log.table())
                .containsExactly(
                        new Row(
                                "n.Store.swap",
                                params,
                                "thrpt",
                                Optional.of(3),
                                Optional.of(new Score(110, Optional.of(182.436), "ops/us"))),
                        new Row(
                                "n.Store.swap:gc.count",
                                params,
                                "thrpt",
                                Optional.of(3),
                                Optional.of(new Score(1, Optional.empty(), "counts"))),
                        new Row("n.Store.swap:write", params, "thrpt", Optional.of(3), Optional.empty()),
                        new Row(
                                "f.Store.fill",
                                Map.of(),
                                "ss",
                                Optional.of(2),
                                Optional.of(new Score(8, Optional.of(636.619), "ms/op"))),
                        new Row(
                                "f.Store.look",
                                Map.of(),
                                "avgt",
                                Optional.of(2),
                                Optional.of(new Score(5, Optional.empty(), "ns/op"))),
                        new Row("f.Store.never", Map.of(), "avgt", Optional.empty(), Optional.empty()));
    }

    @Test
    void tableAloneIsALogWithoutForks() {
        int head = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("Benchmark "))
                .findFirst()
                .orElseThrow());
        JmhLog table = JmhLog.read("table.txt", lines.subList(head, lines.size()));
        assertThat(table.benchmarks()).isEmpty();
        assertThat(table.truncated()).isFalse();
        assertThat(table.table()).isEqualTo(log.table());
    }

    @Test
    void windowsLineEndsAndReplacedSignsAreRead() {
        List<String> windows =
                lines.stream().map(line -> line.replace('±', '?').concat("\r")).toList();
        assertThat(JmhLog.read("log.txt", windows)).isEqualTo(log);
        List<String> otherEncoding =
                lines.stream().map(line -> line.replace("±", "\u00c2\u00b1")).toList();
        assertThat(JmhLog.read("log.txt", otherEncoding)).isEqualTo(log);
    }

    @Test
    void decimalCommaIsRead() {
        List<String> commas = lines.stream()
                .map(line -> line.replaceAll("([0-9])[.]([0-9]{3})(?![0-9])", "$1,$2"))
                .toList();
        assertThat(commas).contains("Iteration   1: 100,000 ±(99.9%) 5,000 ops/us");
        assertThat(JmhLog.read("log.txt", commas)).isEqualTo(log);
    }

    @ParameterizedTest
    @CsvSource({
        "ns/op", "us/op", "ms/op", "s/op", "min/op", "hr/op", "day/op", "ops/ns", "ops/us", "ops/ms", "ops/s", "ops/min"
    })
    void everyUnitOfTimeIsRead(String unit) {
        List<String> other = small("Iteration   2: 22.000 us/op\n").stream()
                .map(line -> line.replace("us/op", unit))
                .toList();
        Benchmark benchmark = JmhLog.read("log.txt", other).benchmarks().get(0);
        assertThat(benchmark.unit()).contains(unit);
        assertThat(benchmark.forks()).containsExactly(new Fork(1, List.of(30.0), List.of(20.0, 22.0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Iter", "Iteration   2:", "Iteration   2: 2", "Iteration   2: 22.000 u"})
    void truncatedLogKeepsOnlyCompleteForks(String rest) {
        JmhLog cut = JmhLog.read("log.txt", small(rest));
        assertThat(cut.truncated()).isTrue();
        assertThat(cut.benchmarks()).singleElement().satisfies(benchmark -> {
            assertThat(benchmark.forks()).isEmpty();
            assertThat(benchmark.broken()).isEmpty();
            assertThat(benchmark.score()).isEmpty();
        });
        JmhLog later = JmhLog.read(
                "log.txt",
                small("Iteration   2: 22.000 us/op\n\n# Fork: 2 of 2\n# Warmup Iteration   1: 9.000 us/op\n"
                        + "Iteration   1: 9.000 us/op\n" + rest));
        assertThat(later.truncated()).isTrue();
        assertThat(later.benchmarks().get(0).forks()).containsExactly(new Fork(1, List.of(30.0), List.of(20.0, 22.0)));
    }

    @Test
    void truncationAtAnyPlaceIsReportedAndAddsNothing() {
        int end = lines.indexOf("# Run complete. Total time: 00:00:10");
        for (int length = 1; length < end; length++) {
            JmhLog cut = JmhLog.read("log.txt", lines.subList(0, length));
            assertThat(cut.truncated()).as("the first %d lines", length).isTrue();
            for (int i = 0; i < cut.benchmarks().size(); i++) {
                Benchmark whole = log.benchmarks().get(i);
                assertThat(whole.forks())
                        .extracting(Fork::number, Fork::warmup, Fork::measured)
                        .containsAll(cut.benchmarks().get(i).forks().stream()
                                .map(fork -> tuple(fork.number(), fork.warmup(), fork.measured()))
                                .toList());
                assertThat(whole.broken())
                        .extracting(BrokenFork::line)
                        .containsAll(cut.benchmarks().get(i).broken().stream()
                                .map(BrokenFork::line)
                                .toList());
            }
        }
    }

    @Test
    void forkThatEndsEarlyIsBroken() {
        JmhLog early = JmhLog.read("log.txt", small("\n# Run complete. Total time: 00:00:10\n"));
        assertThat(early.truncated()).isFalse();
        assertThat(early.benchmarks().get(0).forks()).isEmpty();
        assertThat(early.benchmarks().get(0).broken())
                .containsExactly(new BrokenFork(1, 8, "it has 1 of 2 iterations"));
    }

    @Test
    void missingHeaderFieldsAreEmpty() {
        JmhLog.Settings settings =
                JmhLog.read("log.txt", small("")).benchmarks().get(0).settings();
        assertThat(settings.vm()).isEmpty();
        assertThat(settings.vmOptions()).isEmpty();
        assertThat(settings.threads()).isEmpty();
        assertThat(settings.jmh()).contains("1.21");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Iteration   3: 22.000 us/op | iteration 3 comes after 1 iterations: lines are missing, or two runs printed into"
                        + " one file",
                "Iteration   1: 22.000 us/op | iteration 1 comes after 1 iterations: lines are missing, or two runs printed into"
                        + " one file",
                "Iteration   2: 22.000 ms/op | ms/op after iterations in us/op: two runs may have printed into one file at the"
                        + " same time"
            })
    void forkWithMissingLinesIsBrokenAndOthersAreKept(String line, String reason) {
        Benchmark benchmark = JmhLog.read(
                        "log.txt",
                        small(line
                                + "\n\n# Fork: 2 of 2\n# Warmup Iteration   1: 9.000 us/op\nIteration   1: 9.000 us/op\n"
                                + "Iteration   2: 9.000 us/op\n\n# Run complete. Total time: 00:00:10\n"))
                .benchmarks()
                .get(0);
        assertThat(benchmark.forks()).containsExactly(new Fork(2, List.of(9.0), List.of(9.0, 9.0)));
        assertThat(benchmark.broken()).containsExactly(new BrokenFork(1, 8, reason));
    }

    /** The first benchmark of the log without its first lines, as when a terminal kept only the last ones. */
    @ParameterizedTest
    @CsvSource({"8, 2, 0", "11, 1, 1", "16, 0, 1"})
    void beginningThatIsMissingIsNamedAndTheTableGivesTheName(int first, int complete, int broken) {
        String text = String.join("\n", small("""
                Iteration   2: 22.000 us/op

                # Fork: 2 of 2
                # Warmup Iteration   1: 30.000 us/op
                Iteration   1: 20.000 us/op
                Iteration   2: 22.000 us/op


                Result "one":
                  21.000 ±(99.9%) 3.000 us/op [Average]


                # Run complete. Total time: 00:00:10

                Benchmark        (size)  Mode  Cnt   Score   Error  Units
                Small.one            10  avgt    4  21.000 ± 3.000  us/op
                Small.one            20  avgt    4  33.000 ± 3.000  us/op
                """));
        JmhLog cut = JmhLog.read("log.txt", text.lines().skip(first - 1).toList());
        assertThat(cut.benchmarks()).singleElement().satisfies(benchmark -> {
            assertThat(benchmark.name()).isEqualTo("Small.one");
            assertThat(benchmark.params()).isEqualTo(Map.of("size", "10"));
            assertThat(benchmark.settings().mode()).contains("avgt");
            assertThat(benchmark.forks()).hasSize(complete);
            assertThat(benchmark.broken()).hasSize(broken);
        });
        assertThat(cut.problems())
                .extracting(JmhLog.Problem::text)
                .contains(
                        "the beginning of Small.one is missing, with its number of threads: 1 is assumed",
                        "the table has Small.one in avgt, and no iterations of it are in the file");
    }

    @Test
    void benchmarkOfTheTableWithoutIterationsIsNamed() {
        assertThat(log.problems())
                .containsExactly(new JmhLog.Problem(
                        lines.size() - 2,
                        "the table has f.Store.never in avgt, and no iterations of it are in the file"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[info] ",
                "    ",
                "2026-08-15T09:00:00.1234567Z ",
                "\u001b[32m[INFO]\u001b[0m ",
                "bench-1  | ",
                "Aug 15 09:00:00 host java[1234]: ",
                "[bench] ",
                "[2026-08-15T09:00:00.123Z] ",
                "[09:00:00] : \t [Step 2/3] ",
                "[pod/bench-7d9f/bench] ",
                "build\tRun JMH\t2026-08-15T09:00:00.1234567Z ",
                "\u001b_bk;t=1700000000000\u0007",
                "\u001b]0;title\u0007",
                "12%\r50%\r",
                "\t",
                "| ",
                "> ",
                "jmh.log:7:"
            })
    void prefixOfEachLineIsIgnored(String prefix) {
        assertThat(JmhLog.read(
                        "log.txt", lines.stream().map(line -> prefix + line).toList()))
                .isEqualTo(log);
    }

    /** GitHub and GitLab colour lines, GitLab marks sections, and compose mixes the lines of all containers. */
    @Test
    void linesOfOthersInBetweenAreIgnored() {
        List<String> github =
                new ArrayList<>(List.of("2026-08-15T09:00:00.0000001Z ##[group]Run java -jar benchmarks.jar"));
        List<String> gitlab =
                new ArrayList<>(List.of("section_start:1560896352:jmh\r\u001b[0K\u001b[36;1mJMH\u001b[0;m"));
        List<String> compose = new ArrayList<>();
        List<String> application = new ArrayList<>();
        for (String line : lines) {
            github.add("2026-08-15T09:00:0" + github.size() % 10 + "." + (1000000 + github.size()) + "Z \u001b[32m"
                    + line + "\u001b[0m");
            gitlab.add("\u001b[0;m" + line + "\u001b[0;m");
            compose.add("\u001b[36mbench-1    |\u001b[0m " + line);
            compose.add("\u001b[33mmariadb-1  |\u001b[0m 2026-08-15  9:00:00 0 [Note] ready for connections");
            application.add(line);
            application.add(
                    "09:00:00.123 [main] DEBUG c.z.h.p.HikariPool - HikariPool-1 - Pool stats (total=10, active=1)");
        }
        for (List<String> mixed : List.of(github, gitlab, compose, application)) {
            assertThat(JmhLog.read("log.txt", mixed).benchmarks())
                    .as(mixed.get(1))
                    .extracting(Benchmark::forks)
                    .isEqualTo(log.benchmarks().stream().map(Benchmark::forks).toList());
        }
    }

    /** Jenkins, Gradle and TeamCity write lines of their own around and between those of JMH. */
    @Test
    void messagesOfBuildToolsAreIgnored() {
        for (String message : List.of(
                "[Pipeline] sh",
                "> Task :jmh",
                "<==========---> 83% EXECUTING [5s]",
                "##teamcity[progressMessage 'measuring']",
                "WARNING: An illegal reflective access operation has occurred")) {
            List<String> mixed = new ArrayList<>(List.of(message));
            for (String line : lines) {
                mixed.add(line);
                mixed.add(message);
            }
            assertThat(JmhLog.read("log.txt", mixed).benchmarks())
                    .as(message)
                    .extracting(Benchmark::forks)
                    .isEqualTo(log.benchmarks().stream().map(Benchmark::forks).toList());
        }
    }

    @Test
    void lineEndsMayChangeInTheMiddle() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(lines.get(i)).append(i % 3 == 0 ? "\r\n" : i % 3 == 1 ? "\n" : "\r\r\n");
        }
        assertThat(JmhLog.read("log.txt", text.toString()).benchmarks())
                .extracting(Benchmark::forks)
                .isEqualTo(log.benchmarks().stream().map(Benchmark::forks).toList());
    }

    @Test
    void outputOfAContainerIsReadAsDockerStoresIt() {
        StringBuilder stored = new StringBuilder();
        for (String line : lines) {
            stored.append(Json.line(Map.of("log", line + "\n", "stream", "stdout"))
                            .strip()
                            .replaceFirst("^\\{\"stream\":\"stdout\",(.*)\\}$", "{$1,\"stream\":\"stdout\"}"))
                    .append('\n');
        }
        assertThat(stored.toString()).startsWith("{\"log\":");
        assertThat(JmhLog.read("log.txt", stored.toString())).isEqualTo(log);
        assertThat(JmhLog.read("log.txt", stored + "{\"log\":\"torn")).isEqualTo(log);
    }

    @Test
    void prefixesMayDifferInTheirDigits() {
        List<String> timed = new ArrayList<>();
        for (String line : lines) {
            timed.add("2026-08-15 09:00:" + timed.size() + "." + 7 * timed.size() + " " + line);
        }
        assertThat(JmhLog.read("log.txt", timed)).isEqualTo(log);
    }

    @Test
    void versionOfJmhIsOptional() {
        List<String> without =
                lines.stream().filter(line -> !line.startsWith("# JMH")).toList();
        JmhLog read = JmhLog.read("log.txt", without);
        assertThat(read.benchmarks())
                .extracting(Benchmark::name)
                .isEqualTo(log.benchmarks().stream().map(Benchmark::name).toList());
        assertThat(read.benchmarks())
                .extracting(Benchmark::forks)
                .isEqualTo(log.benchmarks().stream().map(Benchmark::forks).toList());
        assertThat(read.benchmarks())
                .allSatisfy(benchmark -> assertThat(benchmark.settings().jmh()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\n  {\n    \"jmhVersion\" : \"1.37\",", "hello"})
    void otherTextIsNotALog(String text) {
        assertThatThrownBy(() -> JmhLog.read("log.txt", text.lines().toList()))
                .isInstanceOfSatisfying(Failure.Input.class, failure -> {
                    assertThat(failure.getMessage()).isEqualTo("cannot read log.txt as a JMH log");
                    assertThat(failure.why()).isEqualTo("log.txt:1: no line is one of JMH's");
                    assertThat(failure.hint()).contains("tee FILE");
                });
        assertWhy(Failure.Input.class, () -> JmhLog.read("log.txt", List.of("", " ")))
                .isEqualTo("log.txt:1: it is empty");
    }
}
