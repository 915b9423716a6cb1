package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.ComparisonRule;
import dev.jdbcbench.statistics.contrast.LimitTest;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.VariancePrior;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often a gate fails: with equal drivers, and with one row that is worse. A
 * gate has eight rows, each with the scatter of a recorded row. Groups are added one by one while the rule requires
 * more and the default budget of 20 minutes allows them. Rows above the limit are measured again.
 */
class GateSimulationIT {
    private static final int GATES = SimulationTables.WHOLE ? 200 : 12;

    private static final int OWN_GATES = SimulationTables.WHOLE ? 3000 : 200;

    /** With fewer gates, the shares scatter more. */
    private static final double SLACK = SimulationTables.WHOLE ? 0 : 20;

    private static final int ROWS = 8;
    private static final int SINGLE_ROWS = SimulationTables.WHOLE ? 1000 : 200;

    /** Times: 5 % in 20 minutes. A group of two JVMs takes about 15 s. */
    private static final Terms TIMES = new Terms(0.05, 0.05, 0.05, 80);

    /** Own: fails above 1 %, passes below 10 %, and is measured until it is below 5 %, in 270 s. A group takes 8.5 s. */
    private static final Terms OWN = new Terms(0.01, 0.1, 0.05, 31);

    /** Standard deviation of ln(candidate / base) between the groups of 28 recorded rows of own, on a busy host. */
    private static final double SCATTER_OF_OWN = 0.021;

    /**
     * What a gate allows.
     *
     * @param measured the limit at which a row is decided, so it gets no more groups
     * @param groups as many as its budget has time for, of all rows together
     */
    private record Terms(double above, double below, double measured, int groups) {
        ComparisonRule rule() {
            return new ComparisonRule(LimitTest.FEWEST_GROUPS, 40, 0, measured);
        }
    }

    private final List<double[]> recorded = recorded();
    private final List<Double> scales =
            recorded.stream().map(GateSimulationIT::scale).toList();

    /** How the samples of a row are distributed about their mean. */
    enum Shape {
        /** Drawn from all recorded deviations, in units of their row's scatter. */
        RECORDED,
        /** Heavier tails: Student's t with three degrees of freedom. */
        HEAVY
    }

