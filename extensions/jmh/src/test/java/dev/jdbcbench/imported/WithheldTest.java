package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What files of JMH say of hosts, accounts and secrets. */
class WithheldTest {
    private static String result(String benchmark, Map<String, String> params, String more) {
        return """
                {"benchmark": "%s", "mode": "avgt", "threads": 1, "forks": 2, "params": %s, %s
                 "primaryMetric": {"scoreUnit": "us/op", "rawData": [[2.0], [2.1]]}}""".formatted(benchmark, Json.line(params), more);
    }

    private static String file(String... results) {
        return Stream.of(results).collect(Collectors.joining(",\n", "[", "]"));
    }

    private static String file(Map<String, String> params) {
        return file(result("a.B.m", params, ""));
    }

    private static ImportedRun run(String text) {
        return ImportedRunTest.run("x.json", text, Topology.LOCAL);
    }

    /** Everything that is written or printed of a run. */
    private static String all(ImportedRun run) {
        Fold fold = new Fold(run.plan(), run.events());
        return Json.pretty(run.plan())
                + run.events().stream().map(Json::line).collect(Collectors.joining("\n"))
                + Json.pretty(fold.results())
                + JmhJson.of(fold)
                + Rendered.wide(fold.results())
                + run.notes()
                + run.problems();
    }

    private static void assertWithheld(ImportedRun run) {
        assertThat(all(run)).doesNotContain("hunter2", "db7", "carol", "203.0.113");
    }

    private static List<Map<String, String>> params(ImportedRun run) {
        return run.plan().cells().stream().map(Cell::params).toList();
    }

    @Test
    void parametersThatMayBeSecretAreLeftOutByNameOrValue() {
        ImportedRun run = run(file(Map.of(
                "password", "hunter2",
                "secretKey", "hunter2",
                "authToken", "hunter2",
                "host", "db7",
                "username", "carol",
                "url", "jdbc:mariadb://db7/test?user=carol&password=hunter2",
                "target", "db7.internal",
                "peer", "203.0.113.9",
                "folder", "/home/carol/x",
                "size", "10")));
        assertWithheld(run);
        assertThat(params(run)).containsExactly(Map.of("size", "10"));
        assertThat(run.notes())
                .contains(
                        "Parameters left out because they may name hosts or passwords: authToken, folder, host, password,"
                                + " peer, secretKey, target, url, username.");
    }

    @Test
    void driverThatIsAUrlIsLeftOut() {
        ImportedRun run = run(file(Map.of("driver", "jdbc:mariadb://db7/test?user=carol&password=hunter2")));
        assertWithheld(run);
        assertThat(run.plan().cells().get(0).driver()).isEqualTo("unknown");
    }

    @Test
    void parametersOfALogAreLeftOut() {
        ImportedRun run = ImportedRunTest.run("x.txt", """
                # JMH 1.14 (released 19 days ago)
                # VM options: -Dtoken=hunter2 carol -hunter2 -Xmx128m
                # Measurement: 1 iterations, 1 s each
                # Benchmark mode: Average time, time/op
                # Benchmark: a.B.m
                # Parameters: (password = hunter2, size = 10, url = jdbc:mariadb://db7/x?a=1, b=2)

                # Fork: 1 of 2
                Iteration   1: 2.000 us/op

                # Fork: 2 of 2
                Iteration   1: <failure>

                java.sql.SQLException: Access denied for user 'carol'@'db7' (using password: hunter2)

                # Run complete. Total time: 00:00:10
                """, Topology.LOCAL);
        assertWithheld(run);
        assertThat(params(run)).containsExactly(Map.of("size", "10"));
        assertThat(run.problems()).hasSize(1);
        assertThat(run.plan().jvmArgs()).containsExactly("-Xmx128m");
    }

    @Test
    void benchmarksThatOnlyALeftOutParameterDistinguishesKeepItsNumber() {
        ImportedRun run = run(file(
                result("a.B.m", Map.of("url", "jdbc:mariadb://db7/x", "password", "hunter2", "size", "1"), ""),
                result("a.B.m", Map.of("url", "jdbc:mariadb://db8/x", "password", "hunter2", "size", "1"), ""),
                result("a.B.m", Map.of("url", "jdbc:mariadb://db7/x", "password", "hunter2", "size", "2"), ""),
                result("a.B.m", Map.of("size", "1", "password", "hunter2"), "")));
        assertWithheld(run);
        assertThat(params(run))
                .containsExactly(
                        Map.of("url", "url-1", "size", "1"),
                        Map.of("url", "url-2", "size", "1"),
                        Map.of("url", "url-1", "size", "2"),
                        Map.of("size", "1"));
        assertThat(run.notes())
                .contains(
                        "Parameters left out because they may name hosts or passwords: password, url. Of url, whose values"
                                + " distinguish benchmarks, a number is kept, in the order of the file.");
    }

    /** A value that looks like the number of another does not become equal to it. */
    @Test
    void numbersOfValuesAreNoValues() {
        ImportedRun run = run(file(
                result("a.B.m", Map.of("target", "target-2"), ""),
                result("a.B.m", Map.of("target", "db7.internal"), "")));
        assertWithheld(run);
        assertThat(params(run)).containsExactly(Map.of("target", "target-1"), Map.of("target", "target-2"));
    }

    @Test
    void onlyOptionsOfTheJvmItselfAreKept() {
        ImportedRun run = run(file(result("a.B.m", Map.of(), """
                "jvmArgs": ["-Xmx1g", "-XX:+UseG1GC", "-XX:OnOutOfMemoryError=mail hunter2@db7.internal", "-cp",
                  "/home/carol/x.jar", "@/home/carol/args", "-Dcarol=1 -hunter2", "-javaagent:/home/carol/a.jar",
                  "-Duser.language=en"],
                "vmName": "VM of carol at db7.internal", "jdkVersion": "17.0.1 by carol@db7", "vmVersion": "17.0.1+12",
                """)));
        assertThat(all(run)).doesNotContain("hunter2", "db7", "/home", "VM of");
        assertThat(run.plan().jvmArgs()).containsExactly("-Xmx1g", "-XX:+UseG1GC", "-Duser.language=en");
        assertThat(run.notes())
                .contains(
                        "JVM options left out because they may name hosts or passwords: -Dcarol, -XX:OnOutOfMemoryError, -cp,"
                                + " -javaagent, others.");
    }
}
