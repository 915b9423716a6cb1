package dev.jdbcbench.desk;

import dev.jdbcbench.driver.Session;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process in a directory of a run. Its stdin is a pipe from this JVM and ends with it, so the process knows when bench is
 * gone, also after {@code kill -9}; see {@link Session#ATTENDED}.
 *
 * @param ended completes when its exit code is in the file {@code exit}
 */
record DeskProcess(Process process, CompletableFuture<Void> ended) {
    /** Between the request to end and force: the agent drops its schemas. */
    private static final long GRACE_SECONDS = 15;

    private static final Logger LOG = LoggerFactory.getLogger(DeskProcess.class);

    /** The processes of this JVM, which only it can end by their stdin, by directory. */
    private static final Map<String, DeskProcess> OWN = new ConcurrentHashMap<>();

    /**
     * Starts a process.
     *
     * @param words the program, after {@code env} and variables for it
     */
    static void start(Path directory, List<String> words, Map<String, String> environment) throws IOException {
        List<String> program = new ArrayList<>(words);
        ProcessBuilder builder = new ProcessBuilder(program)
                .directory(directory.resolve("tmp").toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out.log").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(Session.ATTENDED, "yes");
        if (program.get(0).equals("env")) {
            program.remove(0);
            while (program.get(0).contains("=")) {
                String[] variable = program.remove(0).split("=", 2);
                builder.environment().put(variable[0], variable[1]);
            }
        }
        Process process = builder.start();
        CompletableFuture<Void> ended = process.onExit().thenAccept(end -> close(directory, end.exitValue()));
        OWN.put(key(directory), new DeskProcess(process, ended));
        SafeFile.write(
                directory.resolve("pid"),
                (process.pid() + " " + started(process.toHandle())).getBytes(StandardCharsets.UTF_8));
    }

    private static String key(Path directory) {
        return directory.toAbsolutePath().toString();
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("-");
    }

    private static void close(Path directory, int code) {
        try {
            SafeFile.write(directory.resolve("exit"), (code + "\n").getBytes(StandardCharsets.UTF_8));
            Trees.remove(directory.resolve("secret"));
            Trees.remove(directory.resolve("tmp"));
        } catch (IOException e) {
            LOG.warn("after the end of a process, {} still has files: {}", directory, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The process that is running in a directory, whether this bench or another has started it. */
    static Optional<ProcessHandle> in(String directory) {
        DeskProcess own = OWN.get(key(Path.of(directory)));
        if (own != null) {
            return own.ended.isDone() ? Optional.empty() : Optional.of(own.process.toHandle());
        }
        try {
            String[] words = Files.readString(Path.of(directory, "pid")).strip().split(" ", -1);
            return words.length == 2 && words[0].matches("[0-9]{1,18}")
                    ? ProcessHandle.of(Long.parseLong(words[0]))
                            .filter(process ->
                                    process.isAlive() && started(process).equals(words[1]))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // none was started
        }
    }

    /** Ends the process of a directory, if there is one, and waits for it: by its stdin, else by a signal, then by force. */
    static void stop(String directory) throws IOException, InterruptedException {
        String key = key(Path.of(directory));
        DeskProcess own = OWN.get(key);
        if (own != null) {
            own.process.getOutputStream().close();
            awaitEnd(own.process.toHandle());
            own.ended.join();
            OWN.remove(key);
            return;
        }
        Optional<ProcessHandle> other = in(directory);
        if (other.isPresent()) {
            List<ProcessHandle> all =
                    Stream.concat(other.stream(), other.get().descendants()).toList();
            all.forEach(ProcessHandle::destroy);
            for (ProcessHandle process : all) {
                awaitEnd(process);
            }
        }
    }

    /** Waits for a process that was asked to end; then ends it, and what it has started, by force. */
    private static void awaitEnd(ProcessHandle process) throws InterruptedException {
        List<ProcessHandle> started = process.descendants().toList();
        if (!ends(process)) {
            process.destroyForcibly();
            boolean unused = ends(process);
        }
        for (ProcessHandle child : started) {
            child.destroyForcibly();
            boolean unused = ends(child);
        }
    }

    private static boolean ends(ProcessHandle process) throws InterruptedException {
        try {
            process.onExit().get(GRACE_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
