package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that damaged or malicious runs neither break a command nor make it write elsewhere. */
class ForeignRunsTest {
    @TempDir
    private Path home = Path.of("");

    private RunDirectory save(RunExample example) throws IOException {
        RunDirectory run = RunDirectory.create(home.resolve("results"), example.plan());
        Files.write(run.events(), example.events().stream().map(Json::line).toList());
        return run;
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
                    .hasSize(4)
                    .anySatisfy(line -> assertThat(line)
                            .startsWith("20270101-000000-local-0000  unreadable: ")
                            .contains(name));
            Ended collect = bench("collect", "--results", results());
            assertThat(collect.code()).as(collect.err()).isZero();
            assertThat(collect.err())
                    .contains("warning: cannot read the run 20270101-000000-local-0000")
                    .contains(name);
            Files.deleteIfExists(damaged.resolve("hosts.json"));
        }
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
