package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.desk.Desk;
import dev.jdbcbench.watch.FakeDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What needs no host of its own works on a desk that is not Linux, as far as it can be emulated. */
class DeskIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private static Path shared = Path.of("");

    private static Unpacked bench;

    @TempDir
    private Path directory = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        bench = new Unpacked(shared);
    }

    @AfterAll
    static void makeItRemovable() throws Exception {
        bench.makeRemovable();
    }

    private Ended ended(Desk desk, boolean hosts, String... words) throws Exception {
        List<String> command = new ArrayList<>(desk.command(bench.home()));
        command.addAll(List.of(words));
        Map<String, String> environment = desk.environment(shared, bench.program(""), hosts);
        return bench.run(environment, command.toArray(String[]::new));
    }

    private Ended run(Desk desk, boolean hosts, String... words) throws Exception {
        Ended ended = ended(desk, hosts, words);
        assertThat(ended.code()).as(List.of(words) + ended.err()).isZero();
        assertThat(ended.err()).doesNotContain("not found", "Unsupported", "bug");
        return ended;
    }

    private Ended run(Desk desk, String... words) throws Exception {
        return run(desk, false, words);
    }

    private Path samples() throws IOException {
        Path from = CHECKOUT.resolve("docs/samples/runs");
        Path to = directory.resolve("results");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return to;
    }

    @ParameterizedTest
    @EnumSource
    void resultsAreReadAndWritten(Desk desk) throws Exception {
        String results = samples().toString();
        String run = "20261125-042826-local-5530";
        assertThat(run(desk, "collect", "--results", results).out()).contains("24 cells");
        assertThat(run(desk, "list", "runs", "--results", results).out()).contains(run);
        run(
                desk,
                "report",
                run,
                "--results",
                results,
                "--out",
                directory.resolve("page.html").toString());
        assertThat(directory.resolve("page.html")).content().contains("figure-");
        run(
                desk,
                "report",
                run,
                "--results",
                results,
                "--out",
                directory.resolve("page.html").toString());
        run(desk, "history", "--results", results);
        String jmh = CHECKOUT.resolve("extensions/jmh/src/test/resources/dev/jdbcbench/imported/jmh-1.14.json")
                .toString();
        String imported = directory.resolve("imported").toString();
        run(desk, "import", jmh, "--topology", "local", "--results", imported);
        assertThat(run(desk, "list", "runs", "--results", imported).out()).contains("import");
        assertThat(run(desk, "list", "drivers").out()).contains("mariadb");
    }

    /** A recording of an application; the relay that makes one needs a database, but no host. */
    @ParameterizedTest
    @EnumSource
    void applicationIsWatchedAndItsRecordingExplained(Desk desk) throws Exception {
        try (FakeDatabase database = new FakeDatabase()) {
            int port = WatchCommandIT.freePort();
            Path recording = directory.resolve("shop.json");
            FutureTask<Ended> watching = new FutureTask<>(() -> ended(
                    desk,
                    false,
                    "watch",
                    "--to",
                    "127.0.0.1:" + database.address().getPort(),
                    "--listen",
                    "127.0.0.1:" + port,
                    "--for",
                    "5s",
                    "--record",
                    recording.toString()));
            new Thread(watching, "watch under test").start();
            try (FakeDatabase.Client client = WatchCommandIT.connected(port)) {
                for (int i = 0; i < 10; i++) {
                    client.query("INSERT INTO t VALUES ('" + i + "')");
                }
            }
            assertThat(watching.get().code()).as(watching.get().err()).isZero();
            assertThat(run(desk, "explain", recording.toString()).out()).contains("INSERT INTO t");
        }
    }

    /** Drivers and databases need Linux, and the message says where. */
    @ParameterizedTest
    @EnumSource
    void nothingIsMeasuredOnTheDesk(Desk desk) throws Exception {
        Ended ended = ended(desk, false, "run", "--topology", "local", "--profile", "smoke");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("bench: localhost is ", "bench measures on Linux", "`client:` of the hosts file");
    }

    /** Client and database are Linux hosts, which the desk reaches over SSH. */
    @Test
    void hostsThatAreLinuxMeasureForWindows() throws Exception {
        measure(Desk.WINDOWS);
    }

    @Test
    @Full
    void hostsThatAreLinuxMeasureForAMac() throws Exception {
        measure(Desk.MACOS);
    }

    private void measure(Desk desk) throws Exception {
        try (Lab lab = Lab.up("0.5ms")) {
            String results = directory.resolve("results").toString();
            run(
                    desk,
                    true,
                    Words.of(
                            "compare mariadb@3.5.8 mariadb@4.0.0 --counts-only --fail-above 5% --topology distant "
                                    + "--hosts {} --scenario Do1:text --results {}",
                            lab.hosts(), results));
            run(
                    desk,
                    true,
                    Words.of(
                            "run --topology local,distant --hosts {} --profile smoke --driver mariadb "
                                    + "--scenario Do1:text --results {}",
                            lab.hosts(),
                            results));
            assertThat(run(desk, true, "collect", "--results", results).out()).contains("1 of 1 cells on both sides");
            run(desk, true, Words.of("clean --hosts {} --keep-cache", lab.hosts()));
        }
    }
}
