package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.SavedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that damaged or malicious runs neither break a command nor make it write elsewhere. */
class ForeignRunsTest {
    @TempDir
    private Path home = Path.of("");

    private RunDirectory save(RunExample example) throws IOException {
        return SavedRun.in(home.resolve("results"), example);
    }

    private String results() {
        return home.resolve("results").toString();
    }

    @Test
    void damagedRunIsReportedAndOthersAreShown() throws IOException {
        save(RunExample.local());
        save(RunExample.distant());
        for (String name : List.of("hosts.json", "plan.json", "events.ndjson")) {
            Path damaged = Files.createDirectories(home.resolve("results/20270101-000000-local-0000"));
            Path good = home.resolve("results/20261121-091500-local-7f3a");
            Files.writeString(
                    damaged.resolve("plan.json"),
                    Files.readString(good.resolve("plan.json"))
                            .replace("20261121-091500-local-7f3a", "20270101-000000-local-0000"));
            Files.writeString(damaged.resolve("events.ndjson"), Files.readString(good.resolve("events.ndjson")));
            Files.writeString(damaged.resolve(name), name.equals("events.ndjson") ? "null\nnull\n" : "null");
            Ended list = bench("list", "runs", "--results", results());
            assertThat(list.code()).as(list.err()).isZero();
            assertThat(list.out().lines())
                    .anySatisfy(line -> assertThat(line).matches("20270101-000000-local-0000 +unreadable"))
                    .anySatisfy(line -> assertThat(line).startsWith("    ").contains(name));
            bench("collect", "--results", results())
                    .assertEnds(0)
                    .contains("warning: cannot read the run 20270101-000000-local-0000")
                    .contains(name);
            Files.deleteIfExists(damaged.resolve("hosts.json"));
        }
    }

    /** The directory and its plan agree on the ID. */
    @ParameterizedTest
    @ValueSource(strings = {"x;id", "-x", "~root", "a b", "$(id)", "a\u001b[31m", "a\nb", "\u202ea"})
    void runWhoseIdWouldBeMoreThanAWordOfACommandIsNotRead(String id) throws IOException {
        RunDirectory good = save(RunExample.local());
        Path results = home.resolve("results");
        Path foreign = Files.createDirectory(results.resolve(id));
        Files.writeString(
                foreign.resolve("plan.json"),
                Files.readString(good.path().resolve("plan.json"))
                        .replace(Json.line(good.run()).strip(), Json.line(id).strip()));
        Files.copy(good.events(), foreign.resolve("events.ndjson"));
        for (List<String> command : List.of(
                List.of("list", "runs"),
                List.of("status"),
                List.of("history"),
                List.of("collect"),
                List.of("collect", foreign.toString()),
                List.of("attach", foreign.toString()),
                List.of("resume", foreign.toString()),
                List.of("stop", foreign.toString()))) {
            List<String> words = new ArrayList<>(command);
            words.addAll(List.of("--results", results()));
            Ended ended = bench(words.toArray(String[]::new));
            assertThat(ended.out() + ended.err())
                    .as(String.join(" ", words))
                    .doesNotContain("\u001b", "\u202e")
                    .doesNotContainPattern("\\./bench \\w+ " + Pattern.quote(id));
        }
        assertThat(bench("list", "runs", "--results", results()).out()).contains("unreadable", "not the ID of a run");
        assertThat(bench("collect", foreign.toString(), "--results", results()).code())
                .isEqualTo(2);
    }

    private static Ended bench(String... args) {
        return BenchTest.bench(args);
    }

    @Test
    void outOptionLeavesOtherFilesUnchanged() throws IOException {
        save(RunExample.local());
        save(RunExample.distant());
        Path out = home.resolve("both.txt");
        Path part = Files.writeString(home.resolve("both.txt.part"), "somebody else's");
        Files.writeString(out, "before");
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(bench("collect", "--results", results(), "--out", out.toString())
                        .code())
                .isZero();
        assertThat(part).hasContent("somebody else's");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out)))
                .isEqualTo("rw-r-----");
        assertThat(home).isDirectoryNotContaining("glob:**both.txt.*[!t]");
        Path missing = home.resolve("nosuch/both.txt");
        assertThat(bench("collect", "--results", results(), "--out", missing.toString())
                        .code())
                .isEqualTo(4);
    }
}
