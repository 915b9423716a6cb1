package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.run.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that are measured in turns, with a real database. */
@OnThisMachine
class TurnsIT {
    @TempDir
    private Path directory = Path.of("");

    private static <T extends Event> List<T> events(LocalBench bench, Class<T> kind) throws Exception {
        return bench.events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Test
    void theDriversOfARowAreAliveAtOnceAndAreMeasuredInTurns() throws Exception {
        try (LocalBench bench = LocalBench.start(
                directory,
                "--turns",
                "--scenario",
                "Do1",
                "--mode",
                "text",
                "--threads",
                "2",
                "--driver",
                "mysql,mariadb")) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(events(bench, Event.GroupStarted.class)).hasSize(2);
            List<Event.GroupFinished> groups = events(bench, Event.GroupFinished.class);
            assertThat(groups).hasSize(2);
            List<Event.ForkFinished> forks = events(bench, Event.ForkFinished.class);
            assertThat(forks).hasSize(4).allSatisfy(fork -> {
                assertThat(fork.counted()).isNotNull();
                assertThat(fork.iterations())
                        .hasSize(groups.get(fork.block() - 1).rounds())
                        .allSatisfy(micros -> assertThat(micros).isPositive());
                assertThat(Objects.requireNonNull(fork.secondary().get("gc.alloc.rate.norm"))
                                .values())
                        .allMatch(bytes -> bytes > 0);
            });
            assertThat(forks.get(0).startedAt())
                    .as("of the same group")
                    .isEqualTo(forks.get(1).startedAt());
            assertThat(bench.out()).contains("mysql 9.7.0", "mariadb 4.0.0").doesNotContain("failed");
        }
    }

    @Test
    void aJvmThatHangsInItsTurnIsEndedAndItsGroupMeasuredAgain() throws Exception {
        Path file = directory.resolve("hang");
        // As root, drivers' code runs as a user that sees neither root's files nor those of a temporary directory.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        String version = DriverKind.MARIADB.defaultVersion();
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
        try (LocalBench bench = LocalBench.start(
                directory,
                "--turns",
                "--scenario",
                "Do1",
                "--mode",
                "text",
                "--driver",
                "mysql,mariadb@" + jar,
                "--fork-limit",
                "15s")) {
            bench.await(Event.GroupStarted.class, 1);
            Files.createFile(file);
            bench.await(Event.ForkFailed.class, 1);
            Files.delete(file);
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(events(bench, Event.ForkFailed.class)).singleElement().satisfies(failure -> {
                assertThat(failure.cell()).contains("mariadb@hung");
                assertThat(failure.reason()).startsWith("hung: ");
            });
            assertThat(events(bench, Event.GroupFinished.class)).hasSize(2);
        }
    }
}
