package dev.jdbcbench.cli;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A random schedule of commands on one run, from two desks, while benches are killed and paused and links are cut.
 * Checks the invariants afterwards. The seed determines the schedule; the machine determines how its actions
 * interleave.
 */
final class Nemesis {
    private static final long LIMIT_SECONDS = 240;
    private static final int LONGEST_PAUSE_MILLIS = 2500;

    private static final Set<Integer> EXIT_CODES = Stream.concat(
                    Arrays.stream(ExitCode.values())
                            .filter(code -> code != ExitCode.BUG)
                            .map(ExitCode::number),
                    Stream.of(129, 137, 143))
            .collect(Collectors.toSet());

    /** The actions of a schedule. */
    private enum Act {
        ATTACH,
        RESUME,
        COLLECT,
        STOP,
        CLEAN,
        KILL,
        PAUSE,
        CUT,
        FILL,
        READ_ONLY
    }

    /** A link that can be cut. */
    interface Link {
        void down();

        void up();
    }

    /** One user's workplace, with its own results and state. */
    private record Desk(String name, Path directory, Optional<SmallDisk> disk) {
        Path results() {
            return directory.resolve("results");
        }

        /** The results as this JVM sees them. */
        Path seen() {
            return disk.map(SmallDisk::inside).orElse(results());
        }

        List<String> prefix() {
            return disk.map(SmallDisk::prefix).orElse(List.of());
        }
    }

    /** A command that was started. */
    private record Started(String what, Process process, Path err) {
        String description() throws IOException {
            return what + " → " + process.exitValue() + "\n" + Files.readString(err);
        }
    }

    private final Random random;
    private final Desk a;
    private final Desk b;
    private final List<String> where;
    private final List<String> hosts;
    private final Optional<Link> link;
    private final Witness witness;
    private final List<Started> started = new ArrayList<>();
    private final List<Process> paused = new ArrayList<>();
    private final List<String> acts = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();

