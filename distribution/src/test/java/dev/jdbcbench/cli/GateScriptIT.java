package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.watch.WatchedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Executes the steps of the GitHub action and of the GitLab template like a runner does. */
@OnThisMachine
class GateScriptIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    private static final double[] TIMES = {100, 103, 98, 101, 99, 102};

    @TempDir
    private static Path shared = Path.of("");

    private static Unpacked bench;

    /**
     * A checkout with the launcher of the archive, because this checkout's launcher would start a build during the
     * other tests.
     */
    private static Path built;

    @TempDir
    private Path directory = Path.of("");

    private record Ended(int code, String out) {}

    @BeforeAll
    static void checkOut() throws Exception {
        bench = new Unpacked(shared);
        built = Files.createDirectory(shared.resolve("checkout"));
        Files.createSymbolicLink(built.resolve("bench"), bench.home().resolve("bin/bench"));
        Files.createDirectory(built.resolve("ci"));
        for (String script : List.of("gate", "judge")) {
            Files.copy(
                    CHECKOUT.resolve("ci").resolve(script),
                    built.resolve("ci").resolve(script),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    @AfterAll
    static void makeItRemovable() throws Exception {
        bench.makeRemovable();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object yaml) {
        return (Map<String, Object>) Objects.requireNonNull(yaml);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object yaml) {
        return (List<Object>) Objects.requireNonNull(yaml);
    }

    private static Map<String, Object> read(String file) throws IOException {
        return map(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(CHECKOUT.resolve(file))));
    }

    private Ended shell(String shell, String script, Map<String, String> environment) throws Exception {
        Path out = directory.resolve("out");
        ProcessBuilder process = new ProcessBuilder(shell, "-e", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        process.environment().putAll(environment);
        Process running = process.start();
        assertThat(running.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Ended(running.exitValue(), Files.readString(out));
    }

    /**
     * Replaces the same expressions as GitHub: inputs by these values or their defaults, and the directories of a
     * runner.
     */
    private String replaced(String text, Map<String, Object> inputs, Map<String, String> values) {
        String replaced = text.replace("${{ runner.temp }}", directory.toString());
        for (String input : inputs.keySet()) {
            String value = values.getOrDefault(
                    input, String.valueOf(map(inputs.get(input)).getOrDefault("default", "")));
            replaced = replaced.replace("${{ inputs." + input + " }}", value);
        }
        assertThat(replaced).doesNotContain("${{");
        return replaced;
    }

    /** What the steps of the action left behind. */
    private record Acted(Ended ended, String summary, Map<String, String> outputs) {}

    /** Executes the steps of the action that run a script, one after the other, like a runner. */
    private Acted act(Map<String, String> values) throws Exception {
        return act(values, built);
    }

    private Acted act(Map<String, String> values, Path checkout) throws Exception {
        Map<String, Object> action = read("action.yml");
        Map<String, Object> inputs = map(action.get("inputs"));
        Path summary = directory.resolve("summary");
        Path output = directory.resolve("output");
        Ended ended = new Ended(0, "");
        for (Object one : list(map(action.get("runs")).get("steps"))) {
            Map<String, Object> step = map(one);
            if (!step.containsKey("run")) {
                continue;
            }
            Map<String, String> environment = new LinkedHashMap<>();
            map(step.get("env")).forEach((name, value) -> {
                String text = String.valueOf(value)
                        .replace(
                                "${{ steps.gate.outputs.exit-code }}",
                                written(output).getOrDefault("exit-code", ""))
                        .replace("${{ steps.files.outputs.artifact-url }}", "https://ci.example/files/1");
                environment.put(name, replaced(text, inputs, values));
            });
            environment.putAll(Map.of(
                    "GITHUB_ACTION_PATH", checkout.toString(),
                    "GITHUB_STEP_SUMMARY", summary.toString(),
                    "GITHUB_OUTPUT", output.toString()));
            String run = String.valueOf(step.get("run"));
            assertThat(run)
                    .as("expressions in a command, which would be executed")
                    .doesNotContain("${{");
            ended = shell(String.valueOf(step.get("shell")), run, environment);
        }
        Map<String, String> outputs = written(output);
        assertThat(outputs.keySet()).containsExactlyElementsOf(new TreeMap<>(map(action.get("outputs"))).keySet());
        return new Acted(ended, Files.readString(summary), outputs);
    }

    private static Map<String, String> written(Path output) {
        Map<String, String> outputs = new TreeMap<>();
        try {
            if (Files.exists(output)) {
                Files.readAllLines(output).forEach(line -> outputs.put(line.split("=", 2)[0], line.split("=", 2)[1]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return outputs;
    }

    @Test
    @Full
    void actionFailsAPullRequestWithMoreRoundTripsUntilTheChangeIsAccepted() throws Exception {
        Map<String, String> values =
                Map.of("base", "mariadb@3.5.9", "candidate", "mariadb@3.5.10", "scenario", "PoolReadOnly:default");
        Acted failed = act(values);
        assertThat(failed.ended().code()).as(failed.ended().out()).isEqualTo(7);
        assertThat(failed.ended().out())
                .startsWith(
                        "::error title=bench gate::FAILED: mariadb 3.5.9 → mariadb 3.5.10. PoolReadOnly default waits")
                .hasLineCount(1);
        assertThat(failed.summary())
                .startsWith("### FAILED: mariadb 3.5.9 → mariadb 3.5.10")
                .contains("| 1 → 3 |", "[Files of this gate](https://ci.example/files/1)")
                .satisfies(text -> assertThat(text.lines().count()).isLessThan(60));
        assertThat(failed.outputs()).containsEntry("exit-code", "7");
        assertThat(Path.of(failed.outputs().getOrDefault("comment", "")))
                .content()
                .contains("### FAILED");
        assertThat(Path.of(failed.outputs().getOrDefault("junit", "")))
                .content()
                .contains("failures=\"1\"", "SET SESSION TRANSACTION READ ONLY");
        Ended accepted = shell(
                "sh",
                built.resolve("bench") + " compare mariadb@3.5.9 mariadb@3.5.10 --scenario PoolReadOnly:default"
                        + " --fail-above 5% --counts-only --results r --accept 'replicas refuse writes'",
                Map.of());
        assertThat(accepted.code()).as(accepted.out()).isZero();
        Files.delete(directory.resolve("summary"));
        Acted passed = act(values);
        assertThat(passed.ended().code()).as(passed.ended().out()).isZero();
        assertThat(passed.summary())
                .startsWith("### PASSED: ")
                .contains("accepted since 3.5.10 (replicas refuse writes)");
    }

    /** Puts a run where ci/gate looks for runs. */
    private void save(RunExample example) throws IOException {
        RunDirectory run = RunDirectory.create(directory.resolve("bench-gate/results"), example.plan());
        Files.write(run.events(), example.events().stream().map(Json::line).toList());
    }

    private static RunExample run(String end, String version, Transport transport) {
        return new RunExample("20261121-091500-local-" + end, Topology.LOCAL, 6, true)
                .transport(transport)
                .measuredAt(version, "Do1", Mode.TEXT, DriverCatalogue.MARIADB, TIMES);
    }

    private static RunExample measured(RunExample run, String version, String scenario, double factor) {
        return run.measuredAt(
                version,
                scenario,
                Mode.TEXT,
                DriverCatalogue.MARIADB,
                DoubleStream.of(TIMES).map(time -> time * factor).toArray());
    }

    /** The steps of the action over two runs that are there already. */
    private Acted actOfRuns() throws Exception {
        Acted acted = act(Map.of("base", "aaaa", "candidate", "bbbb", "check", "times"));
        assertThat(acted.summary().lines()).hasSizeLessThanOrEqualTo(60);
        assertThat(acted.ended().out()).startsWith("::").hasLineCount(1);
        assertThat(acted.outputs())
                .containsEntry("exit-code", String.valueOf(acted.ended().code()));
        return acted;
    }

    private static String junit(Acted acted) throws IOException {
        return Files.readString(Path.of(acted.outputs().getOrDefault("junit", "")));
    }

    /** A job has these settings in its environment, which each process of bench inherits. */
    @Test
    void settingsOfAGateMeanNothingToHosts() throws Exception {
        String script =
                Files.readString(CHECKOUT.resolve("orchestrator/src/main/resources/dev/jdbcbench/host/host.sh"));
        List<String> settings = Pattern.compile("BENCH_[A-Z_]+")
                .matcher(Files.readString(CHECKOUT.resolve("ci/gate")))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(settings).contains("BENCH_BASE", "BENCH_OUT");
        assertThat(script).doesNotContain(settings);
    }

    @Test
    void slowerCandidateFailsUntilItIsAccepted() throws Exception {
        save(measured(run("aaaa", "1.0", Transport.TCP), "1.0", "Select1Row", 1));
        save(measured(run("bbbb", "2.0", Transport.TCP), "2.0", "Select1Row", 1.2));
        Acted failed = actOfRuns();
        assertThat(failed.ended().code()).as(failed.ended().out()).isEqualTo(7);
        assertThat(failed.ended().out())
                .startsWith("::error title=bench gate::FAILED: mariadb 1.0")
                .contains("Select1Row text became slower: +20 %25");
        assertThat(failed.summary()).startsWith("### FAILED: ").contains("**Select1Row text became slower: +20 % ");
        assertThat(junit(failed)).contains("tests=\"2\" failures=\"1\"");
        Files.writeString(
                directory.resolve("bench-expected.yaml"),
                "accepted:\n  - { row: Select1Row text, driver: mariadb, server: mariadb, since: \"2.0\", time: 1.25,"
                        + " reason: checks its input }\n");
        Files.delete(directory.resolve("summary"));
        Acted accepted = actOfRuns();
        assertThat(accepted.ended().code()).as(accepted.ended().out()).isZero();
        assertThat(accepted.ended().out()).startsWith("::notice title=bench gate::PASSED: mariadb 1.0");
        assertThat(accepted.summary()).startsWith("### PASSED: ").contains("(checks its input)");
        assertThat(junit(accepted)).contains("failures=\"0\"");
    }

    @Test
    void candidateWhoseOwnCodeNeedsMoreFails() throws Exception {
        save(measured(run("aaaa", "1.0", Transport.MEMORY), "1.0", "Select1Row", 1));
        save(measured(run("bbbb", "2.0", Transport.MEMORY), "2.0", "Select1Row", 1.2));
        Acted failed = actOfRuns();
        assertThat(failed.ended().code()).as(failed.ended().out()).isEqualTo(7);
        assertThat(failed.ended().out())
                .startsWith("::error title=bench gate::FAILED: ")
                .contains("Select1Row text needs more CPU time of the driver's own: ");
        assertThat(failed.summary()).startsWith("### FAILED: ").contains("above 1 %", "Own: ");
        assertThat(junit(failed)).contains("classname=\"bench.mariadb.own\"", "failures=\"1\"");
    }

    @Test
    void rowThatVanishedFails() throws Exception {
        save(measured(run("aaaa", "1.0", Transport.TCP), "1.0", "Select1Row", 1));
        save(run("bbbb", "2.0", Transport.TCP));
        Acted lost = actOfRuns();
        assertThat(lost.ended().code()).as(lost.ended().out()).isEqualTo(7);
        assertThat(lost.ended().out())
                .startsWith("::error title=bench gate::FAILED: ")
                .contains("Select1Row text is lost");
        assertThat(junit(lost)).contains("tests=\"2\" failures=\"1\"");
    }

    @Test
    void runsOfDifferentHostsAreUndecided() throws Exception {
        save(run("aaaa", "1.0", Transport.TCP));
        save(run("bbbb", "2.0", Transport.TCP).jdk("21.0.1"));
        Acted undecided = actOfRuns();
        assertThat(undecided.ended().code()).as(undecided.ended().out()).isEqualTo(6);
        assertThat(undecided.ended().out()).startsWith("::warning title=bench gate::UNDECIDED");
        assertThat(undecided.summary()).startsWith("### UNDECIDED");
    }

    @Test
    @Full
    void actionFailsAPullRequestThatLosesAMode() throws Exception {
        Acted lost = act(
                Map.of("base", "mariadb@4.0.0", "candidate", "mariadb@3.5.4", "scenario", "InsertBatch100:rewrite"));
        assertThat(lost.ended().code()).as(lost.ended().out()).isEqualTo(7);
        assertThat(lost.ended().out())
                .startsWith("::error title=bench gate::FAILED: ")
                .contains("InsertBatch100 rewrite is lost: ", "mariadb 3.5.4: mode rewrite did not take effect");
        assertThat(lost.summary()).startsWith("### FAILED: mariadb 4.0.0 → mariadb 3.5.4");
        assertThat(junit(lost)).contains("failures=\"1\"", "name=\"InsertBatch100 rewrite\"");
    }

    @Test
    @Full
    void actionFailsAPullRequestWhoseDriverNeedsMoreCpuTime() throws Exception {
        Path real = WatchedServer.jars(DriverCatalogue.MARIADB, "3.5.9", Transport.TCP)
                .get(0);
        Path slower = SlowedDriver.jar(directory, real, 400);
        Acted own = act(Map.of(
                "base", "mariadb@3.5.9",
                "candidate", "mariadb@" + slower,
                "scenario", "Do1:text",
                "check", "own",
                "budget", "1m"));
        assertThat(own.ended().code()).as(own.ended().out()).isEqualTo(7);
        assertThat(own.ended().out())
                .startsWith("::error title=bench gate::FAILED: ")
                .contains("Do1 text needs more CPU time of the driver's own: ");
        assertThat(own.summary()).contains("▲");
        assertThat(junit(own)).contains("classname=\"bench.mariadb.own\"", "failures=\"1\"");
    }

    /** A stand-in for bench that ends like one on an unsuitable host. */
    @Test
    void actionIsUndecidedOnAnUnsuitableHost() throws Exception {
        Path unfit = Files.createDirectories(directory.resolve("unfit/ci"));
        for (String script : List.of("gate", "judge")) {
            Files.copy(built.resolve("ci").resolve(script), unfit.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Path stand = Files.writeString(
                unfit.resolveSibling("bench"), "#!/bin/sh\necho 'bench: other processes use the CPU' >&2\nexit 6\n");
        assertThat(stand.toFile().setExecutable(true)).isTrue();
        Acted undecided = act(Map.of("base", "mariadb@3.5.9", "candidate", "mariadb@3.5.10"), unfit.getParent());
        assertThat(undecided.ended().code()).isEqualTo(6);
        assertThat(undecided.ended().out())
                .isEqualTo(
                        "::warning title=bench gate::UNDECIDED. bench ended with 6 and compared nothing; the log of the job says"
                                + " why.\n");
        assertThat(undecided.summary()).contains("### UNDECIDED", "bench ended with 6 and compared nothing");
        assertThat(Path.of(undecided.outputs().getOrDefault("junit", "")))
                .content()
                .contains("errors=\"1\"", "bench ended with 6");
    }

    /** A stand-in for bench that fails the second of three gates, and has no verdict for the third. */
    @Test
    void gatesOfEqualDriversAreCounted() throws Exception {
        Path stand = Files.writeString(
                directory.resolve("stand-in"),
                "#!/bin/sh\necho \"$*\" >>calls\nset -- $(wc -l <calls)\n[ $1 = 1 ] || { [ $1 = 2 ] && exit 7; exit 5; }\n");
        assertThat(stand.toFile().setExecutable(true)).isTrue();
        Path jar = DriverJar.of(directory, "some", "/slow/Driver.java.txt", Map.of("@PERCENT@", "0"), Map.of());
        Ended ended = shell(
                "sh", CHECKOUT.resolve("ci/equal-gates") + " 3 Do1:text " + jar, Map.of("BENCH", stand.toString()));
        assertThat(ended.code()).as(ended.out()).isEqualTo(1);
        assertThat(ended.out())
                .contains("gate 2: exit 7 after ")
                .endsWith("1 of 3 gates failed, 1 without a verdict\n");
        assertThat(directory.resolve("calls"))
                .content()
                .contains(
                        "compare " + jar + " ",
                        "/candidate.jar --hosts none --scenario Do1:text --fail-above 10% --own ");
    }

    /** GitHub's API, as far as a comment needs it. */
    @Test
    void commentIsUpdatedInPlace() throws Exception {
        Path table =
                Files.writeString(directory.resolve("table.md"), "### FAILED by @someone\n\n<!-- bench: files -->\n");
        List<String> requests = new ArrayList<>();
        List<String> bodies = new ArrayList<>();
        AtomicInteger status = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", call -> {
            requests.add(call.getRequestMethod() + " " + call.getRequestURI().getPath() + " "
                    + call.getRequestHeaders().getFirst("Authorization"));
            String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String answer = "{\"id\": 17}";
            int code = status.get();
            if (code == 0) {
                boolean lists = call.getRequestMethod().equals("GET");
                code = call.getRequestMethod().equals("POST") ? 201 : 200;
                if (lists) {
                    answer = bodies.isEmpty()
                            ? "[{\"id\": 3, \"body\": \"hello\"}]"
                            : "[{\"id\": 17, \"body\": \"<!-- bench: gate -->\"}]";
                } else {
                    bodies.add(body);
                }
            }
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(code, bytes.length);
            call.getResponseBody().write(bytes);
            call.close();
        });
        server.start();
        try {
            Map<String, String> environment = new TreeMap<>(Map.of(
                    "BENCH_TABLE", table.toString(),
                    "BENCH_FILES", "https://ci.example/runs/1",
                    "BENCH_PULL", "5",
                    "GITHUB_TOKEN", "t0ken",
                    "GITHUB_REPOSITORY", "some/driver",
                    "GITHUB_API_URL", "http://127.0.0.1:" + server.getAddress().getPort()));
            String script = CHECKOUT.resolve("ci/comment/comment").toString();
            assertThat(shell("sh", script, environment).out()).isEqualTo("comment 17 written\n");
            assertThat(shell("sh", script, environment).out()).isEqualTo("comment 17 updated\n");
            assertThat(requests)
                    .containsExactly(
                            "GET /repos/some/driver/issues/5/comments Bearer t0ken",
                            "POST /repos/some/driver/issues/5/comments Bearer t0ken",
                            "GET /repos/some/driver/issues/5/comments Bearer t0ken",
                            "PATCH /repos/some/driver/issues/comments/17 Bearer t0ken");
            assertThat(bodies)
                    .allMatch(body -> body.contains("<!-- bench: gate -->\\n### FAILED by @\u200bsomeone")
                            && body.contains("[Files of this gate](https://ci.example/runs/1)"));
            status.set(403);
            Ended refused = shell("sh", script, environment);
            assertThat(refused.code()).isZero();
            assertThat(refused.out()).contains("no right to comment");
            status.set(500);
            assertThat(shell("sh", script, environment).code()).isEqualTo(4);
        } finally {
            server.stop(0);
        }
    }

    @Test
    @Full
    void gitLabTemplateRunsTheSameGate() throws Exception {
        Map<String, Object> job = map(read("ci/gitlab.yml").get(".bench-gate"));
        Files.createSymbolicLink(directory.resolve(".bench"), built);
        Map<String, String> environment = new LinkedHashMap<>();
        map(job.get("variables")).forEach((name, value) -> environment.put(name, String.valueOf(value)));
        environment.putAll(Map.of(
                "BENCH_BASE", "mariadb@3.5.9",
                "BENCH_CANDIDATE", "mariadb@3.5.10",
                "BENCH_SCENARIO", "Do1:text"));
        List<String> script = new ArrayList<>();
        list(job.get("script")).forEach(line -> script.add(String.valueOf(line)));
        Ended ended = shell("sh", String.join("\n", script), environment);
        assertThat(ended.code()).as(ended.out()).isZero();
        Object junit = map(map(job.get("artifacts")).get("reports")).get("junit");
        assertThat(directory.resolve(String.valueOf(junit))).content().contains("tests=\"1\"", "failures=\"0\"");
        assertThat(ended.out()).contains("1 of 1 operation exchanges the same with the server");
    }

    private Ended gate(Map<String, String> more) throws Exception {
        Map<String, String> environment = new TreeMap<>(Map.of(
                "CI", "true",
                "BENCH_BASE", "mariadb@3.5.9",
                "BENCH_CANDIDATE", "mariadb@3.5.10",
                "BENCH_SCENARIO", "NoSuchScenario"));
        environment.putAll(more);
        return shell("sh", built.resolve("ci/gate").toString(), environment);
    }

    /** A pull request can bring a hosts file with its own host, and the name of a variable to send there. */
    @Test
    void hostsFileOfTheCheckoutIsReadOnlyWhereTheJobNamesIt() throws Exception {
        Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { a: { address: 198.51.100.7, password: { env: TOKEN }, jva: x } }\nclient: a\n");
        Ended found = gate(Map.of());
        assertThat(found.out()).contains("unknown scenario: NoSuchScenario").doesNotContain("hosts.yaml");
        Ended named = gate(Map.of("BENCH_HOSTS", "hosts.yaml"));
        assertThat(named.code()).isEqualTo(2);
        assertThat(named.out()).contains("unknown key hosts.a.jva");
    }

    @Test
    void foundHostsFileIsRefusedInACiJob() throws Exception {
        Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { a: { address: 198.51.100.7, password: { env: TOKEN } } }\nclient: a\n");
        Ended ended = shell("sh", built.resolve("bench") + " check", Map.of("CI", "true"));
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).contains("CI is set", "hosts.yaml:1:38: hosts.a.password", "--hosts none");
    }

    @Test
    void gateWithoutACandidateSaysWhatIsMissing() throws Exception {
        Ended ended = shell("sh", built.resolve("ci/gate").toString(), Map.of("BENCH_BASE", "mariadb@3.5.9"));
        assertThat(ended.code()).isNotZero();
        assertThat(ended.out()).contains("BENCH_CANDIDATE", "set it to the candidate");
        Ended check = shell(
                "sh",
                built.resolve("ci/gate").toString(),
                Map.of("BENCH_BASE", "mariadb@3.5.9", "BENCH_CANDIDATE", "mariadb", "BENCH_CHECK", "speed"));
        assertThat(check.code()).isEqualTo(2);
        assertThat(check.out()).contains("counts, own or times, not speed");
    }
}
