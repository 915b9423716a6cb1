package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import java.io.IOException;
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
        Files.copy(CHECKOUT.resolve("ci/gate"), built.resolve("ci/gate"), StandardCopyOption.COPY_ATTRIBUTES);
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

    @Test
    @Full
    void actionFailsAPullRequestWithMoreRoundTrips() throws Exception {
        Map<String, Object> action = read("action.yml");
        Map<String, Object> inputs = map(action.get("inputs"));
        Map<String, Object> step = list(map(action.get("runs")).get("steps")).stream()
                .map(GateScriptIT::map)
                .filter(one -> one.containsKey("run"))
                .findFirst()
                .orElseThrow();
        Map<String, String> values =
                Map.of("base", "mariadb@3.5.9", "candidate", "mariadb@3.5.10", "scenario", "PoolReadOnly:default");
        Map<String, String> environment = new LinkedHashMap<>();
        map(step.get("env"))
                .forEach((name, value) -> environment.put(name, replaced(String.valueOf(value), inputs, values)));
        Path summary = directory.resolve("summary");
        Path output = directory.resolve("output");
        environment.putAll(Map.of(
                "GITHUB_ACTION_PATH", built.toString(),
                "GITHUB_STEP_SUMMARY", summary.toString(),
                "GITHUB_OUTPUT", output.toString()));
        String run = String.valueOf(step.get("run"));
        assertThat(run).as("expressions in a command, which would be executed").doesNotContain("${{");
        Ended ended = shell(String.valueOf(step.get("shell")), run, environment);
        assertThat(ended.code()).as(ended.out()).isEqualTo(7);
        assertThat(Files.readString(summary)).contains("### mariadb 3.5.9 → mariadb 3.5.10", "| 1 → 3 |");
        Map<String, String> outputs = new TreeMap<>();
        Files.readAllLines(output).forEach(line -> outputs.put(line.split("=", 2)[0], line.split("=", 2)[1]));
        assertThat(outputs.keySet()).containsExactlyElementsOf(new TreeMap<>(map(action.get("outputs"))).keySet());
        assertThat(outputs).containsEntry("exit-code", "7");
        assertThat(Path.of(outputs.getOrDefault("comment", ""))).hasContent(Files.readString(summary));
        assertThat(Path.of(outputs.getOrDefault("junit", ""))).content().contains("failures=\"1\"");
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
        assertThat(found.out()).contains("no scenario is called NoSuchScenario").doesNotContain("hosts.yaml");
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
        assertThat(check.out()).contains("counts or times, not speed");
    }
}
