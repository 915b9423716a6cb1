package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.ListedRun;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunsTextTest {
    private static ListedRun run(
            String id, List<String> topologies, List<String> drivers, long age, @Nullable String name, String... tags) {
        return new ListedRun(
                id,
                "incomplete",
                topologies,
                drivers,
                List.of("Do1", "Select1Row"),
                Instant.EPOCH,
                age,
                name,
                List.of(tags),
                "quick",
                4,
                false,
                null);
    }

    private static String text(List<ListedRun> runs, int columns) {
        return Rendered.text(List.of(RunsText.of(runs)), columns);
    }

    @Test
    void nameAndTagsAreOnASecondLine() {
        assertThat(text(
                        List.of(
                                run(
                                        "20261122-091500-local-7f3a",
                                        List.of("local", "distant"),
                                        List.of("mariadb 4.0.0", "mysql 9.7.0"),
                                        59,
                                        "nightly of main",
                                        "nightly",
                                        "pr/12"),
                                ListedRun.unreadable("20261121-000000-local-0001", "there is no plan.json"),
                                run(
                                        "20261120-091500-local-0002",
                                        List.of("local"),
                                        List.of("mariadb 4.0.0"),
                                        180_000,
                                        null),
                                run(
                                        "20261119-091500-local-0003",
                                        List.of("local"),
                                        List.of("mariadb 3.5.9", "mariadb 4.0.0"),
                                        90 * 3600,
                                        null,
                                        "nightly")),
                        80))
                .isEqualTo("""
                        run                         state       topology  drivers        scenarios  age
                        20261122-091500-local-7f3a  incomplete  both      mariadb,mysql          2   0m
                            nightly of main [nightly, pr/12]
                        20261121-000000-local-0001  unreadable
                            there is no plan.json
                        20261120-091500-local-0002  incomplete  local     mariadb                2   2d
                        20261119-091500-local-0003  incomplete  local     mariadb                2   3d
                            [nightly]
                        """);
    }

    @Test
    void manyDriversAreAbbreviatedToACount() {
        String text = text(
                List.of(run(
                        "20261122-091500-local-7f3a",
                        List.of("local", "distant"),
                        List.of("mariadb 4.0.0", "mysql 9.7.0", "drizzle 1.4", "theirs 1.0"),
                        100 * 86_400,
                        "n".repeat(100),
                        Collections.nCopies(20, "tag").toArray(String[]::new))),
                80);
        assertThat(text).contains(" 4 drivers ").contains(" 100d\n");
        assertThat(text.lines().filter(line -> line.strip().contains(" ")))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void idThatLeavesNoRoomHasALineOfItsOwn() {
        String id = "20261122-091500-local+distant-" + "release-of-the-candidate-".repeat(2) + "7f3a";
        List<ListedRun> runs = List.of(
                run(
                        id,
                        List.of("local", "distant"),
                        List.of("mariadb 4.0.0", "mysql 9.7.0"),
                        59,
                        "what is named with many words, as in a ticket, so that it wraps on a terminal",
                        "nightly"),
                ListedRun.unreadable(id + "-broken", "there is no plan.json: a copy of it was stopped half way"),
                run("20261120-091500-local-0002", List.of("local"), List.of("mariadb 4.0.0"), 180_000, null));
        TerminalLines.assertFit(columns -> Page.fitted(text(runs, columns), columns));
        assertThat(text(runs, 80))
                .startsWith("""
                run                         state       topology  drivers    scenarios  age
                %s
                                            incomplete  both      2 drivers          2   0m
                    what is named with many words""".formatted(id))
                .contains("\n20261120-091500-local-0002  incomplete  local     mariadb ");
        assertThat(text(runs, 200)).containsPattern(Pattern.quote(id) + " +incomplete  both      mariadb,mysql");
    }

    @Test
    void withoutRunsNothingIsPrinted() {
        assertThat(text(List.of(), 80)).isEmpty();
    }
}
