package dev.jdbcbench.scenario.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerThreadsTest {
    @TempDir
    private Path tasks = Path.of("unused");

    private boolean busy(String... stats) throws IOException {
        int task = 4700;
        for (String stat : stats) {
            Files.writeString(
                    Files.createDirectories(tasks.resolve(String.valueOf(task++)))
                            .resolve("stat"),
                    stat);
        }
        return CompilerThreads.in(tasks).busy();
    }

    @Test
    void areBusyWhenOneRunsOrWaitsForACpu() throws IOException {
        assertThat(busy("4700 (java) R 1 4", "4701 (C1 CompilerThre) S 1 4", "4702 (C2 CompilerThre) S 1 4"))
                .isFalse();
        assertThat(busy("4700 (java) S 1 4", "4701 (C1 CompilerThre) S 1 4", "4702 (C2 CompilerThre) R 1 4"))
                .isTrue();
    }

    @Test
    void areIdleWhereThereIsNoProc() {
        assertThat(CompilerThreads.in(tasks.resolve("none")).busy()).isFalse();
    }

    /** The form of the names is HotSpot's and Linux's. */
    @Test
    void haveTheirNameInThisJvm() throws IOException {
        Path own = Path.of("/proc/self/task");
        assumeTrue(Files.isDirectory(own), "no /proc");
        try (Stream<Path> all = Files.list(own)) {
            List<String> names = all.map(task -> {
                        try {
                            return Files.readString(task.resolve("stat"));
                        } catch (IOException e) {
                            return ""; // it has just ended
                        }
                    })
                    .toList();
            assertThat(names).anyMatch(stat -> stat.contains(" CompilerThre) "));
        }
    }
}