    private static List<double[]> recorded() {
        try (InputStream file =
                Objects.requireNonNull(GateSimulationIT.class.getResourceAsStream("recorded-differences.csv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .skip(1)
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double scale(double[] deviations) {
        return Math.sqrt(Arrays.stream(deviations).map(d -> d * d).average().orElseThrow());
    }

    private ToDoubleFunction<Random> deviations(Shape shape) {
        double[] all = IntStream.range(0, recorded.size())
                .boxed()
                .flatMapToDouble(row -> Arrays.stream(recorded.get(row)).map(d -> d / scales.get(row)))
                .toArray();
        return shape == Shape.RECORDED
                ? random -> all[random.nextInt(all.length)]
                : random -> {
                    double chi = IntStream.range(0, 3)
                            .mapToDouble(i -> Math.pow(random.nextGaussian(), 2))
                            .sum();
                    return random.nextGaussian() / Math.sqrt(chi / 3) / Math.sqrt(3);
                };
    }

    /** The rows that a gate measures, with the outcomes when its budget ends. */
    private static final class Gate {
        private final List<List<Double>> samples = new ArrayList<>();
        private final List<Double> truths = new ArrayList<>();
        private final List<Double> scatter = new ArrayList<>();
        private final Terms terms;
        private final ToDoubleFunction<Random> deviations;
        private final Random random;

        Gate(Terms terms, ToDoubleFunction<Random> deviations, Random random) {
            this.terms = terms;
            this.deviations = deviations;
            this.random = random;
        }

        void row(double truth, double scale) {
            truths.add(truth);
            scatter.add(scale);
            samples.add(new ArrayList<>());
        }

        private void group(int row) {
            samples.get(row).add(truths.get(row) + scatter.get(row) * deviations.applyAsDouble(random));
        }

        List<Outcome> outcomes() {
            int left = terms.groups();
            for (int row = 0; row < samples.size(); row++) {
                for (int group = 0; group < terms.rule().fewest(); group++, left--) {
                    group(row);
                }
            }
            // As in a run with a budget, the row that is decided soonest comes first.
            Optional<Integer> next = next();
            while (next.isPresent() && left > 0) {
                group(next.get());
                left--;
                next = next();
            }
            return LimitTest.of(estimates(0), terms.above(), terms.below(), samples.size(), Claims.SIGNIFICANCE)
                    .stream()
                    .map(LimitTest.Result::outcome)
                    .toList();
        }

        private Optional<Integer> next() {
            List<LogRatio> now = estimates(0);
            List<LogRatio> before = estimates(1);
            Map<Integer, Integer> needed = new LinkedHashMap<>();
            for (int row = 0; row < samples.size(); row++) {
                ComparisonRule.Decision decision = terms.rule()
                        .decide(
                                samples.get(row).size(),
                                List.of(new ComparisonRule.Contest("a / b", now.get(row), 0.02)),
                                List.of(new ComparisonRule.Contest("a / b", before.get(row), 0.02)),
                                samples.size());
                if (decision.more()) {
                    needed.put(row, decision.expectedGroups() - samples.get(row).size());
                }
            }
            return needed.entrySet().stream().min(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        }

        private List<LogRatio> estimates(int without) {
            List<double[]> known = samples.stream()
                    .map(row -> row.stream()
                            .limit(row.size() - without)
                            .mapToDouble(Double::doubleValue)
                            .toArray())
                    .toList();
            VariancePrior prior = VariancePrior.robust(
                    known.stream().mapToDouble(GateSimulationIT::variance).toArray(),
                    known.stream().mapToDouble(row -> row.length - 1.0).toArray());
            return known.stream().map(prior::moderate).toList();
        }
    }

    private static double variance(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    }

    /** Share of gates that fail, with one row of this truth and all others equal. */
    private double failing(Shape shape, double percent) {
        return failing(GATES, TIMES, shape, percent, random -> scales.get(random.nextInt(scales.size())));
    }

    private double failing(int gates, Terms terms, Shape shape, double percent, ToDoubleFunction<Random> scatter) {
        ToDoubleFunction<Random> deviations = deviations(shape);
        int failed = 0;
        for (int trial = 0; trial < gates; trial++) {
            Random random = new Random(31L * trial + Math.round(percent));
            Gate gate = new Gate(terms, deviations, random);
            for (int row = 0; row < ROWS; row++) {
                double scale = scatter.applyAsDouble(random);
                gate.row(row == 0 ? Math.log1p(percent / 100) : 0, scale);
            }
            List<Outcome> first = gate.outcomes();
            Gate again = new Gate(terms, deviations, random);
            for (int row = 0; row < ROWS; row++) {
                if (first.get(row) == Outcome.ABOVE) {
                    again.row(gate.truths.get(row), gate.scatter.get(row));
                }
            }
            failed += !again.samples.isEmpty() && again.outcomes().contains(Outcome.ABOVE) ? 1 : 0;
        }
        double share = 100.0 * failed / gates;
        System.err.printf(
                "%d gates at %.0f %%, %s, one row %+.0f %%: %.1f %% fail%n",
                gates, 100 * terms.above(), shape, percent, share);
        return share;
    }

    /** A row that ended because it is below the limit is rarely also called slower or faster. At p < 0.05, 8 % were. */
    @ParameterizedTest
    @EnumSource
    void equalDriversAreRarelyCalledDifferent(Shape shape) {
        ToDoubleFunction<Random> deviations = deviations(shape);
        int different = 0;
        for (int trial = 0; trial < SINGLE_ROWS; trial++) {
            Random random = new Random(trial);
            Gate gate = new Gate(TIMES, deviations, random);
            gate.row(0, scales.get(random.nextInt(scales.size())));
            gate.outcomes();
            different += ComparisonFamily.of(gate.estimates(0), Claims.MARGIN, Claims.EARLY_SIGNIFICANCE)
                            .get(0)
                            .different()
                    ? 1
                    : 0;
        }
        double share = 100.0 * different / SINGLE_ROWS;
        System.err.printf("%d gates of one row, %s, equal: %.1f %% called different%n", SINGLE_ROWS, shape, share);
        assertThat(share).isLessThanOrEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void equalDriversPass(Shape shape) {
        assertThat(failing(shape, 0)).isLessThanOrEqualTo(SimulationTables.WHOLE ? 5 : 9);
    }

    @ParameterizedTest
    @EnumSource
    void rowSlowerByLessThanTheLimitPasses(Shape shape) {
        assertThat(failing(shape, 3)).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void rowTwiceAboveTheLimitFails(Shape shape) {
        assertThat(failing(shape, 10)).isGreaterThanOrEqualTo(90 - SLACK);
    }

    @ParameterizedTest
    @EnumSource
    void ownIsJudgedFinerAndInAQuarterOfTheTime(Shape shape) {
        assertThat(failingOwn(shape, 0)).isLessThanOrEqualTo(SimulationTables.WHOLE ? 0.1 : 1);
        assertThat(failingOwn(shape, 5)).isGreaterThanOrEqualTo(SimulationTables.WHOLE ? 60 : 57);
        assertThat(failingOwn(shape, 10)).isGreaterThanOrEqualTo(SimulationTables.WHOLE ? 95 : 92);
    }

    private double failingOwn(Shape shape, double percent) {
        return failing(OWN_GATES, OWN, shape, percent, random -> SCATTER_OF_OWN);
    }
}
