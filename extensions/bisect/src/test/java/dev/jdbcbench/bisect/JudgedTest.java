package dev.jdbcbench.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.bisect.Bisection.Outcome;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.comparison.Unpaired.Side;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.report.compare.ExchangeDiff;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JudgedTest {
    private static final RowId ID = new RowId("mariadb", "mariadb", "Select1Row text");
    private static final List<String> DO = List.of("DO 1");

    private static ExchangeDiff diff(@Nullable List<String> statements, Unpaired... alone) {
        Map<String, Double> commands = statements == null ? Map.of() : Map.of("COM_QUERY", 1.0);
        Exchange exchange = new Exchange(1, 1, 0, 20, 50, 0, commands, 5, null, statements, null, null);
        return new ExchangeDiff(
                "mariadb 3.5.3",
                "mariadb 3.5.6",
                List.of(new ExchangeDiff.Operation(
                        "Do1 text",
                        new RowId("mariadb", "mariadb", "Do1 text"),
                        "3.5.6",
                        exchange,
                        exchange,
                        null,
                        null)),
                List.of(alone),
                List.of());
    }

    private static Outcome outcome(ExchangeDiff diff, Judged.Counted by) {
        return Judged.of(diff, by).outcome();
    }

    private static Unpaired rewrite(Side base, Side candidate) {
        return new Unpaired("InsertBatch100 rewrite", ID, base, candidate, "no effect", "2");
    }

    @Test
    void operationThatOnlyOneOfTheTwoCanDoIsADifference() {
        Judged lost = Judged.of(diff(DO, rewrite(Side.RESULT, Side.UNSUPPORTED)), Judged.Counted.STATEMENTS);
        assertThat(lost.outcome()).isEqualTo(Outcome.DIFFERENT);
        assertThat(lost.why()).isEqualTo("InsertBatch100 rewrite: no effect");
        assertThat(outcome(diff(DO, rewrite(Side.UNSUPPORTED, Side.RESULT)), Judged.Counted.STATEMENTS))
                .isEqualTo(Outcome.DIFFERENT);
        assertThat(outcome(diff(DO, rewrite(Side.FAILED, Side.RESULT)), Judged.Counted.ENDS))
                .isEqualTo(Outcome.DIFFERENT);
    }

    @Test
    void operationThatNeitherCanDoIsTheSameUnlessThereIsNoOther() {
        assertThat(outcome(diff(DO, rewrite(Side.UNSUPPORTED, Side.UNSUPPORTED)), Judged.Counted.STATEMENTS))
                .isEqualTo(Outcome.SAME);
        ExchangeDiff nothing = new ExchangeDiff(
                "mariadb 3.5.3",
                "mariadb 3.5.5",
                List.of(),
                List.of(rewrite(Side.UNSUPPORTED, Side.UNSUPPORTED)),
                List.of());
        assertThat(outcome(nothing, Judged.Counted.STATEMENTS)).isEqualTo(Outcome.SAME);
        assertThat(Judged.of(nothing, Judged.Counted.STATEMENTS).ofNewest().outcome())
                .isEqualTo(Outcome.SKIPPED);
    }

    @Test
    void operationThatWasNotCountedIsNotTheSame() {
        Unpaired unknown = new Unpaired("Select1Row text", ID, Side.RESULT, Side.UNKNOWN, "not counted", "2");
        assertThat(outcome(diff(DO, unknown), Judged.Counted.STATEMENTS)).isEqualTo(Outcome.SKIPPED);
    }

    @Test
    void commandsOfAnEncryptedConnectionAreNotTheSame() {
        assertThat(outcome(diff(null), Judged.Counted.STATEMENTS)).isEqualTo(Outcome.SKIPPED);
        assertThat(outcome(diff(null), Judged.Counted.ROUND_TRIPS)).isEqualTo(Outcome.SAME);
    }
}
