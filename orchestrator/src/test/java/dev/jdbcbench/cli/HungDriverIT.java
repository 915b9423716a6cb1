package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.run.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that waits in a socket for what never comes, beside one that does not. */
@OnThisMachine
class HungDriverIT {
    /** Many times what forks of this length take, also on a busy machine. */
    private static final String LIMIT = "15s";

    @TempDir
    private Path directory = Path.of("");

    private LocalBench start(Path file) throws IOException {
        String version = DriverKind.MARIADB.defaultVersion();
        // As root, drivers' code runs as a user that sees neither root's files nor those of a temporary directory.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        Path real = Files.copy(
                new Artifacts((name, bytes, total) -> {})
                        .resolve(DriverKind.MARIADB.coordinates(version) + ":" + version),
                directory.resolve("real.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r--r--"));
        Path jar = DriverJar.of(
                directory,
                "hung",
                "/hung/Driver.java.txt",
                Map.of("@JAR@", real.toUri().toString(), "@FILE@", file.toString()));
        return LocalBench.start(
                directory,
                "--scenario",
                "Do1",
                "--mode",
                "text",
                "--driver",
                "mysql,mariadb@" + jar,
                "--iterations",
                "3",
                "--iteration-time",
                "100ms",
                "--fork-limit",
                LIMIT);
    }

    private static List<Event.ForkFailed> failures(LocalBench bench) throws IOException {
        return bench.events().stream()
                .filter(Event.ForkFailed.class::isInstance)
                .map(Event.ForkFailed.class::cast)
                .toList();
    }

    @Test
    void aCheckThatHangsFailsItsCellAndNoOther() throws Exception {
        Path file = Files.createFile(directory.resolve("hang"));
        try (LocalBench bench = start(file)) {
            assertThat(bench.exitCode()).as(bench.err()).isEqualTo(5);
            assertThat(failures(bench)).singleElement().satisfies(failure -> {
                assertThat(failure.cell()).contains("mariadb@hung");
                assertThat(failure.reason()).isEqualTo("hung: the first operations did not end within 15 s");
            });
            assertThat(bench.events().stream().filter(Event.ForkFinished.class::isInstance))
                    .as("those of the other driver")
                    .hasSize(2);
        }
    }

    @Test
    void aForkThatHangsIsEndedAndRunAgain() throws Exception {
        Path file = directory.resolve("hang");
        try (LocalBench bench = start(file)) {
            bench.await(Event.BlockStarted.class, 1);
            Files.createFile(file);
            bench.await(Event.ForkFailed.class, 1);
            Files.delete(file);
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(failures(bench))
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.reason()).isEqualTo("hung: ended after 15 s"));
            assertThat(bench.events().stream().filter(Event.ForkFinished.class::isInstance))
                    .hasSize(4);
        }
    }
}
