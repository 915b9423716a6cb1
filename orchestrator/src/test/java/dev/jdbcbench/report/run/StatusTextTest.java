package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.result.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTextTest {
    @Test
    void eachRunHasALineWithItsCommands() {
        String text = StatusText.of(List.of(
                new RunState(
                        "20261122-091500-distant-7f3a",
                        "working alone",
                        "ada@desk since 2026-11-22T09:15:00Z",
                        List.of("client", "db"),
                        10,
                        12,
                        60,
                        1500L,
                        7290L,
                        "./bench attach 20261122-091500-distant-7f3a"),
                new RunState("20261121-091500-local-1c9d", "complete", "", List.of(), 10, 60, 60, null, null, "")));
        assertThat(text).isEqualTo("""
                run                           state          forks  left    lease     on
                20261122-091500-distant-7f3a  working alone  12/60  25 min  2 h 2 min  client, db
                    ada@desk since 2026-11-22T09:15:00Z; ./bench attach 20261122-091500-distant-7f3a
                20261121-091500-local-1c9d    complete       60/60
                """.replace("lease     on", "lease      on"));
    }

    @Test
    void missingRunsAreReported() {
        assertThat(StatusText.of(List.of())).isEqualTo("no run is known, here or on the hosts\n");
    }
}
