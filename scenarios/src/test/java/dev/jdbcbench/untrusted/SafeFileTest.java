package dev.jdbcbench.untrusted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeFileTest {
    @TempDir
    Path directory;

    private Path elsewhere = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void makeFileElsewhere() throws IOException {
        elsewhere = Files.writeString(directory.resolve("authorized_keys"), "precious");
        file = directory.resolve("events.ndjson");
    }

    @Test
    void nothingIsAppendedToAFileWithAnotherName() throws IOException {
        Files.createLink(file, elsewhere);
        assertThatThrownBy(() -> SafeFile.append(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2 names (hard links)");
        assertThat(elsewhere).hasContent("precious");
    }

    @Test
    void nothingIsAppendedThroughALink() throws IOException {
        Files.createSymbolicLink(file, elsewhere);
        assertThatThrownBy(() -> SafeFile.append(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a regular file");
        assertThat(elsewhere).hasContent("precious");
    }

    @Test
    void writingReplacesALinkAndKeepsItsTarget() throws IOException {
        Files.createLink(file, elsewhere);
        SafeFile.write(file, new byte[] {'x'});
        assertThat(file).hasContent("x");
        assertThat(elsewhere).hasContent("precious");
    }

    @Test
    void plainFileIsAppendedTo() throws IOException {
        for (String part : new String[] {"one ", "two"}) {
            try (OutputStream out = SafeFile.append(file)) {
                out.write(part.getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(file).hasContent("one two");
    }
}
