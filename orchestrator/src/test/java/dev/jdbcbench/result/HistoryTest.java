package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.History.Cell;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.sample.Estimate;
import dev.jdbcbench.statistics.sample.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Applies bench's statistics to a comparison published in 2016 with JMH's own error bars. */
class HistoryTest {
    private static final double JMH_CONFIDENCE = 0.999;
    /** Student's t for 99.9 % and ten forks: the 0.9995 quantile with 9 degrees of freedom, from a printed table. */
    private static final double T = 4.781;

    private final List<Cell> cells;

    HistoryTest() throws IOException {
        cells = History.committed();
    }

    private List<Cell> cells(String topology) {
        return cells.stream().filter(cell -> cell.topology().equals(topology)).toList();
    }

    private double median(String topology, ToDoubleFunction<Cell> figure) {
        return Summary.of(cells(topology).stream().mapToDouble(figure).toArray())
                .median();
    }

    @Test
    void figuresAreCompleteAndMatchJmh() {
        assertThat(cells("local")).hasSize(43);
        assertThat(cells("distant")).hasSize(43);
        assertThat(cells).hasSize(86).allSatisfy(cell -> {
            assertThat(cell.forks()).hasSize(10);
            // All forks have equally many iterations, so the mean of their means is JMH's score, to three decimals.
            assertThat(Arrays.stream(cell.scores()).average().orElseThrow())
                    .isCloseTo(cell.jmhScore(), within(0.00055));
        });
    }

    /**
     * JMH treats all iterations of all forks as independent. Computed from fork means, the same 99.9 % interval is more than twice as wide
     * in the median cell.
     */
    @ParameterizedTest
    @CsvSource({"local, 2.153", "distant, 2.311"})
    void forkErrorsAreTwiceAsWideAsPublished(String topology, double inflation) {
        assertThat(median(topology, cell -> {
                    Estimate estimate = Estimate.of(cell.scores(), JMH_CONFIDENCE);
                    return (estimate.high() - estimate.low()) / 2 / cell.jmhError999();
                }))
                .isCloseTo(inflation, within(0.002));
    }

    /**
     * The intervals are not wide because of the logarithmic scale: on the scale of the scores they are slightly wider.
     */
    @ParameterizedTest
    @CsvSource({"local, 2.161", "distant, 2.337"})
    void inflationIsTheSameOnALinearScale(String topology, double inflation) {
        assertThat(median(topology, cell -> {
                    double mean = Arrays.stream(cell.scores()).average().orElseThrow();
                    double squares = Arrays.stream(cell.scores())
                            .map(score -> (score - mean) * (score - mean))
                            .sum();
                    return T * Math.sqrt(squares / 9 / 10) / cell.jmhError999();
                }))
                .isCloseTo(inflation, within(0.002));
    }

    /**
     * 1000 big rows, local: by its mean drizzle is 5 % slower than mysql, by its median 6 % faster. A burst over three
     * neighbouring forks (and one more) decides.
     */
    @Test
    void burstOverNeighbouringForksMakesARankingUndecided() {
        Cell drizzle = cell("local", "BenchmarkSelect1000BigRows.drizzle");
        Cell mysql = cell("local", "BenchmarkSelect1000BigRows.mysql");
        assertThat(drizzle.jmhScore()).isEqualTo(126.169);
        assertThat(mysql.jmhScore()).isEqualTo(120.132);
        assertThat(Summary.of(drizzle.scores()).median()).isCloseTo(107.67, within(0.01));
        assertThat(Summary.of(mysql.scores()).median()).isCloseTo(114.02, within(0.01));
        assertThat(drizzle.forks().subList(5, 8)).allMatch(fork -> fork > 140);
        assertThat(drizzle.forks().subList(0, 5)).allMatch(fork -> fork < 112);
        Estimate ours = Estimate.of(drizzle.scores());
        Estimate other = Estimate.of(mysql.scores());
        assertThat(ours.low()).isLessThan(other.score());
        assertThat(ours.high()).isGreaterThan(other.score());
        assertThat(other.low()).isLessThan(ours.score());
        assertThat(other.high()).isGreaterThan(ours.score());
    }

