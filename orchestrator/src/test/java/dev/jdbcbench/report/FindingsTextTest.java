package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.report.FindingsText.Line;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTextTest {
    @Test
    void whatIsInTheWayStandsWithWhatToDoAndIsCounted() {
        String text = FindingsText.of(List.of(
                new Line("client", "java", "ok", "/usr/bin/java", ""),
                new Line("db", "disk", "PROBLEM", "no room for 600 MB in /home:\nNo space left", "Make room there.")));
        assertThat(text).isEqualTo("""
                client  java  ok       /usr/bin/java
                db      disk  PROBLEM  no room for 600 MB in /home:
                                       No space left
                                       → Make room there.
                1 in the way
                """);
    }
}
