package dev.jdbcbench.agent.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Sets the CPUs that this JVM and its child processes may use. Processes started later inherit the setting. Needs taskset(1).
 */
public final class Affinity {
    private static final long LIMIT_SECONDS = 10;

    private Affinity() {}

    /**
     * Moves all threads of these processes.
     *
     * @param cpus in taskset's notation ({@code 0,2-3})
     * @throws IOException when a live process could not be moved
     */
    public static void set(String cpus) throws IOException, InterruptedException {
        List<ProcessHandle> processes = new ArrayList<>();
        processes.add(ProcessHandle.current());
        try (Stream<ProcessHandle> descendants = ProcessHandle.current().descendants()) {
            descendants.forEach(processes::add);
        }
        for (ProcessHandle process : processes) {
            move(process, cpus);
        }
    }

    /**
     * Moves the process twice: a thread created during the first pass inherits its creator's CPUs, so the second pass catches
     * the rest.
     */
    private static void move(ProcessHandle process, String cpus) throws IOException, InterruptedException {
        for (int look = 0; look < 2; look++) {
            Process taskset = new ProcessBuilder("taskset", "-a", "-p", "-c", cpus, String.valueOf(process.pid()))
                    .redirectErrorStream(true)
                    .start();
            taskset.getOutputStream().close();
            String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!taskset.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                taskset.destroyForcibly();
                throw new IOException("taskset did not end within " + LIMIT_SECONDS + " s");
            }
            if (taskset.exitValue() != 0 && Files.exists(Path.of("/proc", String.valueOf(process.pid()), "task"))) {
                throw new IOException("cannot move process " + process.pid() + " to CPU " + cpus + ": " + said.strip());
            }
        }
    }
}
