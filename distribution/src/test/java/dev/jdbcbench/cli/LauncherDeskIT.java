package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.desk.Desk;
import dev.jdbcbench.watch.FakeDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What needs no host of its own works on a desk that is not Linux, as far as it can be emulated. */
class LauncherDeskIT extends OnAnotherDesk {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    LauncherDeskIT() {
        super(false);
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

    @Test
    void resultsAreReadAndWritten() throws Exception {
        readAndWrite(Desk.WINDOWS);
    }

    @Test
    @Full
    void resultsAreReadAndWrittenOnAMac() throws Exception {
        readAndWrite(Desk.MACOS);
    }

    private void readAndWrite(Desk desk) throws Exception {
        String results = samples().toString();
        String run = "20261125-042826-local-5530";
        assertThat(run(desk, "collect", "--results", results).out()).contains("24 cells");
        assertThat(run(desk, "list", "runs", "--results", results).out()).contains(run);
        String page = directory.resolve("page.html").toString();
        String[] report = Words.of("report {} --results {} --out {}", run, results, page);
        run(desk, report);
        assertThat(directory.resolve("page.html")).content().contains("figure-");
        run(desk, report); // replaces the file
        run(desk, "history", "--results", results);
        String jmh = CHECKOUT.resolve("extensions/jmh/src/test/resources/dev/jdbcbench/imported/jmh-1.14.json")
                .toString();
        String imported = directory.resolve("imported").toString();
        run(desk, "import", jmh, "--topology", "local", "--results", imported);
        assertThat(run(desk, "list", "runs", "--results", imported).out()).contains("import");
        assertThat(run(desk, "list", "drivers").out()).contains("mariadb");
    }

    /** A recording of an application; the relay that makes one needs a database, but no host. */
    @Test
    void applicationIsWatchedAndItsRecordingExplained() throws Exception {
        watchAndExplain(Desk.WINDOWS);
    }

    @Test
    @Full
    void applicationIsWatchedAndItsRecordingExplainedOnAMac() throws Exception {
        watchAndExplain(Desk.MACOS);
    }

    private void watchAndExplain(Desk desk) throws Exception {
        try (FakeDatabase database = new FakeDatabase()) {
            int port = WatchCommandIT.freePort();
            Path recording = directory.resolve("shop.json");
            FutureTask<Ended> watching = new FutureTask<>(() -> ended(
                    desk,
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
        Ended ended = ended(desk, "run", "--topology", "local", "--profile", "smoke");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("bench: localhost is ", "bench measures on Linux", "`client:` of the hosts file");
    }
}
