package dev.jdbcbench.store;

import static dev.jdbcbench.failure.Failing.assertText;
import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStoreTest {
    @TempDir
    private Path results = Path.of("");

    private RunDirectory save(RunExample example) throws IOException {
        RunDirectory directory = SavedRun.in(results, example);
        if (!example.noiseLog().isEmpty()) {
            Plan.Server server = example.plan().servers().get(0);
            Files.write(directory.noiseLog(server.topology(), server.server()), example.noiseLog());
        }
        return directory;
    }

    @Test
    void runSurvivesWritingAndReading() throws IOException {
        RunExample example = RunExample.local();
        assertThat(save(example).read().results()).isEqualTo(example.fold().results());
    }

    @Test
    void runIncludesTheLogOfTheDatabaseHost() throws IOException {
        RunExample example = RunExample.distant();
        RunDirectory directory = save(example);
        assertThat(directory.noiseLog(Topology.DISTANT, "mariadb"))
                .isEqualTo(directory.logs().resolve("distant-mariadb.noise.log"));
        assertThat(directory.read().results()).isEqualTo(example.fold().results());
        Files.write(directory.noiseLog(Topology.DISTANT, "mariadb"), new byte[] {(byte) 0xff, 0, '\n', '1'});
        assertThat(directory.read().results())
                .isEqualTo(example.noiseLog(new String[0]).fold().results());
    }

    @Test
    void runsAreListedNewestFirst() throws IOException {
        save(RunExample.local());
        save(RunExample.distant());
        assertThat(new RunStore(results).newestFirst().stream().map(RunDirectory::run))
                .containsExactly("20261121-094500-distant-1c9d", "20261121-091500-local-7f3a");
        assertThat(new RunStore(results.resolve("nosuch")).newestFirst()).isEmpty();
    }

    @Test
    void onlyTheLastEventMayBeIncomplete() throws IOException {
        RunDirectory directory = save(RunExample.local());
        List<String> lines = Files.readAllLines(directory.events());
        String whole = String.join("\n", lines) + "\n";
        Files.writeString(directory.events(), whole + "{\"type\":\"ForkFin");
        assertThat(directory.read().results().cells()).hasSize(5);
        assertThat(directory.read().results().notes())
                .containsExactly("the last event was incomplete (its writer was killed) and was ignored");
        byte[] letter = "é".getBytes(StandardCharsets.UTF_8);
        Files.write(directory.events(), Arrays.copyOf(letter, 1), StandardOpenOption.APPEND);
        assertThat(directory.read().results().notes())
                .as("cut in the middle of a character")
                .hasSize(1);
        Files.writeString(directory.events(), "{\"type\":\"ForkFin\n" + whole);
        assertWhy(Failure.Input.class, directory::read).contains("events.ndjson:1");
    }

    @Test
    void duplicateOrMissingEventIsNamedWithItsLine() throws IOException {
        RunDirectory directory = save(RunExample.local());
        List<String> lines = Files.readAllLines(directory.events());
        List<String> twice = new ArrayList<>(lines);
        twice.add(4, lines.get(3));
        Files.write(directory.events(), twice);
        assertWhy(Failure.Input.class, directory::read)
                .contains("events.ndjson:5: event 3 of the agent is here a second time");
        List<String> less = new ArrayList<>(lines);
        less.remove(3);
        Files.write(directory.events(), less);
        assertWhy(Failure.Input.class, directory::read).contains("but event 3 is missing");
    }

    @Test
    void deliveredEventsCountOnce() throws IOException {
        RunExample example = RunExample.local();
        RunDirectory directory = save(example);
        List<String> lines = Files.readAllLines(directory.events());
        List<String> ofAgent =
                lines.stream().filter(line -> line.contains("\"agent\"")).toList();
        Files.write(directory.events(), lines.subList(0, 6));
        Files.write(directory.delivered(), ofAgent);
        Files.writeString(directory.delivered(), "{\"type\":\"Fork", StandardOpenOption.APPEND);
        assertThat(directory.read().results().cells())
                .isEqualTo(example.fold().results().cells());
        assertThat(Files.readAllLines(directory.events()))
                .as("reading changes nothing")
                .hasSize(6);
        directory.takeDelivery(Clock.systemUTC());
        assertThat(directory.delivered()).doesNotExist();
        assertThat(Files.readAllLines(directory.events())).isEqualTo(lines);
        assertThat(directory.read().results()).isEqualTo(example.fold().results());
        directory.takeDelivery(Clock.systemUTC());
        assertThat(Files.readAllLines(directory.events())).isEqualTo(lines);
    }

    @Test
    void runOfALaterVersionIsRead() throws IOException {
        RunDirectory directory = save(RunExample.local());
        String plan = Files.readString(directory.planFile());
        Files.writeString(directory.planFile(), plan.replaceFirst("\\{", "{\"later\": 1,"));
        String events = Files.readString(directory.events());
        Files.writeString(directory.events(), events.replaceFirst("\\{", "{\"later\": 1,"));
        assertThat(directory.read().results())
                .isEqualTo(RunExample.local().fold().results());
    }

    @Test
    void unknownRunNameGetsASuggestion() throws IOException {
        save(RunExample.local());
        assertWhy(Failure.Input.class, () -> new RunStore(results).named("20261121-091500-local-7f3b"))
                .contains("did you mean 20261121-091500-local-7f3a");
    }

    @Test
    void runCanBeNamedByItsPath() throws IOException {
        RunDirectory saved = save(RunExample.local());
        assertThat(new RunStore(results).named(saved.path().toString()).run()).isEqualTo(saved.run());
    }

    @Test
    void filesAreWrittenAtomically() throws IOException {
        RunDirectory directory = save(RunExample.local());
        directory.writeResults("{}");
        assertThat(directory.path().toFile().list())
                .doesNotContain("results.json.part")
                .contains("results.json", "plan.json", "logs");
        Plan plan = Json.read(Files.readString(directory.planFile()), Plan.class);
        assertThat(plan).isEqualTo(RunExample.local().plan());
    }

    @Test
    void summaryMatchesTheWholeRun() throws IOException {
        List<RunExample> examples = List.of(
                RunExample.local(),
                RunExample.distant(),
                new RunExample("20261122-000000-local-0001", Topology.LOCAL, 3, true),
                new RunExample("20261122-000000-local-0002", Topology.LOCAL, 3, true)
                        .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62)
                        .cutShort());
        for (RunExample example : examples) {
            RunDirectory run = save(example);
            Fold fold = run.read();
            RunSummary summary = run.summary();
            assertThat(summary.complete())
                    .as(run.run())
                    .isEqualTo(fold.results().complete());
            assertThat(summary.closed()).as(run.run()).isEqualTo(fold.closed());
            assertThat(run.closed()).as(run.run()).isEqualTo(fold.closed());
            assertThat(summary.plan()).isEqualTo(example.plan());
        }
    }

    @Test
    void summaryDoesNotReadMeasurements() throws IOException {
        RunDirectory run = save(RunExample.local());
        RunSummary before = run.summary();
        Files.writeString(
                run.events(),
                Files.readString(run.events()).replace("\"iterations\":[", "\"iterations\":[\"no number\","));
        assertThat(run.summary()).isEqualTo(before);
        assertThatThrownBy(run::read).isInstanceOf(Failure.Input.class);
    }

    @Test
    void unusuallyFormattedForksAreReadCompletely() throws IOException {
        RunDirectory run = save(RunExample.local());
        RunSummary before = run.summary();
        String events = Files.readString(run.events());
        assertThat(events).contains("{\"type\":\"ForkFinished\",\"seq\":", "\"schema\":\"event/1\"}");
        String spaced = events.replace("\"type\":\"Fork", "\"type\": \"Fork").replace("\"block\":1,", "\"block\" : 1,");
        Files.writeString(run.events(), spaced);
        assertThat(run.summary()).isEqualTo(before);
        for (String damage : List.of(
                "\"seq\":01,",
                "\"seq\":99999999999,",
                "\"seq\":,",
                "\"block\":1000000,",
                "\"source\":\"me\",",
                "\"cell\":\"none\",")) {
            String part = damage.substring(0, damage.indexOf(':') + 1);
            Files.writeString(
                    run.events(),
                    events.lines()
                            .map(line -> line.contains("\"ForkStarted\"") || line.contains("\"ForkFinished\"")
                                    ? line.replaceFirst(part + "[^,]*,", damage)
                                    : line)
                            .collect(Collectors.joining("\n", "", "\n")));
            assertThatThrownBy(run::summary).as(damage).isInstanceOf(Failure.Input.class);
        }
    }

    @Test
    void endOfARunIsFoundInItsLastEvents() throws IOException {
        RunDirectory run = save(RunExample.local());
        String many = "null\n".repeat(20_000); // these are never parsed
        String finished =
                Json.line(new Event(9, Instant.EPOCH, Event.Source.ORCHESTRATOR, new Fact.RunFinished("OK"))) + "\n";
        Files.writeString(run.events(), many + finished);
        assertThat(run.closed()).isTrue();
        String more =
                Json.line(new Event(10, Instant.EPOCH, Event.Source.ORCHESTRATOR, new Fact.RunStarted(run.run(), "1")))
                        + "\n";
        Files.writeString(run.events(), many + finished + more + "{\"type\":\"RunFinished\",\"se");
        assertThat(run.closed()).isFalse();
    }

    @Test
    void logsAreWrittenOnlyToTheirDirectory() throws IOException {
        RunDirectory run = save(RunExample.local());
        assertThat(run.logFile("agent.log")).isEqualTo(run.logs().resolve("agent.log"));
        for (String name : List.of("../../x", "/etc/x", "", ".", "..", ".hidden", "a/b", "a\nb", "x".repeat(300))) {
            assertThatThrownBy(() -> run.logFile(name)).isInstanceOf(Failure.Input.class);
        }
        Files.createSymbolicLink(run.logs().resolve("linked.log"), results.resolve("precious"));
        assertThatThrownBy(() -> run.logFile("linked.log")).isInstanceOf(Failure.Input.class);
        Files.delete(run.logs().resolve("linked.log"));
        Files.delete(run.logs());
        Files.createSymbolicLink(run.logs(), results);
        assertThatThrownBy(() -> run.logFile("agent.log")).isInstanceOf(Failure.Input.class);
    }

    /** Dies as if it was killed while it writes the events. */
    @Test
    void creationThatEndsEarlyLeavesNoRun() throws IOException {
        RunExample example = RunExample.local();
        List<Event> dying = new AbstractList<>() {
            @Override
            public Event get(int index) {
                assertThat(results).isDirectoryNotContaining("glob:**/2*").isNotEmptyDirectory();
                throw new IllegalStateException("killed");
            }

            @Override
            public int size() {
                return 1;
            }
        };
        assertThatThrownBy(() -> RunDirectory.create(results, example.plan(), dying))
                .hasMessage("killed");
        assertThat(results).isEmptyDirectory();
    }

    private Path old(String name) throws IOException {
        Path directory = Files.createDirectories(results.resolve(name));
        Files.createDirectory(directory.resolve("logs"));
        return directory;
    }

    private void removeUnfinished() {
        new RunStore(results).removeUnfinished();
    }

    @Test
    void unfinishedDirectoryIsIgnoredAndLaterRemoved() throws IOException {
        Path left = old(".20261120-000000-local-0000.part");
        Files.writeString(left.resolve(".events.ndjson.1f.part"), "half");
        Path elsewhere = Files.writeString(results.resolve("elsewhere"), "kept");
        Files.createSymbolicLink(left.resolve("plan.json"), elsewhere);
        assertThat(new RunStore(results).newestFirst()).isEmpty();
        removeUnfinished();
        assertThat(left).as("another bench may be creating it").exists();
        Files.setLastModifiedTime(left, FileTime.fromMillis(0));
        removeUnfinished();
        assertThat(left).doesNotExist();
        assertThat(elsewhere).hasContent("kept");
    }

    @Test
    void directoriesThatBenchDidNotLeaveAreKept() throws IOException {
        List<Path> others = List.of(
                old(".cache of mine.part"),
                old(".20261120-000000-local-0001.part"),
                old(".20261120-000000-local-0002.part"),
                Files.createDirectory(results.resolve(".20261120-000000-local-0003.part")));
        Files.writeString(others.get(1).resolve("notes.txt"), "kept");
        Files.writeString(others.get(2).resolve("logs/notes.txt"), "kept");
        Files.writeString(others.get(2).resolve("plan.json"), "kept");
        for (Path other : others) {
            Files.setLastModifiedTime(other, FileTime.fromMillis(0));
        }
        removeUnfinished();
        assertThat(others).allSatisfy(other -> assertThat(other).exists());
        assertThat(others.get(1).resolve("notes.txt")).exists();
        assertThat(others.get(2).resolve("plan.json")).exists();
    }

    @Test
    void resultsThatCannotBeListedDoNotPreventARun() {
        new RunStore(results.resolve("nosuch")).removeUnfinished();
        assertThat(results.resolve("nosuch")).doesNotExist();
    }

    @Test
    void recordingThatWasNotFetchedCreatesNothing() throws IOException {
        RunDirectory run = RunDirectory.create(results, RunExample.local().plan());
        Files.delete(run.logs());
        assertThatThrownBy(() -> run.recording("x.jfr")).hasMessageContaining("cannot read the run");
        assertThat(run.logs()).doesNotExist();
    }

    /** Its directory is removed, and has no events. */
    @Test
    void runThatCannotBeCreatedNamesNoMeasurements() throws IOException {
        Path deep = results;
        while (deep.toString().length() < 3840) {
            deep = deep.resolve("x".repeat(200));
        }
        Path deepest = deep.resolve("x".repeat(4049 - deep.toString().length()));
        assertText(
                        Failure.class,
                        () -> RunDirectory.create(deepest, RunExample.local().plan()))
                .contains("cannot create the run directory", "--results")
                .doesNotContain("measured");
    }
}
