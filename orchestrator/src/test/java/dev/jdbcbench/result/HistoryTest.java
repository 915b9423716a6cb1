package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.result.History.Cell;
import dev.jdbcbench.statistics.Estimate;
import dev.jdbcbench.statistics.Summary;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bench's statistics say of a comparison that was published in 2016 with JMH's own error bars. */
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
    void theFiguresAreWholeAndAgreeWithWhatJmhPrinted() {
        assertThat(cells("local")).hasSize(43);
        assertThat(cells("distant")).hasSize(43);
        assertThat(cells).hasSize(86).allSatisfy(cell -> {
            assertThat(cell.forks()).hasSize(10);
            // All forks have as many iterations: the mean of their means is JMH's, up to its three decimals.
            assertThat(Arrays.stream(cell.scores()).average().orElseThrow())
                    .isCloseTo(cell.jmhScore(), within(0.00055));
        });
    }

    /**
     * JMH takes all iterations of all forks for independent. On fork means the same 99.9 % interval is more than twice as wide
     * in the median cell.
     */
    @ParameterizedTest
    @CsvSource({"local, 2.153", "distant, 2.311"})
    void theErrorBarsOfForksAreMoreThanTwiceAsWideAsThosePublished(String topology, double inflation) {
        assertThat(median(topology, cell -> {
                    Estimate estimate = Estimate.of(cell.scores(), JMH_CONFIDENCE);
                    return (estimate.high() - estimate.low()) / 2 / cell.jmhError999();
                }))
                .isCloseTo(inflation, within(0.002));
    }

    /** The logarithmic scale is not what makes them wide: on the scale of the scores themselves they are a little wider. */
    @ParameterizedTest
    @CsvSource({"local, 2.161", "distant, 2.337"})
    void theScaleOfTheStatisticsHardlyMatters(String topology, double inflation) {
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
    void aBurstOverNeighbouringForksTurnsARankingAndTheIntervalSaysThatItIsNone() {
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

    private Cell cell(String topology, String benchmark) {
        return cells(topology).stream()
                .filter(cell -> cell.benchmark().endsWith("." + benchmark))
                .findFirst()
                .orElseThrow();
    }
}
