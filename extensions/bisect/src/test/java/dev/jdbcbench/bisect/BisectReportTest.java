package dev.jdbcbench.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.bisect.Bisection.Outcome;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.comparison.Unpaired.Side;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.run.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class BisectReportTest {
    private static final List<String> VERSIONS = List.of("3.5.3", "3.5.4", "3.5.5", "3.5.6", "3.5.7", "3.5.8");

    private static Bisection search(Outcome newest, Outcome... further) {
        Bisection search = new Bisection(VERSIONS);
        search.judged("3.5.8", newest, "the newest");
        for (Outcome outcome : further) {
            search.judged(search.next().orElseThrow(), outcome, "in between");
        }
        return search;
    }

    private static BisectReport report(
            Bisection search, Optional<BisectReport.Limit> limit, @Nullable Outcome neighbours, ExchangeDiff diff) {
        return BisectReport.of(
                "mariadb",
                limit.isPresent() ? "time" : "statements",
                limit,
                search,
                Optional.ofNullable(neighbours)
                        .map(outcome -> new Bisection.Step(search.first().orElseThrow(), outcome, "directly")),
                diff,
                null,
                null,
                List.of("bisect"));
    }

    private static BisectReport report(Bisection search) {
        return report(search, Optional.empty(), null, new ExchangeDiff("a", "b", List.of(), List.of(), List.of()));
    }

    @Test
    void skippedNewestVersionIsNotCalledTheSame() {
        BisectReport report = report(search(Outcome.SKIPPED));
        assertThat(report.markdown())
                .startsWith("### mariadb 3.5.8 could not be compared with 3.5.3 in statements\n")
                .doesNotContain("does not differ");
        assertThat(Json.read(Json.pretty(report), JsonNode.class).get("verdict").asString())
                .isEqualTo(report.verdict());
    }

    @Test
    void equalEndsSayNothingAboutTheVersionsBetween() {
        assertThat(report(search(Outcome.SAME)).verdict())
                .isEqualTo(
                        "mariadb 3.5.8 does not differ from 3.5.3 in statements; 4 versions between them were not compared");
    }

    @Test
    void modeThatTakesEffectFromAVersionOnIsADifference() {
        ExchangeDiff gained = new ExchangeDiff(
                "mariadb 3.5.5",
                "mariadb 3.5.6",
                List.of(),
                List.of(new Unpaired(
                        "InsertBatch100 rewrite",
                        new RowId("mariadb", "mariadb", "InsertBatch100 rewrite"),
                        Side.UNSUPPORTED,
                        Side.RESULT,
                        "no effect",
                        "3.5.6")),
                List.of());
        // judged: 3.5.8, 3.5.5, 3.5.6
        BisectReport report = report(
                search(Outcome.DIFFERENT, Outcome.SAME, Outcome.DIFFERENT),
                Optional.empty(),
                Outcome.DIFFERENT,
                gained);
        assertThat(report.verdict())
                .isEqualTo("mariadb 3.5.6 is the first that differs from 3.5.3 in what it can do; 3.5.5 does not");
        assertThat(report.markdown()).contains("- mariadb 3.5.6 compared with 3.5.5: different (directly)");
        TerminalLines.assertFit(columns -> Rendered.text(report.text(), columns));
        assertThat(Rendered.text(report.text(), 80))
                .startsWith(
                        "mariadb 3.5.6 is the first that differs from 3.5.3 in what it can do; 3.5.5 does\n  not\n");
    }

    @Test
    void oldestVersionIsNotComparedWithItself() {
        Bisection search = new Bisection(List.of("3.5.0", "3.5.1"));
        search.judged("3.5.1", Outcome.DIFFERENT, "100");
        assertThat(report(search).verdict())
                .isEqualTo("mariadb 3.5.1 is the first that differs from 3.5.0 in statements");
        Bisection open = search(Outcome.DIFFERENT, Outcome.SKIPPED, Outcome.SKIPPED, Outcome.SKIPPED, Outcome.SKIPPED);
        assertThat(report(open).verdict())
                .isEqualTo(
                        "mariadb 3.5.8 differs from 3.5.3 in statements; between them, 3.5.4, 3.5.5, 3.5.6, 3.5.7 could"
                                + " not be judged");
    }

    @Test
    void neighboursThatDoNotDifferAreNamed() {
        Bisection search = search(Outcome.DIFFERENT, Outcome.SAME, Outcome.DIFFERENT);
        ExchangeDiff none = new ExchangeDiff("a", "b", List.of(), List.of(), List.of());
        assertThat(report(search, Optional.empty(), Outcome.SAME, none).verdict())
                .endsWith(". A direct comparison of the two shows no difference");
        assertThat(report(search, Optional.empty(), Outcome.SKIPPED, none).verdict())
                .endsWith(". The two could not be compared directly");
    }

    @Test
    void verdictOnTimesNamesTheLimitAndTheDirection() {
        ExchangeDiff none = new ExchangeDiff("a", "b", List.of(), List.of(), List.of());
        Bisection search = search(Outcome.DIFFERENT, Outcome.SAME, Outcome.DIFFERENT);
        assertThat(report(search, Optional.of(new BisectReport.Limit(0.05, true)), Outcome.DIFFERENT, none)
                        .verdict())
                .isEqualTo("mariadb 3.5.6 is the first that is faster than 3.5.3 by more than 5 %; 3.5.5 is not");
        assertThat(report(search(Outcome.SAME), Optional.of(new BisectReport.Limit(0.05, false)), null, none)
                        .verdict())
                .startsWith("mariadb 3.5.8 is neither slower nor faster than 3.5.3 by more than 5 %");
    }
}
