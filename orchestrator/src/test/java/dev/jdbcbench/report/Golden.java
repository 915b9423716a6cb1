package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reports that a person has reviewed, compared character by character. */
public final class Golden {
    private Golden() {}

    /** Compares with the file of that name in the resources of this package; if it differs, the actual text is written to {@code target/golden}. */
    public static void assertSame(String name, String actual) throws IOException {
        String expected;
        try (InputStream in = Golden.class.getResourceAsStream(name)) {
            expected = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!expected.equals(actual)) {
            Path file = Path.of("target", "golden", name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
        }
        assertThat(actual).as(name).isEqualTo(expected);
    }
}
