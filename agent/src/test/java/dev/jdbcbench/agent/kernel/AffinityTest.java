package dev.jdbcbench.agent.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Moves all threads of its JVM, so no other test may run in it. */
@Isolated
class AffinityTest {
    private String before = "";

    @BeforeEach
    void look() throws IOException {
        assumeTrue(
                Stream.of("/usr/bin/taskset", "/bin/taskset").anyMatch(file -> Files.isExecutable(Path.of(file))),
                "no taskset: SKIPPED");
        before = allowed(Path.of("/proc/self/status"));
    }

    @AfterEach
    void putBack() throws IOException, InterruptedException {
        Affinity.set(before);
    }

    private static String allowed(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.replaceFirst(".*:\\s*", ""))
                .findFirst()
                .orElseThrow();
    }

    /** The CPU lists of all threads of a process. */
    private static Set<String> allowed(long pid) throws IOException {
        Set<String> lists = new TreeSet<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid), "task"))) {
            for (Path thread : threads.toList()) {
                lists.add(allowed(thread.resolve("status")));
            }
        }
        return lists;
    }

    @Test
    void pinningMovesAllThreadsAndChildProcesses() throws Exception {
        String first = before.replaceFirst("[-,].*", "");
        Process child = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; wait").start();
        try {
            long grandchild = Long.parseLong(child.inputReader().readLine().strip());
            Affinity.set(first);
            assertThat(allowed(ProcessHandle.current().pid())).containsExactly(first);
            assertThat(allowed(child.pid())).containsExactly(first);
            assertThat(allowed(grandchild)).containsExactly(first);
            Affinity.set(before);
            assertThat(List.of(allowed(child.pid()), allowed(grandchild))).allMatch(lists -> lists.contains(before));
        } finally {
            child.descendants().forEach(ProcessHandle::destroy);
            child.destroy();
            child.waitFor();
        }
    }

    @Test
    void pinningToAMissingCpuFails() {
        assertThatThrownBy(() -> Affinity.set("100000"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("taskset");
    }
}
