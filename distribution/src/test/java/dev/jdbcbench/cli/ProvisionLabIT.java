package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.Lab.View;
import dev.jdbcbench.LabServers;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.Snapshot;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Provisions a database by every method on hosts that have none; afterwards the hosts are as before, byte for byte. */
@RealMachine
class ProvisionLabIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("");

    private Lab lab = Lab.up("0.35ms");
    private Optional<Snapshot> clientBefore = Optional.empty();
    private Optional<Snapshot> databaseBefore = Optional.empty();

    /** Prepares the servers before the lab starts, because this takes a while. */
    @BeforeAll
    static void serversAreThere() {
        if (Lab.possible()) {
            LabServers.mariaDbArchive();
            LabServers.mySqlArchive();
            LabServers.repository();
        }
    }

    private void remember(View database) {
        clientBefore = Optional.of(lab.snapshot("client", View.WRITABLE));
        databaseBefore = Optional.of(lab.snapshot("db", database));
    }

    @AfterEach
    void down() {
        lab.close();
    }

    private Ended bench(String... args) {
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of("--hosts", directory.resolve("hosts.yaml").toString()));
        all.addAll(List.of("--results", directory.resolve("results").toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    private void hostsFile(String servers) throws IOException {
        String text = Files.readString(lab.hosts())
                .replace("identity: id_ed25519", "identity: " + lab.hosts().resolveSibling("id_ed25519"));
        Files.writeString(directory.resolve("hosts.yaml"), text + servers);
    }

    private void assertHostsAreAsBefore(View database) {
        databaseBefore.orElseThrow().assertSame(lab.snapshot("db", database));
        clientBefore.orElseThrow().assertSame(lab.snapshot("client", View.WRITABLE));
    }

    private Ended measure(String servers) {
        return bench(Words.of(
                "run --topology distant --server {} --driver mariadb --profile smoke --forks 1 "
                        + "--iterations 4 --iteration-time 100ms --scenario Select1Row --mode text",
                servers));
    }

    @Test
    void everySourceServesARunAndCleanRestoresTheHosts() throws IOException {
        Path mariaDb = LabServers.mariaDbArchive();
        Path mySql = LabServers.mySqlArchive();
        lab.removeDatabases("db", LabServers.repository());
        remember(View.ALL);
        hostsFile("""
            servers:
              portable: { kind: mariadb, install: portable }
              package: { kind: mariadb, install: package, version: "10.11" }
              archive: { kind: mariadb, install: archive, version: "11.8", archive: { path: %s, sha256: %s } }
              mysql: { kind: mysql, install: archive, version: "9.7", archive: { path: %s, sha256: %s } }
              installed: { kind: mysql, install: host }
            """.formatted(mariaDb, LabServers.sha256(mariaDb), mySql, LabServers.sha256(mySql)));

        Ended dry = bench("provision", "--topology", "distant", "--server", "package", "--dry-run");
        assertThat(dry.code()).as(dry.err()).isZero();
        assertThat(dry.out()).contains("db$ ", "apt-get", "client← ");

        Ended check = bench("check", "--topology", "distant", "--server", "package");
        assertThat(check.code()).as(check.out() + check.err()).isZero();
        assertThat(check.out())
                .contains("not tried  programs and jars are not on the hosts yet", "; not tried: package login");
        assertThat(lab.exec("db", "ls", "-A", "/home/bench").out()).isEqualTo(".ssh\n");
        assertThat(lab.exec("client", "ls", "-A", "/home/bench").out()).isEqualTo(".ssh\n");

        Map<String, String> said = Map.of(
                "package on db: 10.11", "(package)",
                "portable on db: 11.4", "(portable)",
                "archive on db: 11.8", "(archive)",
                "mysql on db: 9.7", "(archive)");
        Ended run = measure(
                said.keySet().stream().map(line -> line.split(" ", -1)[0]).collect(Collectors.joining(",")));
        assertThat(run.code()).as(run.err()).isZero();
        said.forEach((server, source) -> {
            assertThat(run.err()).contains(server, source);
            assertThat(run.out()).contains(server.replace(" on db:", ""));
        });

        Ended again =
                bench("provision", "--topology", "distant", "--server", "package", "--driver", "mariadb", "--dry-run");
        assertThat(again.out()).as("the second run transfers nothing").doesNotContain("apt-get", "client← ");

        lab.script("db", "mkdir /usr/local/mysql");
        lab.copy(LabServers.mySql(), "db", "/usr/local/mysql");
        Ended installed = measure("installed");
        assertThat(installed.code()).as(installed.err()).isZero();
        assertThat(installed.err()).contains("installed on db: 9.7", "(host)");
        lab.script("db", "rm -r /usr/local/mysql");

        Ended clean = bench("clean");
        assertThat(clean.code()).as(clean.err()).isZero();
        assertHostsAreAsBefore(View.ALL);
    }

    /**
     * Patterns of logged commands. The test kills bench when bench logs the command: while it runs, or right after it.
     */
    private static final List<String> STEPS = List.of(
            "client: .* ← .*agent.jar",
            "mkdir .* && tar -xzf",
            "db\\$ .* begin ",
            "db\\$ .* launch .*install-db",
            "db\\$ .* launch .*mariadbd",
            "client\\$ .* begin .*/probe");

    @Test
    void provisionAndCleanSucceedAfterAKillInAnyStep() throws IOException, InterruptedException {
        Path mariaDb = LabServers.mariaDbArchive();
        hostsFile("""
            servers:
              archive: { kind: mariadb, install: archive, archive: { path: %s, sha256: %s } }
            """.formatted(mariaDb, LabServers.sha256(mariaDb)));
        remember(View.WRITABLE);
        for (String step : STEPS) {
            // bench gets past the previous step, so leftovers of that step do not block it.
            killAt(step);
            if (step.contains("launch")) {
                Ended clean = bench("clean", "--keep-cache");
                assertThat(clean.code()).as(step + "\n" + clean.err()).isZero();
                assertThat(clean.err()).as(step).contains("db: removed what run");
            }
        }
        Ended next = bench("provision", "--topology", "distant", "--driver", "mariadb");
        assertThat(next.code()).as(next.err()).isZero();
        Ended clean = bench("clean");
        assertThat(clean.code()).as(clean.err()).isZero();
        assertThat(clean.err()).contains("removed what run");
        assertHostsAreAsBefore(View.WRITABLE);
    }

    /** Kills bench when it logs a command. */
    private void killAt(String step) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.jdbcbench.cli.Bench",
                        "provision",
                        "-v",
                        "--topology",
                        "distant",
                        "--driver",
                        "mariadb",
                        "--hosts",
                        directory.resolve("hosts.yaml").toString())
                .redirectErrorStream(true)
                .start();
        boolean found = false;
        StringBuilder all = new StringBuilder();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null && !found; line = lines.readLine()) {
                all.append(line).append('\n');
                found = line.matches(".*" + step + ".*");
            }
            process.destroyForcibly();
        }
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(found).as(step + " in\n" + all).isTrue();
    }
}
