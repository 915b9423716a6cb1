package dev.jdbcbench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Label;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A local host with an RTT of 20 µs, and one 500 µs farther away over a 1 Gbit/s link: 8000 µs per megabyte. */
class ModelTest {
    private final RunExample local = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
            .rtt(RttMethod.PROTOCOL, 20.0, 20.0, 20.0)
            .bandwidth(500, 500);
    private final RunExample distant = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 5, true)
            .rtt(RttMethod.PROTOCOL, 520.0, 520.0, 520.0)
            .bandwidth(8500, 8500);

    private static double[] around(double score) {
        return new double[] {score * 0.99, score * 1.01, score, score * 0.995, score * 1.005};
    }

    private ModelTest cell(
            String scenario,
            Mode mode,
            DriverKind kind,
            double near,
            double far,
            double roundTrips,
            long up,
            long down) {
        local.measured(scenario, mode, kind, around(near)).explained(scenario, mode, kind, roundTrips, up, down);
        distant.measured(scenario, mode, kind, around(far));
        return this;
    }

    private Collected collected() {
        return SideBySide.of(List.of(local.fold(), distant.fold()), SideBySide.Question.DEFAULT);
    }

    private Map<String, Row> rows() {
        return collected().rows().stream()
                .collect(Collectors.toMap(
                        row -> row.subject().scenario() + " " + row.subject().mode() + " "
                                + row.subject().driver(),
                        Function.identity()));
    }

    private Row row(String name) {
        return Objects.requireNonNull(rows().get(name));
    }

    private static double value(@Nullable Double number) {
        return Objects.requireNonNull(number);
    }

    @Test
    void predictionUsesRoundTripsAndBytes() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 590, 1, 200, 1800);
        Row row = row("Select1Row text mariadb");
        assertThat(value(row.explained().latencyMicros())).isCloseTo(500, within(0.1));
        assertThat(value(row.explained().transferMicros()))
                .as("2000 bytes at 8000 µs per megabyte")
                .isCloseTo(16, within(0.1));
        assertThat(value(row.explained().predicted())).isCloseTo(576, within(1.0));
        assertThat(value(row.explained().residualMicros())).isCloseTo(14, within(1.0));
        assertThat(value(row.explained().residualLow())).isLessThan(14);
        assertThat(value(row.explained().residualHigh())).isGreaterThan(14);
        assertThat(row.explained().label()).isEqualTo(Label.LATENCY_BOUND);
        assertThat(row.traffic().circular()).isFalse();
    }

    @Test
    void hundredRoundTripsAreLatencyBound() {
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 3000, 53_500, 100, 15_000, 1100);
        Row row = row("InsertBatch100 text mysql");
        assertThat(row.explained().label()).isEqualTo(Label.LATENCY_BOUND);
        assertThat(Objects.requireNonNull(row.traffic().roundTripsImplied()).value())
                .isCloseTo(101, within(0.5));
    }

    @Test
    void tenMegabytesAreBandwidthBound() {
        cell("Select1000BigRows", Mode.TEXT, DriverCatalogue.MARIADB, 20_000, 101_000, 1, 100, 10_000_000);
        assertThat(row("Select1000BigRows text mariadb").explained().label()).isEqualTo(Label.BANDWIDTH_BOUND);
    }

    @Test
    void rowWithoutADominantCauseIsInconclusive() {
        // 8000 µs for 16 round trips, 8000 µs for a megabyte, 4000 µs unexplained
        cell("Select1000BigRows", Mode.TEXT, DriverCatalogue.MARIADB, 1000, 21_000, 16, 0, 1_000_000);
        assertThat(row("Select1000BigRows text mariadb").explained().label()).isEqualTo(Label.INCONCLUSIVE);
    }

    @Test
    void unexplainedRowIsInconclusive() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 5060, 1, 200, 180);
        assertThat(row("Select1Row text mariadb").explained().label()).isEqualTo(Label.INCONCLUSIVE);
    }

    @Test
    void otherDistancesArePredictedFromTheLocalTime() {
        cell("CallFunction", Mode.TEXT, DriverCatalogue.MYSQL, 400, 2400, 4, 0, 0);
        assertThat(row("CallFunction text mysql").whatIf())
                .extracting(Prediction::rttMicros)
                .containsExactly(100.0, 500.0, 1000.0, 5000.0, 20_000.0);
        assertThat(row("CallFunction text mysql").whatIf().get(4).micros()).isCloseTo(80_400, within(5.0));
    }

    @Test
    void crossoverDistanceFollowsFromRoundTrips() {
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 3000, 4500, 2, 15_000, 1100);
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 2000, 52_000, 100, 15_000, 1100);
        Comparison comparison = collected().comparisons().get(0);
        assertThat(comparison.base()).startsWith("mariadb");
        assertThat(comparison.order()).isEqualTo(Order.CHANGES);
        assertThat(value(comparison.crossoverMicros()))
                .as("1000 µs over 98 round trips")
                .isCloseTo(10.2, within(0.3));
    }

    @Test
    void driversWithOneRoundTripEachHaveNoCrossover() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 560, 1, 200, 180);
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 80, 600, 1, 200, 180);
        Comparison comparison = collected().comparisons().get(0);
        assertThat(comparison.crossoverMicros()).isNull();
        assertThat(comparison.order()).isEqualTo(Order.SAME);
        Row mysql = row("Select1Row text mysql");
        assertThat(value(mysql.percent().percentLocal())).isCloseTo(133.3, within(1.0));
        assertThat(value(row("Select1Row text mariadb").percent().percentDistant()))
                .isEqualTo(100);
    }

    @Test
    void impliedRttDoesNotExplainItsOwnRows() {
        RunExample near = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, around(60))
                .measured("CallFunction", Mode.TEXT, DriverCatalogue.MYSQL, around(700));
        RunExample far = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 5, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, around(410))
                .measured("CallFunction", Mode.TEXT, DriverCatalogue.MYSQL, around(2100));
        Collected collected = SideBySide.of(List.of(near.fold(), far.fold()), SideBySide.Question.DEFAULT);
        Rtt rtt = Objects.requireNonNull(collected.rtt());
        assertThat(rtt.source()).isEqualTo("implied by single-round-trip rows");
        assertThat(value(rtt.medianMicros())).isCloseTo(350, within(1.0));
        assertThat(collected.rows()).extracting(row -> row.traffic().circular()).containsExactly(true, false);
        assertThat(Objects.requireNonNull(collected.rows().get(1).traffic().roundTripsImplied())
                        .value())
                .isCloseTo(4, within(0.05));
        assertThat(collected.rows())
                .allSatisfy(row -> assertThat(row.explained().predicted()).isNull());
        assertThat(collected.notes()).anyMatch(note -> note.startsWith("The RTT was not measured."));
    }

    @Test
    void adviceNamesTheHitRateAtWhichPreparingPays() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 560, 1, 200, 180);
        cell("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 50, 550, 1, 200, 180);
        cell("Select1Row", Mode.MISS, DriverCatalogue.MARIADB, 100, 1100, 2, 200, 180);
        List<Advice> shares = collected().advice().stream()
                .filter(advice -> advice.text().contains("share of cache hits"))
                .toList();
        assertThat(shares).hasSize(2);
        Collected.Value near = Objects.requireNonNull(shares.get(0).value());
        assertThat(near.value()).as("(100 − 60) / (100 − 50)").isCloseTo(0.8, within(0.01));
        assertThat(value(near.low())).isLessThan(0.8);
        assertThat(value(near.high())).isGreaterThan(0.8);
        assertThat(Objects.requireNonNull(shares.get(1).value()).value())
                .as("(1100 − 560) / (1100 − 550)")
                .isCloseTo(0.982, within(0.01));
    }

    @Test
    void adviceNamesTheFastestAndWhatItCosts() {
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 3000, 4000, 2, 15_000, 1100);
        cell("InsertBatch100", Mode.REWRITE, DriverCatalogue.MARIADB, 500, 1000, 1, 10_600, 60);
        Advice fastest = collected().advice().get(0);
        assertThat(fastest.text()).startsWith("fastest near: mariadb 4.0.0 rewrite; then mariadb 4.0.0 text");
        assertThat(Objects.requireNonNull(fastest.value()).value()).isCloseTo(6, within(0.1));
        assertThat(fastest.caveat()).contains("generated keys");
        assertThat(collected().advice())
                .anyMatch(advice -> advice.text().contains("rewrite saves per operation (1 instead of 2 round trips)"));
    }

    @Test
    void differentCpuIsReported() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 560, 1, 200, 180);
        local.fact("cpu", "AMD EPYC");
        distant.fact("cpu", "Intel Xeon");
        assertThat(collected().comparable()).isFalse();
        assertThat(collected().differences()).singleElement().asString().startsWith("CPU of the client: AMD EPYC in ");
    }

    @Test
    void changingRttIsReported() {
        for (double rtt : new double[] {520, 522, 640, 645, 650, 520, 521, 522}) {
            distant.rtt(RttMethod.PROTOCOL, rtt, rtt, rtt);
        }
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 560, 1, 200, 180);
        assertThat(Objects.requireNonNull(collected().rtt()).drift())
                .isEqualTo("between 520 and 645 µs in the thirds of the run");
    }

    @Test
    void rowsUseTheRttOfTheirOwnRun() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 560, 1, 0, 0);
        RunExample farther = new RunExample("20261121-104500-distant-2d8e", Topology.DISTANT, 5, true)
                .rtt(RttMethod.PROTOCOL, 5020.0, 5020.0, 5020.0)
                .measured("CallFunction", Mode.TEXT, DriverCatalogue.MARIADB, around(5100));
        local.measured("CallFunction", Mode.TEXT, DriverCatalogue.MARIADB, around(80))
                .explained("CallFunction", Mode.TEXT, DriverCatalogue.MARIADB, 1, 0, 0);
        List<Row> rows = SideBySide.of(
                        List.of(local.fold(), distant.fold(), farther.fold()), SideBySide.Question.DEFAULT)
                .rows();
        assertThat(rows).extracting(row -> row.explained().latencyMicros()).containsExactly(500.0, 5000.0);
    }

    /** Rows with one counted round trip take 0.9, 1 and 1.1 RTTs: τ = 0.1, and t = 4.303 with two degrees of freedom. */
    @Test
    void impliedRoundTripsReflectTheScatterOfRows() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 510, 1, 0, 0);
        cell("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 60, 560, 1, 0, 0);
        cell("Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 610, 1, 0, 0);
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 3000, 53_500, 100, 15_000, 1100);
        Collected.Value implied = Objects.requireNonNull(
                row("InsertBatch100 text mysql").traffic().roundTripsImplied());
        assertThat(implied.value()).isCloseTo(101, within(0.5));
        assertThat(value(implied.high()) - implied.value()).isCloseTo(4.303 * 0.1 * 101, within(1.0));
        assertThat(implied.value() - value(implied.low())).isCloseTo(4.303 * 0.1 * 101, within(1.0));
    }

    /** An RTT of 500 ± 124 µs: t = 4.303 times s/√3 = 57.7 of the medians 420, 520 and 620, on the logarithmic scale. */
    @Test
    void impliedRoundTripsReflectTheUncertaintyOfTheRtt() {
        distant.rtt(RttMethod.PROTOCOL, 470.0).rtt(RttMethod.PROTOCOL, 570.0);
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 3000, 53_500, 100, 15_000, 1100);
        Rtt rtt = Objects.requireNonNull(collected().rtt());
        double share = value(rtt.halfWidthMicros()) / 500;
        assertThat(share).isGreaterThan(0.2);
        Collected.Value implied = Objects.requireNonNull(
                row("InsertBatch100 text mysql").traffic().roundTripsImplied());
        assertThat(value(implied.high()) - implied.value())
                .as("mostly the uncertainty of the RTT")
                .isCloseTo(implied.value() * share, within(1.0));
    }

    @Test
    void intervalsOfDifferencesAreAsymmetricLikeThoseOfTheScores() {
        local.measured("CallFunction", Mode.TEXT, DriverCatalogue.MYSQL, 60, 61, 59, 60, 60)
                .explained("CallFunction", Mode.TEXT, DriverCatalogue.MYSQL, 1, 0, 0);
        distant.measured("CallFunction", Mode.TEXT, DriverCatalogue.MYSQL, 300, 1200, 500, 900, 400);
        Row row = row("CallFunction text mysql");
        Collected.Value implied = Objects.requireNonNull(row.traffic().roundTripsImplied());
        assertThat(value(implied.high()) - implied.value())
                .isGreaterThan(1.4 * (implied.value() - value(implied.low())));
        double residual = value(row.explained().residualMicros());
        assertThat(value(row.explained().residualHigh()) - residual)
                .isCloseTo(value(row.distant().high()) - value(row.distant().score()), within(1.0));
        assertThat(residual - value(row.explained().residualLow()))
                .isCloseTo(value(row.distant().score()) - value(row.distant().low()), within(1.0));
    }

    @Test
    void predictionIntervalGrowsWithTheDistance() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 510, 1, 0, 0);
        cell("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 60, 560, 1, 0, 0);
        cell("Insert1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 610, 1, 0, 0);
        Row row = row("Select1Row text mariadb");
        Prediction near = row.whatIf().get(0);
        Prediction far = row.whatIf().get(4);
        assertThat(value(near.high()) - near.micros())
                .as("4.303 · 0.1 · 100 µs")
                .isCloseTo(43, within(1.0));
        assertThat(far.micros() - value(far.low()))
                .as("4.303 · 0.1 · 20 000 µs")
                .isCloseTo(8606, within(5.0));
    }

    @Test
    void crossoverHasAnInterval() {
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 3000, 4500, 2, 15_000, 1100);
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 2000, 52_000, 100, 15_000, 1100);
        Comparison comparison = collected().comparisons().get(0);
        assertThat(value(comparison.crossoverLow())).isBetween(9.8, 10.2);
        assertThat(value(comparison.crossoverHigh())).isBetween(10.2, 10.6);
    }

    @Test
    void undecidedSideHasNoCrossover() {
        local.measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 2000, 3000, 2500, 1900, 2600)
                .explained("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 2, 15_000, 1100);
        distant.measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, around(4500));
        cell("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 2200, 52_000, 100, 15_000, 1100);
        Comparison comparison = collected().comparisons().get(0);
        assertThat(comparison.order()).isEqualTo(Order.UNDECIDED);
        assertThat(comparison.crossoverMicros()).isNull();
    }

    @Test
    void rowWithoutCountedRoundTripsIsNotLatencyBound() {
        uncounted("Select1000Rows", DriverCatalogue.MARIADB, 250, 1110);
        uncounted("InsertBatch100", DriverCatalogue.MYSQL, 3000, 53_500);
        uncounted("CallFunction", DriverCatalogue.MYSQL, 250, 1110);
        uncounted("StatementBatch100", DriverCatalogue.MYSQL, 3000, 3550);
        assertThat(String.valueOf(row("Select1000Rows text mariadb").explained().label()))
                .isEqualTo("latency or transfer");
        assertThat(row("InsertBatch100 text mysql").explained().label())
                .as("10 kB do not take 50 ms")
                .isEqualTo(Label.LATENCY_BOUND);
        assertThat(row("CallFunction text mysql").explained().label()).isEqualTo(Label.LATENCY_BOUND);
        assertThat(row("StatementBatch100 text mysql").explained().label())
                .as("the one certain round trip explains the difference")
                .isEqualTo(Label.LATENCY_BOUND);
    }

    private void uncounted(String scenario, DriverKind kind, double near, double far) {
        local.measured(scenario, Mode.TEXT, kind, around(near));
        distant.measured(scenario, Mode.TEXT, kind, around(far));
    }

    @Test
    void hitRateWithAnIntervalBeyondOneIsUndecided() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 60, 560, 1, 200, 180);
        cell("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 59.9, 550, 1, 200, 180);
        cell("Select1Row", Mode.MISS, DriverCatalogue.MARIADB, 100, 1100, 2, 200, 180);
        assertThat(collected().advice())
                .extracting(Advice::text)
                .anyMatch(
                        text -> text.startsWith("mariadb 4.0.0 near: it is not decided whether preparing on the server")
                                && text.endsWith("from which share of cache hits"))
                .noneMatch(text -> text.startsWith("mariadb 4.0.0 near: preparing")
                        || text.startsWith("mariadb 4.0.0 near: text beats"));
    }

    @Test
    void impossibleHitRatesAreReported() {
        cell("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 50, 1200, 1, 200, 180);
        cell("Select1Row", Mode.HIT, DriverCatalogue.MARIADB, 60, 550, 1, 200, 180);
        cell("Select1Row", Mode.MISS, DriverCatalogue.MARIADB, 100, 1100, 2, 200, 180);
        assertThat(collected().advice())
                .extracting(Advice::text)
                .anyMatch(text -> text.contains(
                        "near: text beats preparing on the server even when every statement hits the cache"))
                .anyMatch(text -> text.contains(
                        "far: preparing on the server beats text even when every statement misses the cache"));
    }

    /**
     * Five other drivers are 5 % slower, each with p = 0.006: 0.09 by Holm over 15 pairs, but 0.02 against the best
     * alone.
     */
    @Test
    void othersAreComparedOnlyWithTheFastest() {
        double[] best = {100, 100, 100, 100, 100};
        local.measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, best);
        distant.measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, around(600));
        double[] deviation = {-1.2, -0.4, 0, 0.4, 1.2};
        int shift = 0;
        for (Mode mode : new Mode[] {Mode.TEXT, Mode.HIT}) {
            for (DriverKind kind :
                    new DriverKind[] {DriverCatalogue.MARIADB, DriverCatalogue.MYSQL, DriverCatalogue.DRIZZLE}) {
                if (mode == Mode.TEXT && kind == DriverCatalogue.MARIADB) {
                    continue;
                }
                double[] scores = new double[5];
                for (int i = 0; i < 5; i++) {
                    scores[i] = 100 * Math.exp(0.05 + 0.0236 * deviation[(i * (1 + shift % 4) + shift) % 5]);
                }
                shift++;
                local.measured("Select1Row", mode, kind, scores);
                distant.measured("Select1Row", mode, kind, around(600));
            }
        }
        assertThat(collected().advice())
                .extracting(Advice::text)
                .anyMatch(text -> text.startsWith("fastest near: mariadb 4.0.0 text; then "));
    }

    /** A driver that may be the fastest is listed even if a driver with a better mean is ruled out. */
    @Test
    void equallyFastDriversAreNamedDespiteTheirOrder() {
        uncounted("Select1Row", DriverCatalogue.MARIADB, 100, 600);
        uncounted("Select1Row", DriverCatalogue.MYSQL, 110, 600);
        local.measured("Select1Row", Mode.TEXT, DriverCatalogue.DRIZZLE, 80, 160, 130, 95, 125);
        distant.measured("Select1Row", Mode.TEXT, DriverCatalogue.DRIZZLE, around(600));
        assertThat(collected().advice().get(0).text())
                .startsWith("fastest near: mariadb 4.0.0 text, or drizzle 1.4 text (no difference shown); then mysql");
    }
}
