package dev.jdbcbench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text with thousands of repetitions: a pattern that recurses for each one would overflow the stack. */
class LongTextTest {
    private static final int TIMES = 20_000;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void durationWithThousandsOfPartsIsRefused() {
        BenchTest.bench("run", "--topology", "local", "--dry-run", "--budget", "1s".repeat(TIMES))
                .assertEnds(2)
                .contains("--budget needs a time");
    }

    @Test
    void listOfThousandsOfCpusIsNotABug() throws IOException {
        Path hosts = Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { client: { address: localhost, cpus: '1" + ",1".repeat(TIMES) + "', user: { } } }\n");
        BenchTest.bench("run", "--topology", "local", "--dry-run", "--hosts", hosts.toString())
                .assertEnds(2)
                .contains("user")
                .doesNotContain("a bug");
    }
}
