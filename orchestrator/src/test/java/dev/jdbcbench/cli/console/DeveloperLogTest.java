package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("a process has one log, and each command in it starts it again")
class DeveloperLogTest {
    @TempDir
    private Path home = Path.of("");

    @Test
    void logOfAnEarlierSessionIsKept() throws IOException {
        Path logs = Files.createDirectory(home.resolve("logs"));
        session(logs, "first words");
        session(logs, "second words");
        assertThat(Files.readString(logs.resolve("bench.log")))
                .containsSubsequence("first words", "a new session", "second words");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(logs.resolve("bench.log"))))
                .isEqualTo("rw-------");
    }

    @Test
    void logIsNotWrittenThroughALink() throws IOException {
        Path logs = Files.createDirectory(home.resolve("logs"));
        Path precious = Files.writeString(home.resolve("precious"), "keep me");
        Files.createSymbolicLink(logs.resolve("bench.log"), precious);
        assertThatThrownBy(() -> session(logs, "words")).isInstanceOf(Failure.Input.class);
        Path linked = Files.createSymbolicLink(home.resolve("linked"), Files.createDirectory(home.resolve("other")));
        assertThatThrownBy(() -> session(linked, "words")).isInstanceOf(Failure.Input.class);
        assertThat(precious).hasContent("keep me");
        assertThat(home.resolve("other")).isEmptyDirectory();
    }

    private static void session(Path logs, String words) throws IOException {
        try (DeveloperLog log = DeveloperLog.start(Optional.empty())) {
            log.writeTo(logs);
            LoggerFactory.getLogger("dev.jdbcbench.test").info(words);
        }
    }
}
