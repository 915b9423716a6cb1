package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.cli.console.DeveloperLog;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.session.FullDisk;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.SafeName;
import dev.jdbcbench.usecase.RunFiles;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a run directory from elsewhere that has links in place of its files, to make bench change other files. */
@Isolated("a process has one log, and each command in it starts it again")
class PlantedLinksTest {
    /** Methods of {@link RunDirectory} that only read, or return a name. */
    private static final Set<String> READERS = Set.of(
            "closed",
            "delivered",
            "eventLines",
            "events",
            "filesOfTimes",
            "hostsText",
            "invocation",
            "invocationText",
            "isRun",
            "logFile",
            "logs",
            "noiseLog",
            "origin",
            "path",
            "plan",
            "planDigest",
            "planFile",
            "planText",
            "read",
            "readTimes",
            "recording",
            "run",
            "summary");

    /** Files that exist only while bench works, or after it was killed. */
    private static final List<String> TRANSIENT = List.of(".events.ndjson.reserve", "delivered.ndjson");

    /** Links that look like a file of their own. */
    private enum Kind {
        SYMBOLIC {
            @Override
            void plant(Path link, Path target) throws IOException {
                Files.createSymbolicLink(link, target);
            }
        },
        HARD {
            @Override
            void plant(Path link, Path target) throws IOException {
                Files.createLink(link, target);
            }
        };

        abstract void plant(Path link, Path target) throws IOException;
    }

    private interface Writer {
        void write(RunDirectory run) throws IOException;
    }

    @TempDir
    private Path home = Path.of("");

    private int made;

    private RunDirectory create() throws IOException {
        RunExample example = RunExample.local();
        RunDirectory run = RunDirectory.create(home.resolve("results" + made++), example.plan());
        run.writeEvents(example.events());
        return run;
    }

    /** Everything that writes to a run directory: each method by its name, other classes and commands in words. */
    private Map<String, Writer> writers() {
        Plan plan = RunExample.local().plan();
        List<Event> events = RunExample.local().events();
        Map<String, Writer> writers = new LinkedHashMap<>();
        writers.put("create", run -> RunDirectory.create(run.path().getParent(), plan));
        writers.put("extend", run -> run.extend(plan));
        writers.put("writeEvents", run -> run.writeEvents(events));
        writers.put(
                "beginEvents",
                run -> run.beginEvents(
                        events.stream().map(event -> Json.line(event) + "\n").collect(Collectors.joining())));
        writers.put(
                "writeInvocation", run -> run.writeInvocation(Json.pretty(new Invocation(List.of("run"), "/home"))));
        writers.put("writeResults", run -> run.writeResults("{}"));
        writers.put("writePing", run -> run.writePing("{}"));
        writers.put("writeHosts", run -> run.writeHosts("{\"run\":\"" + run.run() + "\",\"hosts\":{}}"));
        writers.put("writeJmh", run -> run.writeJmh("[]"));
        writers.put("writeReport", run -> run.writeReport("<p>"));
        writers.put(
                "writeProfile",
                run -> run.writeProfile(new SafeName("profile-x.html"), "<p>".getBytes(StandardCharsets.UTF_8)));
        writers.put("exclusively", run -> run.exclusively("process 4711", () -> ""));
        writers.put("takeDelivery", run -> {
            if (Files.notExists(run.delivered())) {
                Files.writeString(run.delivered(), "");
            }
            run.takeDelivery(Clock.systemUTC());
        });
        writers.put("an event", run -> {
            try (EventLog log = new EventLog(
                    run.events(),
                    Event.Source.ORCHESTRATOR,
                    EventLog.lastSeq(events, Event.Source.ORCHESTRATOR),
                    Clock.systemUTC(),
                    event -> {})) {
                log.append(new Fact.Note("one more"));
            }
        });
        writers.put("the developer's log", run -> {
            try (DeveloperLog log = DeveloperLog.start(Optional.empty())) {
                log.writeTo(run.logs());
            }
        });
        writers.put("derived files", RunFiles::write);
        writers.put("report", run -> bench("report", run.path().toString()));
        for (String option : List.of("report.html", "results.json", "logs/bench.log")) {
            writers.put(
                    "report --out " + option,
                    run -> bench(
                            "report",
                            run.path().toString(),
                            "--out",
                            run.path().resolve(option).toString()));
        }
        writers.put(
                "collect --out",
                run -> bench(
                        "collect",
                        run.path().toString(),
                        "--out",
                        run.path().resolve("jmh.json").toString()));
        writers.put(
                "explain --summary", run -> OutputOptions.append(run.path().resolve("ping.json"), "x", "--summary"));
        return writers;
    }

