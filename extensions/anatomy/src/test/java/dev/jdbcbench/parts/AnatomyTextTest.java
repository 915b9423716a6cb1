package dev.jdbcbench.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.parts.Anatomy.Operation;
import dev.jdbcbench.parts.Anatomy.Part;
import dev.jdbcbench.parts.Anatomy.Ratio;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.result.CellResult.ForkScore;
import dev.jdbcbench.run.Json;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnatomyTextTest {
    private static final Part OWN = new Part(0.5, 0.49, 0.5102, null);
    private static final Part FLOOR = new Part(60.0, 57.0, 63.16, null);
    private static final Part MEASURED = new Part(70.0, 66.5, 73.68, null);

    private static Operation operation(Part own, Part floor, Part measured, Difference inPlace) {
        return operation(own, null, floor, measured, inPlace);
    }

    private static Operation operation(Part own, Ratio ratio, Part floor, Part measured, Difference inPlace) {
        return new Operation(
                "local",
                "mariadb",
                "Select1Row",
                "text",
                "mysql",
                "9.7.0",
                own,
                ratio,
                own.micros() == null ? null : 0.61,
                own.micros() == null ? null : 1234.4,
                floor,
                measured,
                inPlace);
    }

    private static String text(Operation... operations) {
        return Rendered.text(AnatomyText.of(new Anatomy("run", List.of(operations), List.of())), 200);
    }

    @Test
    void ownAndFloorHaveTheirHalfWidths() {
        assertThat(text(operation(OWN, FLOOR, null, null)))
                .startsWith("local: mariadb\n\n")
                .containsPattern("Select1Row +text +mysql 9\\.7\\.0 +0\\.500 +±2\\.0 % +1234 +60\\.0 +±5\\.3 %")
                .doesNotContain("measured")
                .doesNotContain("in place");
    }

    @Test
    void ownIsComparedWithTheFirstDriver() {
        Ratio ratio = new Ratio("mariadb 4.0.0", 14.38, 13.9, 14.88);
        assertThat(text(operation(OWN, ratio, FLOOR, null, null)))
                .containsPattern("own µs +× first +B alloc")
                .containsPattern("±2\\.0 % +14\\.4 +\\[13\\.9 14\\.9] +1234");
        assertThat(text(operation(OWN, FLOOR, null, null))).doesNotContain("× first");
    }

    @Test
    void inPlaceIsShownWhereItWasMeasured() {
        assertThat(text(operation(OWN, FLOOR, MEASURED, new Difference(10, 7.5, 12.5, 3))))
                .containsPattern("70\\.0 +±5\\.3 % +\\+10\\.0 +±2\\.50")
                .contains("in place:");
    }

    @Test
    void whatCannotBeReplayedHasItsReasonBelowTheTable() {
        Part refused = new Part(null, null, null, "the connection is encrypted");
        assertThat(text(operation(refused, FLOOR, null, null)))
                .containsPattern("9\\.7\\.0 +– +– +60\\.0")
                .contains("no own, the connection is encrypted: Select1Row text mysql 9.7.0");
    }

    @Test
    void reasonOfAllPartsIsSaidOnce() {
        Part refused = new Part(null, null, null, "it has no stored procedures");
        assertThat(text(operation(refused, refused, refused, null)))
                .contains("no own or floor or measured, it has no stored procedures: Select1Row text mysql 9.7.0\n")
                .containsOnlyOnce("stored procedures");
    }

    @Test
    void columnsThatDoNotFitATerminalFollowBelow() {
        Ratio ratio = new Ratio("mariadb 4.0.0", 14.38, 13.9, 14.88);
        Operation full = operation(OWN, ratio, FLOOR, MEASURED, new Difference(10, 7.5, 12.5, 3));
        Operation other = operation(new Part(null, null, null, "the connection is encrypted"), FLOOR, null, null);
        TerminalLines.assertFit(columns -> Rendered.text(
                AnatomyText.of(new Anatomy(
                        "run",
                        List.of(full, other),
                        List.of(new Anatomy.Control("Select1Row text mysql 9.7.0", 0.99, 0.97, 1.012)))),
                columns));
        String narrow = Rendered.text(AnatomyText.of(new Anatomy("run", List.of(full), List.of())), 80);
        assertThat(narrow).containsPattern("\\nmode +driver +own µs").containsPattern("\\n\\nmode .*measured µs");
    }

    @Test
    void controlIsShownAsADifference() {
        Anatomy anatomy = new Anatomy(
                "run",
                List.of(operation(OWN, null, null, null)),
                List.of(new Anatomy.Control("a/b", 0.99, 0.97, 1.012)));
        assertThat(Rendered.text(AnatomyText.of(anatomy), 100))
                .contains("A/A control: a/b against itself -1.0 [-3.0 +1.2] % includes 0: no bias found\n");
        Anatomy biased = new Anatomy(
                "run",
                List.of(operation(OWN, null, null, null)),
                List.of(new Anatomy.Control("a/b", 1.02, 1.01, 1.03)));
        assertThat(Rendered.text(AnatomyText.of(biased), 100))
                .contains("A/A control: a/b against itself +2.0 [+1.0 +3.0] % excludes 0: biased\n");
    }

    @Test
    void jsonHasNoMembersForWhatWasNotAsked() {
        String json = Json.pretty(new Anatomy("run", List.of(operation(OWN, null, null, null)), List.of()));
        assertThat(json)
                .contains("\"schema\" : \"anatomy/1\"", "\"own\"", "\"micros\" : 0.5", "\"ownWallMicros\" : 0.61")
                .doesNotContain("floor", "measured", "inPlace", "reason");
    }

    @Test
    void whatSlowsDownAWholeGroupCancelsOut() {
        // differences 10, 11, 12: mean 11, standard error 1/√3, t with two degrees of freedom 4.302653
        Difference difference = Difference.of(
                List.of(fork(1, 70), fork(2, 171), fork(3, 82), fork(4, 99)),
                List.of(fork(3, 70), fork(1, 60), fork(2, 160)));
        assertThat(difference).isNotNull();
        assertThat(difference.micros()).isEqualTo(11);
        assertThat(difference.groups()).isEqualTo(3);
        assertThat(difference.high()).isCloseTo(11 + 2.4841, within(1e-3));
        assertThat(difference.low()).isCloseTo(11 - 2.4841, within(1e-3));
    }

    @Test
    void oneGroupHasNoInterval() {
        assertThat(Difference.of(List.of(fork(1, 70)), List.of(fork(1, 60))))
                .isEqualTo(new Difference(10, null, null, 1));
        assertThat(Difference.of(List.of(fork(1, 70)), List.of(fork(2, 60)))).isNull();
    }

    private static ForkScore fork(int block, double score) {
        return new ForkScore(block, score, 0, 1, Instant.EPOCH);
    }
}
