package dev.jdbcbench.report.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectSummaryTest {
    private static List<String> of(CollectedExample example) {
        return CollectSummary.of(example.collected());
    }

    @Test
    void summaryNamesCostMostAffectedDriverAndCause() {
        assertThat(of(CollectedExample.full()))
                .containsExactly(
                        "The middle one of 9 rows, Select1Row hit, mariadb 4.0.0, takes 9.41 times as long with the database"
                                + " distant: 380 µs instead of 40.4 µs, a difference of +340 µs, mostly because it waits for the"
                                + " network once, for 331 µs.",
                        "Distance flips the ranking in 1 of 4 comparisons: in Select10Cols text mysql is ahead local"
                                + " and mariadb distant.",
                        "Local time, round trips and transfer predict 9 rows with a median error of 8.40 µs, and 1.28 ms at"
                                + " worst (InsertBatch100 text, mysql 9.7.0); 7 latency-bound, 2 bandwidth-bound.");
    }

    @Test
    void withoutRowsThereIsNoSummary() {
        assertThat(of(new CollectedExample().runs("r")))
                .containsExactly(
                        "Nothing was measured both local and distant, so there is nothing to say about distance.");
    }

    @Test
    void singleRowHasNoMedianAndNoMostAffectedDriver() {
        assertThat(of(new CollectedExample()
                        .rtt(352, 371, 21.0, null)
                        .row("InsertBatch100", Mode.TEXT, "mysql@9.7.0", 8000, 41_100, 100, 0, Cause.ROUND_TRIPS)))
                .containsExactly(
                        "The only row, InsertBatch100 text, mysql 9.7.0, takes 5.14 times as long with the database distant:"
                                + " 41.1 ms instead of 8.00 ms, a difference of +33.1 ms, mostly because it waits for the network"
                                + " 100 times, 331 µs each time.",
                        "One row cannot show where distance costs more.",
                        "Local time, round trips and transfer predict the row with an error of 0 µs.");
    }

    @Test
    void withoutAnRttNoReasonIsGiven() {
        assertThat(of(new CollectedExample()
                        .bare("Do1", Mode.TEXT, "mysql@9.7.0", 40, 380, null)
                        .bare("Do1", Mode.TEXT, "mariadb@4.0.0", 25, 360, null)))
                .containsExactly(
                        "The middle one of 2 rows, Do1 text, mysql 9.7.0, takes 9.50 times as long with the database distant: 380"
                                + " µs instead of 40.0 µs, a difference of +340 µs; what it waits for is not known.",
                        "The distance costs least in Do1 text, mariadb 4.0.0 (+335 µs, 14.4 times as long), and most in Do1"
                                + " text, mysql 9.7.0 (+340 µs, 9.50 times as long).",
                        "No row is explained: the RTT is not known.");
    }

    @Test
    void impliedRttExplainsNoRow() {
        List<String> sentences =
                of(new CollectedExample().impliedRtt(340).bare("Do1", Mode.TEXT, "mysql@9.7.0", 40, 380, 1.0));
        assertThat(sentences.get(0)).endsWith("; it is one of those from which the RTT was found.");
        assertThat(sentences.get(2))
                .isEqualTo(
                        "No row is explained: the RTT was not measured, and an RTT inferred from the rows can't be used to"
                                + " explain them.");
    }

    @Test
    void equallyFastRowsAreNotCalledSlower() {
        assertThat(of(new CollectedExample().bare("Big", Mode.TEXT, "mysql@9.7.0", 400, 380, null))
                        .get(0))
                .isEqualTo(
                        "The only row, Big text, mysql 9.7.0, is no slower with the database distant: 380 µs instead of"
                                + " 400 µs, a difference of -20.0 µs (ratio 0.95).");
    }

    @Test
    void undecidedDifferencesAreReportedAsUndecided() {
        assertThat(of(new CollectedExample()
                                .rtt(352, 371, 21.0, null)
                                .row("Big", Mode.TEXT, "mysql@9.7.0", 1000, 1010, 0, 0, Cause.NOT_CERTAIN))
                        .get(0))
                .endsWith("but that may be chance: the interval of the added time includes 0.");
    }

    @Test
    void transferTimeIsNotCalledWaiting() {
        assertThat(of(new CollectedExample()
                                .rtt(352, 371, 21.0, null)
                                .row("Select10Cols", Mode.TEXT, "mysql@9.7.0", 900, 9400, 1, 1_000_400, Cause.BYTES))
                        .get(0))
                .endsWith(
                        ", mostly because 1000400 bytes have to pass the link; it waits for the network once, for 331 µs.");
    }

    @Test
    void impliedRoundTripsAreNotACause() {
        assertThat(of(new CollectedExample()
                                .impliedRtt(340)
                                .implied("InsertBatch100", Mode.REWRITE, "mysql@9.7.0", 601, 1425, 2.42))
                        .get(0))
                .endsWith("; that is as much as 2.42 times the RTT, but the round trips were not counted.");
    }

    @Test
    void undecidedRankingsAreNotCalledUnchanged() {
        assertThat(of(new CollectedExample()
                                .bare("Do1", Mode.TEXT, "mysql@9.7.0", 40, 380, null)
                                .compared(
                                        "Do1",
                                        Mode.TEXT,
                                        "mariadb@4.0.0",
                                        "mysql@9.7.0",
                                        CollectedExample.side(1.6, 1.5, 1.7, Verdict.SLOWER),
                                        CollectedExample.side(1.1, 1.05, 1.15, Verdict.SLOWER),
                                        Order.SAME,
                                        null)
                                .compared(
                                        "Do1",
                                        Mode.HIT,
                                        "mariadb@4.0.0",
                                        "mysql@9.7.0",
                                        CollectedExample.side(1.6, 1.5, 1.7, Verdict.SLOWER),
                                        CollectedExample.side(1.0, 0.95, 1.15, Verdict.UNDECIDED),
                                        Order.UNDECIDED,
                                        null))
                        .get(1))
                .isEqualTo(
                        "Distance changed no driver ranking in the 1 of 2 comparisons that are decided on both sides; 1 is"
                                + " not.");
    }
}
