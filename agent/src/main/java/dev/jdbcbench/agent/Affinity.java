package dev.jdbcbench.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * On which CPUs this JVM and the processes that it started work. A process that is started later works where this one does. Needs taskset(1).
 */
final class Affinity {
    private static final long LIMIT_SECONDS = 10;

    private Affinity() {}

    /**
     * Moves all of their threads.
     *
     * @param cpus as taskset writes them ({@code 0,2-3})
     * @throws IOException when a process that is alive could not be moved
     */
    static void set(String cpus) throws IOException, InterruptedException {
        List<ProcessHandle> processes = new ArrayList<>();
        processes.add(ProcessHandle.current());
        try (Stream<ProcessHandle> descendants = ProcessHandle.current().descendants()) {
            descendants.forEach(processes::add);
        }
        for (ProcessHandle process : processes) {
            move(process, cpus);
        }
    }

    /** A thread that begins meanwhile works where the thread does that began it, so a second look finds all of them. */
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
