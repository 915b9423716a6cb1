package dev.jdbcbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests attacks by a run directory from elsewhere that try to make bench write or read other files. */
class RunFilesAttackTest {
    @TempDir
    private Path home = Path.of("");

    private RunDirectory create() {
        return RunDirectory.create(home.resolve("results"), RunExample.local().plan());
    }

    private Path precious() throws IOException {
        return Files.writeString(home.resolve("precious"), "keep me");
    }

    @Test
    void noFileIsWrittenThroughALink() throws IOException {
        RunDirectory run = create();
        Path precious = precious();
        for (String name :
                List.of("results.json", "ping.json", "hosts.json", "jmh.json", "report.html", "events.ndjson")) {
            Files.createSymbolicLink(run.path().resolve(name + ".part"), precious);
            Files.createSymbolicLink(run.path().resolve(name), precious);
        }
        run.writeResults("{}");
        run.writePing("{}");
        run.writeHosts("{}");
        run.writeJmh("{}");
        run.writeReport("");
        run.beginEvents("");
        assertThat(precious).hasContent("keep me");
        assertThat(run.path().resolve("results.json")).hasContent("{}").isRegularFile();
        assertThat(Files.isSymbolicLink(run.path().resolve("results.json"))).isFalse();
    }

    @Test
    void filesOfARunArePrivate() throws IOException {
        RunDirectory run = create();
        run.writeResults("{}");
        run.writeHosts("{}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run.path())))
                .isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(run.path())) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void linksToDirectoriesAreNotListed() throws IOException {
        RunDirectory run = create();
        Path results = home.resolve("results");
        Files.createDirectory(home.resolve("elsewhere"));
        Files.createSymbolicLink(results.resolve("20270101-000000-local-0000"), home.resolve("elsewhere"));
        Files.writeString(results.resolve("notes.txt"), "");
        assertThat(new RunStore(results).newestFirst().stream().map(RunDirectory::run))
                .containsExactly(run.run());
    }

    @Test
    void resultsPathMustBeADirectory() throws IOException {
        Path file = precious();
        assertThatThrownBy(() -> new RunStore(file).newestFirst())
                .isInstanceOf(Failure.Input.class)
                .hasMessageContaining("precious");
        assertThatThrownBy(() -> new RunStore(home).named("a\0b")).isInstanceOf(Failure.Input.class);
    }
}