    /** Compares drivers with mariadb, by JMH's printed error and by the fork intervals of the same confidence. */
    @Test
    void documentCountsRankingsThatForksDoNotSupport() throws IOException {
        int pairs = 0;
        int separated = 0;
        int overlapping = 0;
        for (Cell cell : cells) {
            Cell base = cell(cell.topology(), cell.benchmark().replaceFirst(".*\\.(\\w+)\\.\\w+$", "$1.mariadb"));
            if (cell.benchmark().equals(base.benchmark())) {
                continue;
            }
            pairs++;
            if (Math.abs(cell.jmhScore() - base.jmhScore()) > cell.jmhError999() + base.jmhError999()) {
                separated++;
                Estimate one = Estimate.of(cell.scores(), JMH_CONFIDENCE);
                Estimate other = Estimate.of(base.scores(), JMH_CONFIDENCE);
                overlapping += one.low() <= other.high() && other.low() <= one.high() ? 1 : 0;
            }
        }
        assertThat(document("method.md"))
                .contains("it separates " + separated + " of " + pairs + " pairs of drivers")
                .contains("the intervals of " + overlapping + " of those overlap");
    }

    private static String document(String page) throws IOException {
        return Files.readString(Path.of("..", "docs", "explanation", page)).replaceAll("\\s+", " ");
    }

    /** Rows with known round trips and few bytes, so the difference consists of round trips only. */
    @Test
    void impliedRoundTripIntervalsContainKnownValues() throws IOException {
        RunExample local = new RunExample("local", Topology.LOCAL, 10, true);
        RunExample distant = new RunExample("distant", Topology.DISTANT, 10, true);
        Map<String, Integer> known = new HashMap<>();
        for (Cell cell : cells("local")) {
            String name = cell.benchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
            String driver = name.replaceFirst(".*\\.", "");
            int roundTrips = roundTrips(name, driver);
            if (roundTrips > 0) {
                String scenario = name.contains("OneInsert")
                        ? "Insert1Row"
                        : name.contains("Select1Row")
                                ? "Select1RowCast"
                                : name.replaceFirst("\\..*", "").replaceFirst("PrepareHit|PrepareText|InsertText", "");
                Mode mode = name.contains("Hit")
                        ? Mode.HIT
                        : name.contains("Miss") ? Mode.MISS : name.contains("TextHA") ? Mode.HA : Mode.TEXT;
                DriverKind kind = DriverCatalogue.of(driver).orElseThrow();
                local.measured(scenario, mode, kind, inMicros(cell));
                distant.measured(scenario, mode, kind, inMicros(cell("distant", name)));
                known.put(scenario + mode + driver, roundTrips);
            }
        }
        List<Row> rows = SideBySide.of(List.of(local.fold(), distant.fold()), SideBySide.Question.DEFAULT)
                .rows();
        long held = rows.stream()
                .filter(row -> holds(
                        Objects.requireNonNull(row.traffic().roundTripsImplied()),
                        Objects.requireNonNull(known.get(row.subject().scenario()
                                + row.subject().mode()
                                + row.subject().driver()))))
                .count();
        assertThat(rows).hasSize(29);
        assertThat(held).isEqualTo(27);
        assertThat(document("round-trips.md")).contains("hold the known round trips in 27 of 29 rows");
    }

    private static boolean holds(Collected.Value implied, int roundTrips) {
        return Objects.requireNonNull(implied.low()) <= roundTrips
                && Objects.requireNonNull(implied.high()) >= roundTrips;
    }

    private static double[] inMicros(Cell cell) {
        return Arrays.stream(cell.scores())
                .map(score -> cell.unit().equals("ms/op") ? 1000 * score : score)
                .toArray();
    }

    /**
     * Round trips as counted with the drivers of that time; 0 if bytes or the server also contribute to the difference.
     */
    private static int roundTrips(String benchmark, String driver) {
        boolean mariadb = driver.equals("mariadb");
        if (benchmark.contains("Callable")) {
            return mariadb ? 1 : benchmark.contains("Function") ? 4 : benchmark.contains("InParameter") ? 3 : 5;
        }
        if (benchmark.contains("1000") || benchmark.contains("Rewrite")) {
            return 0;
        }
        if (benchmark.contains("Batch100")) {
            return mariadb ? 0 : 100;
        }
        return benchmark.contains("Miss") ? 2 : 1;
    }

    private Cell cell(String topology, String benchmark) {
        return cells(topology).stream()
                .filter(cell -> cell.benchmark().endsWith("." + benchmark))
                .findFirst()
                .orElseThrow();
    }
}
