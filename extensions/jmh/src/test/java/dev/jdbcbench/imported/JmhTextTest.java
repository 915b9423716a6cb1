package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JmhTextTest {
    @Test
    void hostileTableLineIsRefusedQuickly() {
        String line = "x".repeat(1000) + " ".repeat(1000);
        assertTimeoutPreemptively(
                Duration.ofSeconds(2),
                () -> assertThat(JmhText.row(line, List.of())).isEmpty());
    }
}
