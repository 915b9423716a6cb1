package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.store.SavedRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

public class BenchTest {
    @TempDir
    private Path directory = Path.of("");

    /** A command's output and exit code. */
    public record Ended(int code, String out, String err) {
        /** Asserts that it ended with this exit code, and goes on with stderr. */
        public AbstractStringAssert<?> assertEnds(int exit) {
            assertThat(code).as(err).isEqualTo(exit);
            return assertThat(err);
        }
    }

    public static Ended bench(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Bench.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private String save(RunExample... examples) throws IOException {
        Path results = directory.resolve("results");
        for (RunExample example : examples) {
            SavedRun.in(results, example);
        }
        return results.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run --topologie local | did you mean --topology?",
                "run --topology loca | did you mean local?",
                "run --topology distant | distant needs a database host",
                "run --topology local --profile smoc | did you mean smoke?",
                "run --topology local --scenario Selec1Row | did you mean Select1Row?",
                "run --topology local --driver mysqll | did you mean mysql?",
                "run --topology local --tag a!b | --tag needs 1 to 64 letters, digits or . _ / -, not a!b",
                "run --topology local --seed x | 'x' is not a long",
                "run --topology local --hosts nosuch.yaml | cannot read the hosts file nosuch.yaml",
                "run --topology distant --db-host a:b:c | cannot understand a:b:c",
                "run --topology distant --db-host host:99999 | cannot understand host:99999",
                "run --topology local --install docker | unknown source: docker",
                "colect | did you mean collect?",
                "rnu | did you mean run?",
                "collect nosuch | no such directory",
                "run --topology local --format xml | expected one of [text, csv",
                "collect --format xml | expected one of [text, csv",
                "list drivrs | did you mean drivers?"
            })
    void badInputExitsWith2AndAReason(String line, String message) {
        Ended ended = bench(line.isEmpty() ? new String[0] : line.split(" ", -1));
        assertThat(ended.err()).contains(message).startsWith("bench: ");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void argumentIsNeverAFileWithArguments() throws IOException {
        Path words = Files.writeString(directory.resolve("words"), "list scenarios");
        Ended ended = bench("@" + words);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("there is no command", "@" + words);
        assertThat(bench("list", "@" + words).err()).contains("@" + words);
    }

    @Test
    void collectPrintsBothSidesOnStdout() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        Ended ended = bench("collect", "--results", results);
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("RTT 352 µs").contains("InsertBatch100 text");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void collectOfOneSideSaysSoAndWhatToDo() throws IOException {
        Ended local = bench("collect", "--results", save(RunExample.local()));
        assertThat(local.code()).isZero();
        assertThat(local.out().lines()).hasSize(4);
        assertThat(local.out())
                .startsWith(
                        "only local: 5 cells, and none distant to compare them with\nrun 20261121-091500-local-7f3a\n")
                .contains("next: ./bench run --topology distant --db-host HOST");
    }

    @Test
    void collectOfTheOtherSideAsksForALocalRun() throws IOException {
        assertThat(bench("collect", "--results", save(RunExample.distant())).out())
                .startsWith("only distant: ")
                .contains("next: ./bench run --topology local");
    }

    @Test
    void collectTakesTheNewestMeasuredRunOfEachSide() throws IOException {
        RunExample older = new RunExample("20261120-000000-local-0000", Topology.LOCAL, 3, true);
        RunExample empty = new RunExample("20261122-000000-distant-0000", Topology.DISTANT, 3, true);
        String results = save(older, RunExample.local(), RunExample.distant(), empty);
        assertThat(bench("collect", "--results", results).out())
                .contains("· runs 20261121-091500-local-7f3a,\n  20261121-094500-distant-1c9d (INCOMPLETE)\n");
    }

    @Test
    void collectPrefersAMeasuredRunToANewerEmptyOne() throws IOException {
        String results = save(RunExample.local(), RunExample.distant(), endedEarly(Topology.LOCAL));
        assertThat(bench("collect", "--results", results).out())
                .contains("· runs 20261121-091500-local-7f3a,\n  20261121-094500-distant-1c9d (INCOMPLETE)\n");
    }

    @Test
    void collectTakesAnIncompleteRunIfThereIsNoOther() throws IOException {
        String results = save(RunExample.distant(), endedEarly(Topology.LOCAL));
        assertThat(bench("collect", "--results", results).out())
                .startsWith(
                        "runs 20261122-000000-local-0001 (INCOMPLETE), 20261121-094500-distant-1c9d (INCOMPLETE)\n");
    }

    /** A run newer than the examples, with one of the three forks of its cell. */
    private static RunExample endedEarly(Topology topology) {
        return new RunExample("20261122-000000-" + topology + "-0001", topology, 3, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62)
                .cutShort();
    }

    @Test
    void collectSkipsOtherDirectoriesWithAWarning() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        Files.createDirectory(Path.of(results, "old"));
        bench("collect", "--results", results).assertEnds(0).contains("warning: cannot read the run old, skipped: ");
    }

