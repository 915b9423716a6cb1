package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTextTest {
    private static final String LONG = "20261122-091500-local+distant-of-a-release-candidate-7f3a";

    private static RunState working(String run, String... hosts) {
        return new RunState(
                run,
                "working alone",
                "ada@desk since 2026-11-22T09:15:00Z",
                List.of(hosts),
                10,
                12,
                60,
                1500L,
                7290L,
                "./bench attach " + run,
                null);
    }

    private static RunState complete(String run) {
        return new RunState(run, "complete", "", List.of(), 10, 60, 60, null, null, "", null);
    }

    private static String text(List<RunState> states, int columns) {
        return Page.fitted(Rendered.text(List.of(StatusText.of(states)), columns), columns);
    }

    @Test
    void eachRunHasALineWithItsCommands() {
        assertThat(text(
                        List.of(
                                working("20261122-091500-distant-7f3a", "client", "db"),
                                complete("20261121-091500-local-1c9d")),
                        100))
                .isEqualTo("""
                run                           state          forks  left    lease
                20261122-091500-distant-7f3a  working alone  12/60  25 min  2 h 2 min
                    on client, db; ada@desk since 2026-11-22T09:15:00Z
                    ./bench attach 20261122-091500-distant-7f3a
                20261121-091500-local-1c9d    complete       60/60
                """);
    }

    @Test
    void itFitsEachTerminal() {
        List<RunState> states = List.of(
                working(LONG, "client.of.a.cloud.example", "client2.of.a.cloud.example", "db.of.a.cloud.example"),
                complete("20261121-091500-local-1c9d"));
        TerminalLines.assertFit(columns -> text(states, columns));
        assertThat(text(states, 80))
                .startsWith("""
                run                         state          forks  left    lease
                %s
                                            working alone  12/60  25 min  2 h 2 min
                    on client.of.a.cloud.example, client2.of.a.cloud.example,
                """.formatted(LONG))
                .contains("\n20261121-091500-local-1c9d  complete       60/60\n");
    }

    @Test
    void unreadableRunSaysWhy() {
        assertThat(text(
                        List.of(new RunState(
                                "20261121-091500-local-1c9d",
                                "unreadable",
                                "",
                                List.of(),
                                null,
                                null,
                                null,
                                null,
                                null,
                                "",
                                "there is no plan.json")),
                        80))
                .isEqualTo("""
                        run                         state       forks  left  lease
                        20261121-091500-local-1c9d  unreadable
                            there is no plan.json
                        """);
    }

    @Test
    void missingRunsAreReported() {
        assertThat(text(List.of(), 80)).isEqualTo("no run is known, here or on the hosts\n");
    }
}