    /**
     * A schedule.
     *
     * @param directory directory for both desks
     * @param where options of {@code run} that define where to measure
     * @param hosts options that name the hosts for a desk that did not start the run
     * @param witness the witness of the client host
     * @param disk the disk for the results of the desk that starts the run; see {@link #results}
     */
    Nemesis(
            long seed,
            Path directory,
            List<String> where,
            List<String> hosts,
            Optional<Link> link,
            Witness witness,
            SmallDisk disk)
            throws IOException {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L); // neighbouring seeds would give similar schedules
        this.a = new Desk("a", directory.resolve("a"), Optional.of(disk));
        this.b = new Desk("b", Files.createDirectories(directory.resolve("b")), Optional.empty());
        this.where = where;
        this.hosts = hosts;
        this.link = link;
        this.witness = witness;
    }

    /** The results of the desk that starts the run, where its disk has to be. */
    static Path results(Path directory) throws IOException {
        return Files.createDirectories(directory.resolve("a").resolve("results"));
    }

    /** Executes the schedule and returns the violations as lines; empty if there are none. */
    List<String> carryOut() throws IOException, InterruptedException {
        List<String> run = new ArrayList<>(List.of("run", "--profile", "smoke", "--forks", "6"));
        run.addAll(List.of("--scenario", "Select1Row", "--mode", "text", "--driver", "mariadb", "--no-explain"));
        run.addAll(where);
        if (random.nextBoolean()) {
            run.add("--detach");
        }
        start(a, run);
        String id = awaitRun();
        int steps = 3 + random.nextInt(4);
        for (int step = 0; step < steps; step++) {
            Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS)); // part of the schedule; waits for nothing
            act(id, Act.values()[random.nextInt(Act.values().length)]);
        }
        settle(id);
        check(id);
        if (!violations.isEmpty()) {
            violations.add("schedule: " + acts);
            for (Started one : started) {
                violations.add(one.description());
            }
        }
        return violations;
    }

    private String awaitRun() throws IOException, InterruptedException {
        Process first = started.get(0).process();
        while (true) {
            Optional<String> id = runs(a).findFirst();
            if (id.isPresent()) {
                return id.get();
            }
            if (!first.isAlive()) {
                throw new IllegalStateException(started.get(0).description());
            }
            first.waitFor(50, TimeUnit.MILLISECONDS);
        }
    }

    private static Stream<String> runs(Desk desk) {
        return new RunStore(desk.seen())
                .newestFirst().stream()
                        .filter(run -> Files.exists(run.path().resolve("plan.json")))
                        .map(run -> run.run());
    }

    private void act(String id, Act act) throws IOException, InterruptedException {
        Desk desk = random.nextInt(3) == 0 ? b : a;
        acts.add(act + " " + desk.name());
        switch (act) {
            case ATTACH, STOP, COLLECT -> start(desk, of(act.name().toLowerCase(Locale.ROOT), id, desk));
            case RESUME -> start(a, List.of("resume", id));
            case CLEAN -> {
                List<String> words = new ArrayList<>(List.of("clean", "--keep-cache"));
                words.addAll(hosts);
                start(desk, words);
            }
            case KILL -> living().ifPresent(Process::destroyForcibly);
            case PAUSE -> {
                Optional<Process> one = living();
                if (one.isPresent()) {
                    signal(one.get(), "STOP");
                    paused.add(one.get());
                }
            }
            case CUT -> {
                if (link.isPresent()) {
                    link.get().down();
                    Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
                    link.get().up();
                }
            }
            case FILL -> {
                SmallDisk disk = a.disk().orElseThrow();
                disk.fill();
                Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
                disk.free();
            }
            case READ_ONLY -> {
                SmallDisk disk = a.disk().orElseThrow();
                disk.turnReadOnly();
                Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
                disk.turnWritable();
            }
        }
    }

    private List<String> of(String command, String id, Desk desk) {
        List<String> words = new ArrayList<>(List.of(command, id));
        if (desk.equals(b)) {
            words.addAll(hosts);
        }
        return words;
    }

    private Optional<Process> living() {
        List<Process> alive =
                started.stream().map(Started::process).filter(Process::isAlive).toList();
        return alive.isEmpty() ? Optional.empty() : Optional.of(alive.get(random.nextInt(alive.size())));
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                .redirectErrorStream(true)
                .start()
                .waitFor(); // fails if the process has already ended
    }

    private Started start(Desk desk, List<String> words) throws IOException {
        List<String> all = new ArrayList<>(desk.prefix());
        all.addAll(BenchJar.words());
        all.addAll(words);
        boolean stores = !words.get(0).equals("clean");
        if (stores) {
            all.addAll(List.of("--results", desk.results().toString()));
        }
        Path err = desk.directory().resolve("err-" + started.size());
        ProcessBuilder builder = new ProcessBuilder(all)
                .directory(desk.directory().toFile())
                .redirectOutput(
                        desk.directory().resolve("out-" + started.size()).toFile())
                .redirectError(err.toFile());
        builder.environment()
                .put("XDG_STATE_HOME", desk.directory().resolve("state").toString());
        Started one = new Started(desk.name() + ": " + String.join(" ", words), builder.start(), err);
        started.add(one);
        return one;
    }

    /** Lets all commands continue and end; then stops and collects the run from the desk that started it. */
    private void settle(String id) throws IOException, InterruptedException {
        for (Process process : paused) {
            signal(process, "CONT");
        }
        for (Started one : List.copyOf(started)) {
            await(one);
        }
        await(start(a, List.of("stop", id)));
        await(start(a, List.of("collect", id)));
    }

    private void await(Started one) throws IOException, InterruptedException {
        if (!one.process().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            violations.add("it does not end: " + one.what());
            one.process().destroyForcibly().waitFor();
        }
        if (!EXIT_CODES.contains(one.process().exitValue())
                || Files.readString(one.err()).contains("a bug")) {
            violations.add("an unexpected end: " + one.description());
        }
    }

    private void check(String id) throws IOException {
        Set<String> written = witness.lines();
        Set<String> kept = new LinkedHashSet<>();
        for (Desk desk : List.of(a, b)) {
            for (String run : runs(desk).toList()) {
                if (!run.equals(id)) {
                    violations.add("desk " + desk.name() + " has another run: " + run);
                    continue;
                }
                List<Event> events = new RunStore(desk.seen()).named(run).read().events();
                List<String> lines = events.stream()
                        .filter(event -> event.source() == Event.Source.AGENT)
                        .map(Json::line)
                        .toList();
                lines.stream()
                        .filter(line -> !written.contains(line))
                        .forEach(line ->
                                violations.add("desk " + desk.name() + " has an event that no agent wrote: " + line));
                kept.addAll(lines);
            }
        }
        // Only `clean` may lose forks that no desk has fetched.
        if (acts.stream().noneMatch(act -> act.startsWith(Act.CLEAN.name()))) {
            written.stream()
                    .filter(line -> line.contains("\"" + Fact.ForkFinished.class.getSimpleName() + "\"")
                            && !kept.contains(line))
                    .forEach(line -> violations.add("a fork was lost: " + line));
        }
    }
}
