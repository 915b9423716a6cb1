package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests runs on this machine from which bench detaches and to which it attaches again. */
@OnThisMachine
class LongRunIT {
    @TempDir
    private Path directory = Path.of("");

    private Set<String> before = Set.of();

    private Ended bench(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--results", results().toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    private Path results() {
        return directory.resolve("results");
    }

    private Ended run(String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "--topology", "local", "--profile", "quick", "--forks", "3"));
        words.addAll(List.of("--iterations", "15", "--iteration-time", "100ms", "--scenario", "Select1Row"));
        words.addAll(List.of("--mode", "text", "--driver", "mariadb,mysql", "--no-explain", "--force"));
        words.addAll(List.of(more));
        return bench(words.toArray(String[]::new));
    }

    @BeforeEach
    void leftoversOfOthers() {
        before = there();
    }

    @AfterEach
    void nothingIsLeft() {
        Set<String> more = there();
        more.removeAll(before);
        assertThat(more).isEmpty();
    }

    private static Set<String> there() {
        return HostScript.install(new LocalHost("localhost")).entries().stream()
                .map(JournalEntry::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private JsonNode status(String run) {
        Ended status = bench("status", "--format", "json");
        assertThat(status.code()).as(status.err()).isZero();
        for (JsonNode state : Json.read(status.out(), JsonNode.class)) {
            if (state.get("run").asString().equals(run)) {
                return state;
            }
        }
        throw new AssertionError(status.out());
    }

    /** Counts forks, except those that were disturbed and repeated. Also checks that no event occurs twice. */
    private long forks(String run) throws IOException {
        List<JsonNode> events = Files.readAllLines(results().resolve(run).resolve("events.ndjson")).stream()
                .map(line -> Json.read(line, JsonNode.class))
                .toList();
        assertThat(events.stream()
                        .filter(event -> event.get("source").asString().equals("agent"))
                        .map(event -> event.get("seq").asLong()))
                .doesNotHaveDuplicates();
        return count(events, "ForkFinished") - count(events, "ForkRejected");
    }

    private static long count(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.get("type").asString().equals(type))
                .count();
    }

    @Test
    @Full
    void detachedRunIsListedKeepsItsHostAndCanBeResumed() throws Exception {
        Ended run = run("--detach", "--name", "the long one", "--tag", "a/b,c");
        assertThat(run.code()).as(run.err()).isZero();
        String id = run.out().strip();
        assertThat(run.err()).contains("./bench attach " + id);
        JsonNode alone = status(id);
        assertThat(alone.get("state").asString()).isEqualTo("working alone");
        assertThat(alone.get("forksPlanned").asInt()).isEqualTo(6);
        assertThat(alone.get("leaseSeconds").asLong()).isBetween(600L, 7200L);

        Ended other = run();
        assertThat(other.code()).isEqualTo(4);
        assertThat(other.err())
                .contains("localhost is taken: run " + id + " is running there")
                .contains("./bench stop " + id);

        Ended stopped = bench("stop", id);
        assertThat(stopped.code()).as(stopped.err()).isZero();
        long kept = forks(id);
        assertThat(kept).isLessThan(6);
        assertThat(status(id).get("state").asString()).isEqualTo("incomplete");

        Ended resumed = bench("resume", id);
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(forks(id)).as("each fork exactly once").isEqualTo(6);
        assertThat(resumed.out()).contains("3 blocks");
        assertThat(status(id).get("state").asString()).isEqualTo("complete");
        assertThat(bench("list", "runs").out()).contains("\n    the long one [a/b, c]\n");
        assertThat(bench("history", "Select1Row", "--tag", "a/b").out()).contains("/Select1Row/text/mysql/tcp/1\n");
    }

    @Test
    @Full
    void jsonFormatStreamsOnlyEventsSinceAttach() throws Exception {
        Ended run = run("--detach", "--format", "json");
        assertThat(run.code()).as(run.err()).isZero();
        String id = Json.read(run.out().lines().findFirst().orElseThrow(), JsonNode.class)
                .get("run")
                .asString();
        List<String> begun = run.out().lines().toList();
        assertThat(begun).last().asString().contains("detached, until");
        Ended attached = bench("attach", id, "--format", "json");
        assertThat(attached.code()).as(attached.err()).isZero();
        List<String> events = Files.readAllLines(results().resolve(id).resolve("events.ndjson"));
        assertThat(events).startsWith(begun.toArray(String[]::new));
        assertThat(events.subList(begun.size(), events.size()))
                .isEqualTo(attached.out().lines().toList());
        assertThat(attached.out()).contains("\"ForkFinished\"");
    }
}
