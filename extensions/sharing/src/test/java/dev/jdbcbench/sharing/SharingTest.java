package dev.jdbcbench.sharing;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.SavedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharingTest {
    private static final String LOCAL = "20261121-091500-local-7f3a";
    private static final String DISTANT = "20261121-094500-distant-1c9d";

    @TempDir
    private Path directory = Path.of("");

    private String save(RunExample... examples) throws IOException {
        Path results = directory.resolve("results");
        for (RunExample example : examples) {
            RunDirectory run = SavedRun.in(results, example);
            run.writeInvocation(Json.pretty(new Invocation(
                    List.of("run", "--db-host", "alice@db1", "--name", "for Globex", "--tag=customer/globex"),
                    "/home/alice")));
        }
        return results.toString();
    }

    private static String withoutLibraries(String page) {
        return page.replaceAll("(?s)<script>.*?</script>", "");
    }

    @Test
    void sharedCollectionsNameNoHosts() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        for (String format : ReportFormat.all().keySet()) {
            assertThat(bench("collect", "--results", results, "--format", format, "--share")
                            .out()
                            .replaceAll("(?s)<script>.*?</script>", ""))
                    .as(format)
                    .doesNotContain("db1");
        }
    }

    @Test
    void sharedCollectionsHideAddressesAndUsers() throws IOException {
        String reason = "mallory@build7.example.org:3306 refused";
        String results =
                save(RunExample.local(), RunExample.distant().failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, reason));
        Path hosts = Files.writeString(
                directory.resolve("shared.yaml"),
                "hosts: { client: { address: localhost }, db1: { address: build7.example.org, user: mallory } }\n");
        List<String> words = List.of("collect", "--wide", "--results", results, "--hosts", hosts.toString());
        assertThat(bench(words.toArray(String[]::new)).out()).contains("build7");
        Ended shared = bench(Stream.concat(words.stream(), Stream.of("--share")).toArray(String[]::new));
        assertThat(shared.err()).startsWith("left out or replaced: ").contains("3 known names");
        assertThat(shared.out())
                .contains("user@database:3306 refused")
                .doesNotContain("db1")
                .doesNotContain("build7")
                .doesNotContain("mallory");
        assertThat(bench("collect", "--results", results, "--share").err()).contains("are not known here");
    }

    @Test
    void sharedCollectionsHideExternalServers() throws IOException {
        String reason = "shop-admin@prod-db.abcdef.rds.example.com:3306 refused";
        String results = save(RunExample.local().failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, reason));
        Path hosts = Files.writeString(directory.resolve("external.yaml"), """
                hosts: { client: { address: localhost } }
                servers:
                  cloud: { kind: mysql, install: external, address: prod-db.abcdef.rds.example.com, tls: none,
                           admin: { user: shop-admin, password: { env: NONE } } }
                """);
        List<String> words = List.of("collect", "--wide", "--results", results, "--hosts", hosts.toString());
        assertThat(bench(words.toArray(String[]::new)).out()).contains("prod-db");
        Ended shared = bench(Stream.concat(words.stream(), Stream.of("--share")).toArray(String[]::new));
        assertThat(shared.out()).contains("user@database:3306 refused").doesNotContain("prod-db");
    }

    @Test
    void sharedRunsContainNoHostName() throws IOException {
        String results = save(
                RunExample.local().named("for Globex", "customer/globex"),
                RunExample.distant()
                        .failed(
                                "Do1",
                                Mode.TEXT,
                                DriverCatalogue.MYSQL,
                                "alice@db1 /home/alice/secret refused by db7.internal (203.0.113.9, fd00:12::7,"
                                        + " 52:54:00:ab:cd:ef), password=hunter2"));
        Path hosts = Files.writeString(
                directory.resolve("shared.yaml"),
                "hosts: { client: { address: localhost }, db1: { address: build7.example.org, user: alice } }\n");
        Path out = directory.resolve("shared");
        Ended ended = bench(
                "report",
                "7f3a",
                "1c9d",
                "--results",
                results,
                "--hosts",
                hosts.toString(),
                "--share",
                "--out",
                out.toString());
        assertThat(ended.code()).as(ended.err()).isZero();
        try (Stream<Path> files = Files.walk(out)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all).hasSize(5);
            assertThat(all)
                    .allSatisfy(file -> assertThat(withoutLibraries(Files.readString(file)))
                            .doesNotContain("db1")
                            .doesNotContain("alice")
                            .doesNotContain("build7")
                            .doesNotContain("db7", "203.0.113", "fd00:12", "52:54", "hunter2")
                            .doesNotContainIgnoringCase("globex")
                            .doesNotContain(directory.toString()));
        }
        assertThat(ended.err())
                .contains(
                        "report.html and 2 runs beside it\n", "left out or replaced: ", "1 command line", "2 addresses")
                .contains("a plain word in a text may still be one, so read the copy before you publish it.\n")
                .doesNotContain("without names");
        Ended collected = bench(
                "collect", out.resolve(LOCAL).toString(), out.resolve(DISTANT).toString());
        assertThat(collected.code()).as(collected.err()).isZero();
        assertThat(collected.out()).contains("Select1Row");
        bench("report", "7f3a", "--results", results, "--hosts", hosts.toString(), "--share", "--out", out.toString())
                .assertEnds(4)
                .contains("cannot write the shared runs")
                .contains("Name a directory that does not exist yet");
    }

    /** The label of the server is replaced, so its parts match nothing in a copy. */
    @Test
    void baseOfSharedRunsNamesTheSameCellsOrIsRefused() throws IOException {
        String results = save(labelled(RunExample.local()), labelled(RunExample.distant()));
        Path hosts = Files.writeString(
                directory.resolve("shared.yaml"), "hosts: { client: { address: localhost }, db1: { address: db1 } }\n");
        String[] collect = {"collect", "7f3a", "1c9d", "--results", results, "--hosts", hosts.toString(), "--share"};
        Ended whole = bench(with(collect, "--base", "*/db7.internal/*/mysql@*"));
        assertThat(whole.code()).as(whole.err()).isZero();
        bench(with(collect, "--base", "*/db7.int*/mysql@*"))
                .assertEnds(2)
                .contains("the base of the comparisons cannot be shared");
    }

    @Test
    void existingPageIsNotReplacedBySharedRuns() throws IOException {
        String results = save(RunExample.local());
        Path out = Files.createDirectory(directory.resolve("shared"));
        Path page = Files.writeString(out.resolve("report.html"), "kept");
        bench("report", "--results", results, "--share", "--out", out.toString())
                .assertEnds(4)
                .contains(page + ": it exists already");
        assertThat(page).hasContent("kept");
        assertThat(out.toFile().list()).containsExactly("report.html");
    }

    @Test
    void sharedRunsLeaveOtherDirectoriesAlone() throws IOException {
        String results = save(RunExample.local());
        Path out = directory.resolve("shared");
        Path other = Files.createDirectories(out.resolve("." + DISTANT + ".part/logs"))
                .getParent();
        Files.setLastModifiedTime(other, FileTime.fromMillis(0));
        assertThat(bench("report", "--results", results, "--share", "--out", out.toString())
                        .code())
                .isZero();
        assertThat(other.resolve("logs")).exists();
    }

    private static RunExample labelled(RunExample example) {
        return example.server("db7.internal")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 82, 83, 81);
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }
}