    @Test
    void collectWritesJsonToAFile() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        Path file = directory.resolve("both.json");
        Ended ended = bench("collect", "--results", results, "--format", "json", "--out", file.toString());
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).isEmpty();
        assertThat(Json.read(Files.readString(file), JsonNode.class)
                        .get("schema")
                        .asString())
                .isEqualTo("collect/1");
    }

    @Test
    void collectRefusesIncomparableRunsUnlessForced() throws IOException {
        String results = save(RunExample.local(), RunExample.distant().jdk("25.0.3+9"));
        Ended refused = bench("collect", "--results", results);
        assertThat(refused.code()).isEqualTo(6);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .contains("more than the distance differs")
                .contains("25.0.3+9")
                .contains("--force");
        Ended forced = bench("collect", "--results", results, "--force");
        assertThat(forced.code()).isZero();
        assertThat(forced.out())
                .contains("Not comparable")
                .contains("differs: JDK")
                .contains("Select1Row text");
    }

    @Test
    void collectHasTheSameRowsInEveryFormat() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        for (String format : ReportFormat.all().keySet()) {
            Ended ended = bench("collect", "--results", results, "--format", format);
            assertThat(ended.code()).as(format + ended.err()).isZero();
            assertThat(ended.out()).as(format).contains("Select1Row").contains("InsertBatch100");
        }
    }

    @Test
    void collectPredictsForRequestedDistances() throws IOException {
        RunExample local = RunExample.local().explained("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1, 140, 180);
        String results = save(local, RunExample.distant());
        JsonNode json = Json.read(
                bench("collect", "--results", results, "--format", "json", "--rtt", "20ms,350us")
                        .out(),
                JsonNode.class);
        JsonNode whatIf = json.at("/rows/0/whatIf");
        assertThat(whatIf.size()).isEqualTo(2);
        assertThat(whatIf.get(0).get("rttMicros").asDouble()).isEqualTo(350);
        assertThat(whatIf.get(1).get("micros").asDouble()).isBetween(20_050.0, 20_070.0);
    }

    @Test
    void collectReportsBadOptionsAtOnce() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        bench("collect", "--results", results, "--rtt", "0.35", "--contrast", "divers")
                .assertEnds(2)
                .contains(
                        "--rtt needs a time above 0, at most 60s, with its unit, like 350us, 0.35ms or 20ms, not 0.35")
                .contains("--contrast: divers")
                .contains("did you mean driver");
    }

    @Test
    void malformedBaseIsRefused() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        for (List<String> words : List.of(List.of("collect"), List.of("run", "--topology", "local", "--dry-run"))) {
            List<String> empty = new ArrayList<>(words);
            empty.addAll(List.of("--results", results, "--base", ""));
            Ended ended = bench(empty.toArray(String[]::new));
            ended.assertEnds(2).contains("--base names no cell; leave it out to compare with the first");
            empty.set(empty.size() - 1, "x".repeat(2001));
            ended = bench(empty.toArray(String[]::new));
            ended.assertEnds(2).contains("--base has 2001 characters; at most 2000 are allowed");
        }
    }

    @Test
    void collectWithoutRunsSaysHowToRecordOne() {
        bench("collect", "--results", directory.resolve("none").toString())
                .assertEnds(2)
                .contains("./bench run --topology local");
    }

    @Test
    void listShowsEveryKind() throws IOException {
        assertThat(bench("list", "scenarios").out()).contains("Select1Row", "BenchmarkSelect1RowPrepare*", "rewrite");
        assertThat(bench("list", "drivers").out())
                .contains("org.mariadb.jdbc:mariadb-java-client", "LGPL", "no mode hit: Drizzle JDBC cannot prepare");
        assertThat(bench("list", "profiles").out())
                .contains("smoke", "4–20 groups of 80 × 25 ms, until decided or ±3 %", "published-2016");
        assertThat(bench("list", "servers").out()).contains("install portable", "install external");
        String results = save(RunExample.local(), RunExample.distant());
        assertThat(bench("list", "runs", "--results", results).out())
                .containsPattern("(?m)^20261121-091500-local-7f3a +complete +local +mariadb,mysql +2 +[0-9]+[mhd]$")
                .containsPattern("(?m)^20261121-094500-distant-1c9d +open +distant +mariadb,mysql +2 +[0-9]+[mhd]$");
    }

    /** bench contacts no server here: it warns about the unencrypted connection before it reads the password. */
    @Test
    void externalServerNeedsATlsSetting(@TempDir Path place) throws IOException {
        String hosts = """
                hosts: { a: { address: localhost } }
                client: a
                servers:
                  theirs:
                    kind: mysql
                    install: external
                    address: 127.0.0.1
                    port: 1
                    admin: { user: u, password: { env: BENCH_NO_SUCH_VARIABLE } }
                """;
        Path file = Files.writeString(place.resolve("hosts.yaml"), hosts);
        String[] run = {
            "run",
            "--topology",
            "local",
            "--profile",
            "smoke",
            "--hosts",
            file.toString(),
            "--results",
            place + "/results"
        };
        bench(run).assertEnds(2).contains("hosts.yaml:5:5: servers.theirs is external and has no tls", "`tls: none`");
        Files.writeString(file, hosts + "    tls: none\n");
        bench(run)
                .assertEnds(2)
                .containsSubsequence(
                        "theirs: passwords and data travel unencrypted (tls: none, to 127.0.0.1)",
                        "the environment variable BENCH_NO_SUCH_VARIABLE is not set");
    }

    @Test
    void secretsOnTheCommandLineAreNotStored(@TempDir Path place) throws IOException {
        bench("run", "--topology", "distant", "--db-host", "me:planted-secret-4714@192.0.2.1")
                .assertEnds(2)
                .contains("--db-host: cannot understand me:***@192.0.2.1")
                .doesNotContain("planted");
        for (List<String> more : List.of(List.<String>of(), List.of("--no-such-option"))) {
            List<String> words = new ArrayList<>(List.of(
                    "run",
                    "--topology",
                    "local",
                    "--jvm-args",
                    "-Dx.password=planted-secret-4714 -Xss1m",
                    "--results",
                    place + "/results"));
            words.addAll(more);
            Ended ended = bench(words.toArray(String[]::new));
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.out() + ended.err()).doesNotContain("planted-secret-4714");
        }
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("planted-secret-4714");
            }
        }
    }

    @Test
    void helpListsTheExitCodes() {
        assertThat(bench("--help").out()).contains("Exit codes:").contains("130");
        assertThat(bench("run", "--help").out()).contains("--topology=local|distant");
    }

    public static Set<String> commands() {
        return Bench.commandLine(CommandContext.plain()).getSubcommands().keySet();
    }

    /** A named command is described without the others. */
    @Test
    void helpOfACommandIsTheSameWithoutTheOthers() {
        CommandContext around = CommandContext.plain();
        CommandLine all = Bench.commandLine(around);
        HelpPages.of(all, around.display().columns());
        all.getSubcommands().forEach((name, command) -> {
            Ended ended = bench(name, "--help");
            assertThat(ended.code()).as(name).isZero();
            assertThat(ended.out()).isEqualTo(command.getUsageMessage());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "help", "--help"})
    void helpFitsATerminalAndListsAllCommands(String line) {
        Ended ended = bench(line.isEmpty() ? new String[0] : new String[] {line});
        ended.assertEnds(0).isEmpty();
        assertThat(ended.out().lines()).hasSizeLessThanOrEqualTo(24).allMatch(text -> text.length() <= 80);
        assertThat(ended.out()).contains(commands());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--verbose", "-vv", "-q", "--quiet"})
    void commonOptionsMayPrecedeTheCommand(String option) {
        assertThat(bench(option, "list", "profiles").out())
                .isEqualTo(bench("list", "profiles", option).out())
                .contains("thorough");
        assertThat(bench(option, "nosuch").code()).isEqualTo(2);
    }

    @Test
    void helpGroupsOptions() {
        Ended ended = bench("help", "run");
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .containsSubsequence(
                        "\nWhere\n",
                        "--topology",
                        "\nWhat\n",
                        "--scenario",
                        "\nHow much\n",
                        "--budget",
                        "\nOutput\n",
                        "--wide",
                        "\nEvery command\n",
                        "--results",
                        "Examples:");
        assertThat(bench("help", "nosuch").code()).isEqualTo(2);
    }

    @Test
    void verboseAndQuietHaveAliases() {
        for (String option : List.of("-v", "-vv", "--verbose", "-q", "--quiet")) {
            assertThat(bench("list", "profiles", option).code()).as(option).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"scenario", "SCENARIOS", "driver", "server", "profile", "runs"})
    void listAcceptsSeveralKindsAndJson(String what) throws IOException {
        String results = save(RunExample.local());
        assertThat(bench("list", what, "--results", results).out()).isNotEmpty();
        Ended json = bench("list", what, "--results", results, "--format", "json");
        assertThat(Json.read(json.out(), JsonNode.class).at("/schema").asString())
                .isEqualTo(what.equals("runs") ? "runs/1" : "list/1");
    }

    @Test
    void runsOfADirectoryAreListed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");
        bench("list", "runs", "--results", file.toString()).assertEnds(2).contains("it is not a directory");
        Ended missing =
                bench("list", "runs", "--results", directory.resolve("nosuch").toString());
        missing.assertEnds(2).contains("there is no directory");
    }

    @Test
    void runIsFoundByTheEndOfItsId() throws IOException {
        String results = save(RunExample.local(), RunExample.distant());
        assertThat(bench("collect", "7f3a", "1c9d", "--results", results).out())
                .isEqualTo(bench("collect", "--results", results).out());
        assertThat(bench("collect", "latest", "--results", results).out())
                .contains("1c9d")
                .doesNotContain("7f3a");
    }

    @Test
    void baseWithoutACellIsRefused() throws IOException {
        bench("collect", "--results", save(RunExample.local(), RunExample.distant()), "--base", "mysq")
                .assertEnds(2)
                .contains("--base: no cell of these runs is mysq (did you mean mysql?)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0ms", "99999999999999999999s", "-1ms"})
    void impossibleDistanceIsRefused(String rtt) throws IOException {
        bench("collect", "--results", save(RunExample.local(), RunExample.distant()), "--rtt", rtt)
                .assertEnds(2)
                .contains("--rtt needs a time above 0");
    }

    @Test
    void topologyIsOptionalForRun() {
        String[] local = {"run", "--scenario", "nosuch"};
        assertThat(bench(local).err()).doesNotContain("--topology");
        String[] distant = {"run", "--db-host", "a:b:c"};
        assertThat(bench(distant).err()).contains("cannot understand a:b:c");
        String[] remote = {"run", "--topology", "REMOTE", "--profile", "Quick", "--mode", "TEXT"};
        bench(remote).assertEnds(2).contains("distant needs a database host").doesNotContain("is called");
    }

    @Test
    void unreadableFilesAreReported() throws IOException {
        Path binary = Files.write(directory.resolve("binary.sql"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(bench("run", "--sql", binary.toString()).err())
                .contains("it is not text in UTF-8")
                .doesNotContain("Exception");
        assertThat(bench("run", "--sql", directory.toString()).err()).doesNotContain("Exception");
        assertThat(bench("run", "--hosts", directory.resolve("no.yaml").toString())
                        .err())
                .contains("no.yaml: no such file or directory")
                .doesNotContain("Exception");
        bench(
                        "collect",
                        "--results",
                        save(RunExample.local(), RunExample.distant()),
                        "--out",
                        directory.resolve("no/file").toString())
                .assertEnds(4)
                .contains("no such file or directory")
                .doesNotContain("Exception", "Is there room");
    }

    /** This works for runs started anywhere, because bench contacts no host. */
    @ParameterizedTest
    @ValueSource(strings = {"attach", "stop", "resume"})
    void commandsSucceedOnAnEndedRun(String command) throws IOException {
        String results = save(RunExample.local());
        List<Event> before = RunExample.local().events();
        Event last = before.get(before.size() - 1);
        long seq = before.stream()
                .filter(event -> event.source() == Event.Source.ORCHESTRATOR)
                .count();
        Event end = new Event(seq + 1, last.at(), Event.Source.ORCHESTRATOR, new Fact.RunFinished("complete"));
        Path events = new RunStore(Path.of(results)).named("7f3a").events();
        Files.writeString(events, Json.line(end) + "\n", StandardOpenOption.APPEND);
        Ended ended = bench(command, "7f3a", "--results", results);
        ended.assertEnds(0).containsAnyOf("has ended", "is complete");
        assertThat(ended.out().isEmpty()).isEqualTo(command.equals("stop"));
    }

    @Test
    void unwritableResultsAreReportedFirst() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "text");
        bench("run", "--profile", "smoke", "--results", file.resolve("results").toString())
                .assertEnds(4)
                .contains("is not a directory")
                .doesNotContain("preparing");
    }

    @Test
    void cleanRejectsOptionsWithoutEffect() {
        assertThat(bench("clean", "--driver", "mysql").code()).isEqualTo(2);
        assertThat(bench("clean", "--install", "host").code()).isEqualTo(2);
    }
}