    @Test
    void everyMethodOfARunDirectoryIsTestedHereOrDoesNotWrite() {
        Set<String> methods = Arrays.stream(RunDirectory.class.getDeclaredMethods())
                .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        methods.removeAll(READERS);
        assertThat(writers().keySet()).containsAll(methods);
    }

    /** The names of all files that the writers write. */
    private Set<String> names() throws IOException {
        RunDirectory run = create();
        for (Writer writer : writers().values()) {
            attempt(writer, run);
        }
        Set<String> names = new TreeSet<>(TRANSIENT);
        try (Stream<Path> files = Files.walk(run.path())) {
            files.filter(Files::isRegularFile)
                    .map(file -> run.path().relativize(file).toString())
                    .forEach(names::add);
        }
        assertThat(names).hasSizeGreaterThan(11).contains("plan.json", "events.ndjson", ".lock", "logs/bench.log");
        return names;
    }

    /** Writes, or refuses to. */
    private static void attempt(Writer writer, RunDirectory run) throws IOException {
        try {
            writer.write(run);
        } catch (Failure | EventLog.UnwritableException e) {
            assertThat(String.valueOf(e.getMessage())).isNotEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void noWriterChangesTheTargetOfALink(Kind kind) throws IOException {
        for (String name : names()) {
            RunDirectory run = create();
            Path link = run.path().resolve(name);
            byte[] kept = Files.exists(link) ? Files.readAllBytes(link) : "kept\n".getBytes(StandardCharsets.UTF_8);
            Path target = Files.write(home.resolve("target" + made), kept);
            for (Map.Entry<String, Writer> writer : writers().entrySet()) {
                Files.deleteIfExists(link);
                kind.plant(link, target);
                attempt(writer.getValue(), run);
                assertThat(target)
                        .as(writer.getKey() + " where " + name + " is a link")
                        .hasBinaryContent(kept);
            }
        }
    }

    @Test
    void noWriterWritesIntoALinkedDirectory() throws IOException {
        for (Map.Entry<String, Writer> writer : writers().entrySet()) {
            RunDirectory run = create();
            Path elsewhere = Files.createDirectory(home.resolve("elsewhere" + made));
            Files.delete(run.logs());
            Files.createSymbolicLink(run.logs(), elsewhere);
            attempt(writer.getValue(), run);
            assertThat(elsewhere).as(writer.getKey()).isEmptyDirectory();
        }
    }

    /** Somebody exchanges the directory of a run that bench has already found. */
    @Test
    void directoryThatBecomesALinkIsNotWritten() throws IOException {
        RunDirectory run = create();
        Path moved = Files.move(run.path(), home.resolve("moved"));
        Set<String> before = Set.of(moved.toFile().list());
        Files.createSymbolicLink(run.path(), moved);
        for (Writer writer : List.<Writer>of(
                one -> one.writeResults("{}"), one -> one.writeReport(""), one -> one.exclusively("me", () -> ""))) {
            assertThatThrownBy(() -> writer.write(run))
                    .isInstanceOfSatisfying(
                            Failure.Input.class,
                            refused -> assertThat(refused.why()).contains("not a real directory"));
        }
        assertThat(moved.toFile().list()).containsExactlyInAnyOrderElementsOf(before);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void fileThatBenchAppendsToIsRefusedWithItsName(Kind kind) throws IOException {
        Map<String, Writer> writers = writers();
        Map<String, Writer> appending = Map.of(
                ".lock",
                writers.get("exclusively"),
                "events.ndjson",
                writers.get("an event"),
                "logs/bench.log",
                writers.get("the developer's log"));
        for (Map.Entry<String, Writer> one : appending.entrySet()) {
            RunDirectory run = create();
            Path link = run.path().resolve(one.getKey());
            Files.deleteIfExists(link);
            kind.plant(link, Files.writeString(home.resolve("target" + made), "kept\n"));
            assertThatThrownBy(() -> write(one.getValue(), run))
                    .isInstanceOfSatisfying(Failure.Input.class, refused -> {
                        assertThat(refused.exitCode().number()).isEqualTo(2);
                        assertThat(refused.why())
                                .contains(link.toString())
                                .containsAnyOf("not a regular file", "hard links");
                    });
        }
    }

    private static void write(Writer writer, RunDirectory run) throws IOException {
        try {
            writer.write(run);
        } catch (EventLog.UnwritableException e) {
            throw FullDisk.failure(e);
        }
    }

    /** The user's own link may lead into a run directory, and the file there may be somebody else's link. */
    @Test
    void linkOfTheUserIsFollowedUpToTheRunDirectory() throws IOException {
        RunDirectory run = create();
        Path precious = Files.writeString(home.resolve(".bashrc"), "kept");
        Path page = Files.createSymbolicLink(run.path().resolve("report.html"), precious);
        Path own = Files.createSymbolicLink(home.resolve("page.html"), page);
        assertThat(bench("report", run.path().toString(), "--out", own.toString())
                        .code())
                .isZero();
        assertThat(precious).hasContent("kept");
        assertThat(Files.isSymbolicLink(own)).isTrue();
        assertThat(own).content().startsWith("<!DOCTYPE html>");

        Path elsewhere = Files.writeString(home.resolve("elsewhere.html"), "");
        Path other = Files.createSymbolicLink(home.resolve("other.html"), elsewhere);
        bench("report", run.path().toString(), "--out", other.toString());
        assertThat(elsewhere).content().startsWith("<!DOCTYPE html>");
        assertThat(Files.isSymbolicLink(other)).isTrue();
        assertThat(new RunStore(run.path().getParent()).newestFirst()).hasSize(1);
    }

    /** Names of a file behind a link that another user put into a run directory. */
    private List<Path> behindPlantedLink(RunDirectory run, Path victim) throws IOException {
        Files.createSymbolicLink(run.path().resolve("plots"), victim);
        Path current = Files.createSymbolicLink(home.resolve("cur" + made), run.path());
        Path plots =
                Files.createSymbolicLink(home.resolve("d" + made), run.path().resolve("plots"));
        Path relative = Files.createSymbolicLink(
                home.resolve("relative" + made), home.relativize(run.path().resolve("logs/../plots")));
        return List.of(
                run.path().resolve("plots/x.txt"),
                current.resolve("plots/x.txt"),
                current.resolve("logs/../plots/x.txt"),
                plots.resolve("x.txt"),
                relative.resolve("x.txt"));
    }

    @Test
    void linkInTheRunDirectoryIsNotFollowedEvenBehindALinkOfTheUser() throws IOException {
        RunDirectory run = create();
        Path victim = Files.createDirectory(home.resolve("victim"));
        for (Path file : behindPlantedLink(run, victim)) {
            assertThatThrownBy(() -> OutputOptions.write(file, "x", "--out"))
                    .as(file.toString())
                    .isInstanceOfSatisfying(
                            Failure.Input.class,
                            refused -> assertThat(refused.why()).contains("plots is not a real directory"));
        }
        assertThat(victim).isEmptyDirectory();
    }

    @Test
    void linkOfTheUserWithTheNameOfTheRunIsFollowed() throws IOException {
        RunDirectory run = create();
        Path own = Files.createSymbolicLink(home.resolve(run.run()), run.path());
        OutputOptions.write(own.resolve("x.txt"), "x", "--out");
        assertThat(run.path().resolve("x.txt")).hasContent("x");
        Path outside = Files.createSymbolicLink(home.resolve("outside"), Files.createDirectory(home.resolve("o")));
        OutputOptions.write(own.resolve("../../outside/x.txt"), "x", "--out");
        assertThat(outside.resolve("x.txt")).hasContent("x");
    }

    @Test
    void noWriterOfAFileThatTheUserNamesFollowsAPlantedLink() throws IOException {
        RunDirectory run = create();
        Path victim = Files.createDirectory(home.resolve("victim"));
        Path inventory = Files.writeString(
                home.resolve("inventory"),
                "[client]\nc ansible_host=198.51.100.1\n[database]\nd ansible_host=198.51.100.2\n");
        for (Path file : behindPlantedLink(run, victim)) {
            assertThat(bench("watch", "--to", "127.0.0.1:1", "--record", file.toString())
                            .err())
                    .contains("plots is not a real directory");
            for (Path shared : List.of(file, Objects.requireNonNull(file.getParent()))) {
                assertThat(bench("report", run.path().toString(), "--share", "--out", shared.toString())
                                .err())
                        .contains("plots is not a real directory");
            }
            assertThat(bench("import-hosts", inventory.toString(), "--out", file.toString())
                            .err())
                    .contains("plots is not a real directory");
            assertThat(victim).as(file.toString()).isEmptyDirectory();
        }
    }

    /** In a directory that another user made. */
    @Test
    void pageInTheCurrentDirectoryReplacesALink() throws IOException {
        RunDirectory run = create();
        Path precious = Files.writeString(home.resolve(".bashrc"), "kept");
        Path page = Files.createSymbolicLink(Path.of("report.html"), precious);
        try {
            assertThat(bench("report", run.path().toString(), "--share").code()).isZero();
            assertThat(precious).hasContent("kept");
            assertThat(page).content().startsWith("<!DOCTYPE html>");
        } finally {
            Files.delete(page);
        }
    }
}
