package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTest {
    private final Instant now = Instant.now();
    private final Instant longAgo = now.minus(Duration.ofDays(1));
    private final Instant later = now.plus(Duration.ofDays(1));

    @TempDir
    private Path directory = Path.of("");

    private static Snapshot begun(Instant begun, String... lines) {
        return new Snapshot(Set.of(lines), begun);
    }

    private static void same(Snapshot before, Snapshot now) {
        assertThatCode(() -> before.assertSame(now)).doesNotThrowAnyException();
    }

    private static void different(Snapshot before, Snapshot now) {
        assertThatThrownBy(() -> before.assertSame(now)).isInstanceOf(AssertionError.class);
    }

    @Test
    void addedAndMissingFilesAreDifferences() {
        same(begun(longAgo, "mariadb-server 10.11", "a"), begun(now, "a", "mariadb-server 10.11"));
        different(begun(longAgo, "a"), begun(now, "a", "b"));
        different(begun(longAgo, "a", "b"), begun(now, "a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f 644 root root 121458 1795319643.3450820260 %s ",
                "l 777 root root 7 1795319643.3450820260 %s else/where",
                "d 755 root root %s",
                "16e3cf6f949a040a1bc7bca1cd97b0cbf53b43646946a79f7d78670981f2b266  %s"
            })
    void filesThatTheSystemChangesAreIgnored(String line) throws IOException {
        Path file = Files.writeString(directory.resolve("a file"), "changed");
        String seen = line.formatted(file);
        same(begun(longAgo), begun(now, seen));
        same(begun(longAgo, seen), begun(now));
        different(begun(later), begun(later, seen));
        different(begun(later, seen), begun(later));
        Files.delete(file);
        same(begun(later, seen), begun(later));
        different(begun(longAgo), begun(now, seen));
    }
}
