package dev.jdbcbench.cli;

import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Lab;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One run of bench in the lab, in its own process, with everything that a {@link Fault} needs to disturb it and its
 * hosts.
 */
final class Stage implements AutoCloseable {
    static final String CLIENT = "client";
    static final String DATABASE = "db";
    private static final String RESULTS = "results";

    /** How long a run may take to start measuring: it may have to start a database on a busy machine. */
    private static final Duration BEGIN_LIMIT = Duration.ofMinutes(3);

    private static final LocalHost HERE = new LocalHost("localhost");

    private final Lab lab;
    private final Path directory;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private Optional<Process> bench = Optional.empty();
    private Optional<SmallDisk> disk = Optional.empty();

    /** A stage with a directory for everything that the run writes on this machine. */
    Stage(Lab lab, Path directory) {
        this.lab = lab;
        this.directory = directory;
        try {
            Files.createDirectories(results());
            Files.createDirectories(temporary());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writeHosts("");
    }

    /** Writes the lab's hosts file with {@code more} appended. */
    void writeHosts(String more) {
        Path identity = lab.hosts().resolveSibling("id_ed25519");
        write("hosts.yaml", read(lab.hosts()).replace("identity: id_ed25519", "identity: " + identity) + more);
    }

    /** Writes a file of the stage. */
    Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Lab lab() {
        return lab;
    }

    /** bench's processes on the hosts, and the hosts' disks. */
    Victims victims() {
        return new Victims(lab);
    }

    /** Adds a clean-up step that always runs; the last one added runs first. */
    void atTheEnd(Runnable step) {
        undo.push(step);
    }

    Path directory() {
        return directory;
    }

    /** Where the results are, as this JVM sees them. */
    Path results() {
        return disk.map(SmallDisk::inside).orElse(directory.resolve(RESULTS));
    }

    /**
     * Puts the results on their own small disk; they are copied before it is removed.
     *
     * @param fails whether it can turn read-only
     */
    SmallDisk resultsOnSmallDisk(String size, boolean fails) {
        try {
            Path results = directory.resolve(RESULTS);
            SmallDisk small = fails ? SmallDisk.failing(results, size) : SmallDisk.over(results, size);
            disk = Optional.of(small);
            atTheEnd(() -> {
                HERE.require(
                        "keep the results",
                        Command.of(
                                "cp",
                                "-r",
                                small.inside().toString(),
                                directory.resolve("copy").toString()));
                small.close();
            });
            return small;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The small disk of the results. */
    SmallDisk disk() {
        return disk.orElseThrow();
    }

    /** The directory for bench's temporary files; none may remain. */
    Path temporary() {
        return directory.resolve("tmp");
    }

    /** The stderr of all bench processes, one after the other. */
    String said() {
        return read(directory.resolve("err"));
    }

    /** Starts the run. */
    void start(List<String> words) {
        bench = Optional.of(launch(words));
    }

    /** The bench that was started. */
    Process bench() {
        return bench.orElseThrow();
    }

    /** Starts a bench with these arguments, the hosts file and the results directory. */
    Process launch(List<String> words) {
        List<String> all = new ArrayList<>(disk.map(SmallDisk::prefix).orElse(List.of()));
        all.addAll(BenchJar.ENDED_BY_SIGNALS);
        all.addAll(BenchJar.words("-Djava.io.tmpdir=" + temporary()));
        all.addAll(words);
        all.addAll(List.of(
                "--hosts",
                directory.resolve("hosts.yaml").toString(),
                "--results",
                directory.resolve(RESULTS).toString()));
        try {
            return new ProcessBuilder(all)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("out").toFile()))
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("err").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The exit code of a bench; empty if it exceeded the limit and was killed. */
    Optional<Integer> end(Process process, Duration limit) {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.of(process.exitValue());
            }
            process.destroyForcibly().waitFor();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Runs {@code bench resume}; returns its exit code, or empty if it did not end in time. */
    Optional<Integer> resume(Duration limit) {
        return end(launch(List.of("resume", run())), limit);
    }

    /** Sends the run's bench a signal. */
    void signal(String name) {
        HERE.require("send a signal", Command.of("kill", "-" + name, String.valueOf(bench().pid())));
    }

    /** Waits until the run's directory has this many finished forks. */
    void awaitForks(int forks) {
        awaitMeasuring(() -> forks() >= forks);
    }

    /** How many finished forks the run's directory has. */
    int forks() {
        return count(Fact.ForkFinished.class);
    }

    /** How many events of a kind the run's directory has. */
    int count(Class<? extends Fact> kind) {
        return Event.facts(events(), kind).size();
    }

    /** Whether the JVMs of a row are running now. */
    boolean groupRuns() {
        List<Event> events = events();
        return !events.isEmpty() && events.get(events.size() - 1).fact() instanceof Fact.GroupStarted;
    }

    /** Waits for a condition that must become true while bench is running. */
    void awaitMeasuring(BooleanSupplier condition) {
        await().atMost(BEGIN_LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            if (!bench().isAlive()) {
                throw new IllegalStateException("bench ended with " + bench().exitValue() + ":\n" + said());
            }
            return condition.getAsBoolean();
        });
    }

    /** Cuts a link of a host for a while. */
    void cut(String host, String link, Duration duration) {
        lab.link(host, link, "down");
        pause(duration);
        lab.link(host, link, "up");
    }

    /** Waits for the duration of a fault. */
    void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The directory of the only run. */
    Path runDirectory() {
        return directories().stream().findFirst().orElseThrow(() -> new IllegalStateException("no run:\n" + said()));
    }

    /** The directories of runs: none before bench has planned one. */
    List<Path> directories() {
        try (Stream<Path> found = Files.list(results())) {
            return found.filter(Files::isDirectory).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The id of the run. */
    String run() {
        return String.valueOf(runDirectory().getFileName());
    }

    /** The complete lines of the run's events; empty before there are any. */
    List<String> lines() {
        return directories().stream()
                .map(run -> run.resolve("events.ndjson"))
                .filter(Files::exists)
                .flatMap(file -> whole(file).stream())
                .toList();
    }

    private static List<String> whole(Path file) {
        try {
            return EventLog.wholeLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The run's events. */
    List<Event> events() {
        return lines().stream().flatMap(line -> event(line).stream()).toList();
    }

    /** The event of a line; empty if the line is incomplete. */
    static Optional<Event> event(String line) {
        try {
            return Optional.of(Json.readStored(line, Event.class));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Whether the results report that everything planned was measured. */
    boolean complete() {
        Path results = runDirectory().resolve("results.json");
        return Files.exists(results)
                && Json.read(read(results), JsonNode.class).get("complete").asBoolean();
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        bench.ifPresent(process -> end(process, Duration.ZERO));
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }
}
