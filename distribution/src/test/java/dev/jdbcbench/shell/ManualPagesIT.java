package dev.jdbcbench.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the manual pages with the man of this machine. */
class ManualPagesIT {
    private static final Path MAN = Path.of("/usr/bin/man");

    @Test
    void manPrintsNoWarnings(@TempDir Path directory) throws IOException, InterruptedException {
        boolean there = Files.isExecutable(MAN);
        if (!there) {
            System.err.println("SKIPPED: there is no " + MAN + " to check the manual pages");
        }
        assumeTrue(there, "there is no man");
        for (Map.Entry<String, String> page :
                new ManualPages("1.2.3", "2026-01-01").all().entrySet()) {
            Path file = Files.writeString(directory.resolve(page.getKey()), page.getValue());
            Path out = directory.resolve("out");
            Path err = directory.resolve("err");
            ProcessBuilder man = new ProcessBuilder(List.of(MAN.toString(), "--warnings=w", "-l", file.toString()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            man.environment().putAll(Map.of("MANPAGER", "cat", "LC_ALL", "C.UTF-8", "MANWIDTH", "80"));
            assertThat(man.start().waitFor()).as(page.getKey()).isZero();
            assertThat(err).as(page.getKey()).isEmptyFile();
            assertThat(out).content().contains("NAME", "SYNOPSIS", "bench 1.2.3");
        }
    }
}
