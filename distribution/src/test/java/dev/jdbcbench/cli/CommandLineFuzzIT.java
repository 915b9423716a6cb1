package dev.jdbcbench.cli;

import dev.jdbcbench.fuzz.Effort;
import dev.jdbcbench.fuzz.FuzzedRun;
import dev.jdbcbench.fuzz.JsonMutations;
import dev.jdbcbench.fuzz.Ring;
import dev.jdbcbench.fuzz.TextMutations;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.result.RunExample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a command with any command line and any input file ends soon and never reports a bug. */
class CommandLineFuzzIT {
    private static final int RANDOM = 8;
    private static final int SOME = 16;
    private static final List<String> COMMANDS = List.of("list", "collect", "history", "import", "schema");

    /** Options of commands that only read files; the test also passes them to other commands. */
    private static final List<String> OPTIONS = List.of(
            "--format",
            "--out",
            "--rtt",
            "--contrast",
            "--base",
            "--reference",
            "--topology",
            "--server",
            "--tag",
            "--share",
            "--force",
            "--wide",
            "-q");

    private static final List<String> VALUES = List.of(
            "",
            " ",
            "\0",
            "ü",
            "\ud800",
            "..",
            "/",
            "/dev/null",
            "-1",
            "99999999999999999999ms",
            "1e999s",
            "0us",
            "0.000000000000001ms",
            "driver",
            "threads",
            "scenario",
            "json",
            "html",
            "csv",
            "otava",
            "benchfmt",
            "bmf",
            "2016",
            "local",
            "distant",
            "*a".repeat(300),
            "[",
            "@nosuch",
            "@/dev/null",
            "%s%n",
            "x".repeat(5000),
            "scenarios",
            "drivers",
            "servers",
            "profiles",
            "runs",
            FuzzedRun.RUN);

    private final Effort effort = Effort.chosen();

    @TempDir
    private Path directory = Path.of("");

    private Path results = Path.of("");

    @BeforeEach
    void saved() throws IOException {
        results = directory.resolve("results");
        Path run = Files.createDirectories(results.resolve(FuzzedRun.RUN));
        Files.createDirectories(run.resolve("logs"));
        Files.writeString(run.resolve("plan.json"), FuzzedRun.plan());
        Files.writeString(run.resolve("events.ndjson"), String.join("\n", FuzzedRun.events()) + "\n");
    }

    /** Describes how a command ended wrongly; refusing the input is fine. */
    private Optional<String> ended(List<String> words) {
        BenchTest.Ended ended = BenchTest.bench(words.toArray(String[]::new));
        boolean explained =
                ended.code() >= 2 && ended.code() <= 6 && !ended.err().contains("a bug");
        return ended.code() == 0 || explained
                ? Optional.empty()
                : Optional.of(words + " ended with " + ended.code() + ": " + ended.err());
    }

    @Test
    void randomCommandLinesNeverEndAsABug() {
        try (Ring ring = new Ring(
                "command line",
                effort,
                input -> ended(List.of(new String(input, StandardCharsets.UTF_8).split("\n", -1))))) {
            effort.repeat(RANDOM, random -> ring.feed("words", String.join("\n", words(random))));
        }
    }

    private List<String> words(Random random) {
        List<String> words = new ArrayList<>(List.of(COMMANDS.get(random.nextInt(COMMANDS.size()))));
        for (int i = random.nextInt(4); i > 0; i--) {
            String option = OPTIONS.get(random.nextInt(OPTIONS.size()));
            words.add(option);
            if (option.startsWith("--")
                    && !List.of("--share", "--force", "--wide").contains(option)) {
                String value = VALUES.get(random.nextInt(VALUES.size()));
                words.add(option.equals("--out") ? directory.resolve("out") + value.replaceAll("[/.\0]", "") : value);
            }
        }
        if (random.nextBoolean()) {
            words.add(VALUES.get(random.nextInt(VALUES.size())));
        }
        words.addAll(List.of("--results", results.toString()));
        words.removeIf(word -> word.contains("\n"));
        return words;
    }

    private Ring importing(String name) {
        Path file = directory.resolve("jmh");
        return new Ring(name, effort, input -> {
            Files.write(file, input);
            return ended(List.of(
                    "import",
                    file.toString(),
                    "--topology",
                    "local",
                    "--results",
                    directory.resolve("imported").toString()));
        });
    }

    @Test
    void randomJmhLogsNeverEndAsABug() throws IOException {
        String small = """
                # JMH version: 1.21
                # VM version: JDK 1.8.0_101, VM 25.101-b13
                # VM options: -Xmx1g -Da=b
                # Warmup: 1 iterations, 10 s each
                # Measurement: 2 iterations, 10 s each
                # Threads: 1 thread, will synchronize iterations
                # Benchmark mode: Average time, time/op
                # Benchmark: org.example.Do_1.mariadb
                # Parameters: (a = 1, driver = mysql@9)

                # Run progress: 0.00% complete, ETA 00:00:09
                # Fork: 1 of 2
                # Warmup Iteration   1: 30.000 us/op
                Iteration   1: 20.000 us/op
                Iteration   2: 21.000 us/op

                # Fork: 2 of 2
                # Warmup Iteration   1: 30.000 us/op
                Iteration   1: 20.500 us/op
                Iteration   2: 21.500 us/op

                Result "mariadb":
                  20.750 ±(99.9%) 0.500 us/op [Average]

                # Run complete. Total time: 00:01:00

                Benchmark     (a)  Mode  Cnt   Score   Error  Units
                Do_1.mariadb    1  avgt    4  20.750 ± 0.500  us/op
                """;
        TextMutations mutations =
                new TextMutations(small, small.replace("us/op", "ops/s").replace("time/op", "ops/time"));
        try (Ring ring = importing("JMH log")) {
            ring.feed(
                    "a line of blanks",
                    small.replace("# Run complete", "x" + " ".repeat(2_000_000) + "\n# Run complete"));
            ring.feed("a bomb", bomb());
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }

    /** A few hundred kilobytes that unpack to hundreds of megabytes. */
    private static byte[] bomb() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 300; i++) {
                out.write(zeros);
            }
        }
        return packed.toByteArray();
    }

    @Test
    void randomJmhJsonNeverEndsAsABug() {
        String json = JmhJson.of(RunExample.local().fold());
        TextMutations mutations = new TextMutations(json);
        try (Ring ring = importing("JMH JSON")) {
            effort.some(JsonMutations.of(json), SOME, mutant -> ring.feed(mutant.what(), mutant.text()));
            effort.repeat(RANDOM, random -> ring.feed("damaged", mutations.next(random)));
        }
    }
}
