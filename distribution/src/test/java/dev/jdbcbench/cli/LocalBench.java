package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Processes;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.core.JacksonException;

/**
 * A bench that measures on this machine in its own process, started like by the launcher. For tests that disturb it.
 */
final class LocalBench implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Path directory;
    private final Path results;
    private final Process process;

    private LocalBench(Path directory, Path results, Process process) {
        this.directory = directory;
        this.results = results;
        this.process = process;
    }

    /** Starts bench; its output and results go into the directory. */
    static LocalBench start(Path directory, String... args) throws IOException {
        return start(directory, directory.resolve("results"), List.of(), args);
    }

    /**
     * Starts bench behind a prefix; its output and results go into the directory.
     *
     * @param results the results directory, as this JVM sees it
     * @param prefix a command that runs bench
     */
    static LocalBench start(Path directory, Path results, List<String> prefix, String... args) throws IOException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(BenchJar.words());
        words.addAll(List.of("run", "--topology", "local", "--install", "portable", "--profile", "smoke"));
        words.addAll(List.of(args));
        words.addAll(List.of("--results", directory.resolve("results").toString()));
        Process process = new ProcessBuilder(words)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .start();
        return new LocalBench(directory, results, process);
    }

    Process process() {
        return process;
    }

    String err() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    String out() throws IOException {
        return Files.readString(directory.resolve("out"));
    }

    /** Waits until bench has ended. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** The only run in the results directory. */
    Path run() throws IOException {
        return OnlyRun.in(results);
    }

    /** The run's events so far, without an incomplete last line. */
    List<Event> events() throws IOException {
        List<Event> events = new ArrayList<>();
        if (Files.isDirectory(results) && results.toFile().list((in, name) -> !name.startsWith(".")).length > 0) {
            Path file = run().resolve("events.ndjson");
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                try {
                    events.add(Json.read(line, Event.class));
                } catch (JacksonException e) {
                    return events;
                }
            }
        }
        return events;
    }

    /** Waits until the run has this many events of a kind. */
    void await(Class<? extends Fact> kind, int count) {
        Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            assertThat(process.isAlive()).as(err()).isTrue();
            return Event.facts(events(), kind).size() >= count;
        });
    }

    /** Waits until the group with this number is measuring; the first group is 1. */
    void awaitIterationOf(int group) {
        await(Fact.GroupStarted.class, group);
        Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(() -> {
            assertThat(process.isAlive()).as(err()).isTrue();
            Instant started = events().stream()
                    .filter(event -> event.fact() instanceof Fact.GroupStarted)
                    .skip(group - 1L)
                    .findFirst()
                    .map(Event::at)
                    .orElseThrow();
            try (Stream<Path> logs = Files.list(workplace("agent").resolve("logs"))) {
                for (Path log : logs.toList()) {
                    if (!Files.getLastModifiedTime(log).toInstant().isBefore(started)
                            && Files.readString(log).contains("iteration 1:")) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    /** The directory of one role of the run on this machine. */
    Path workplace(String role) throws IOException {
        HostScript script = HostScript.install(new LocalHost("localhost"));
        return Path.of(script.runs(), run().getFileName().toString(), role);
    }

    /** The pids of the role's process and of its supervisor. */
    List<Long> processes(String role) throws IOException {
        String[] words =
                Files.readString(workplace(role).resolve("pid")).strip().split(" ", -1);
        return List.of(Long.valueOf(words[0]), Long.valueOf(words[2]));
    }

    /** Kills a process with SIGKILL. */
    static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    /** Kills bench, and waits until only the run's results are left on this machine. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        String run = run().getFileName().toString();
        HostScript script = HostScript.install(new LocalHost("localhost"));
        Path place = Path.of(script.runs(), run);
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(Processes.with(run)).isEmpty();
            assertThat(place).doesNotExist();
        });
        assertThat(Path.of(script.cache(), "journal").toFile().list()).noneMatch(entry -> entry.startsWith(run));
    }
}
