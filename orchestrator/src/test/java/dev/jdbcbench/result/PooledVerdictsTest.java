package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.jmh.ImportedRun;
import dev.jdbcbench.jmh.ImportedRunTest;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Pooled;
import dev.jdbcbench.statistics.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The documentation's sample has a ranking that JMH's error separates and the forks do not. */
class PooledVerdictsTest {
    private static Fold sample(Topology topology) throws IOException {
        String file = "jmh-" + topology + ".txt";
        ImportedRun run = ImportedRunTest.run(file, Files.readString(Path.of("..", "docs", "samples", file)), topology);
        return new Fold(run.plan(), run.events());
    }

    /** The sample has 61.019 ± 1.055 under Result. */
    @Test
    void pooledMeanIsThatOfTheFile() throws IOException {
        Fold fold = sample(Topology.LOCAL);
        Pooled pooled = PooledVerdicts.pooled(fold, fold.plan().cells().get(0)).orElseThrow();
        assertThat(pooled.mean()).isCloseTo(61.019, within(0.0006));
        assertThat(pooled.high() - pooled.mean()).isCloseTo(1.055, within(0.0006));
    }

    @Test
    void pooledIntervalsSeparateMoreThanForks() throws IOException {
        Fold fold = sample(Topology.LOCAL);
        List<Cell> cells = fold.plan().cells();
        Contrast contrast = fold.results().contrasts().stream()
                .filter(one -> one.axis() == Axis.DRIVER)
                .findFirst()
                .orElseThrow();
        assertThat(contrast.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(PooledVerdicts.of(fold, cells.get(1), cells.get(0))).isEqualTo(Verdict.SLOWER);
        assertThat(PooledVerdicts.of(fold, cells.get(0), cells.get(1))).isEqualTo(Verdict.FASTER);
        assertThat(PooledVerdicts.ofForks(fold, cells.get(1), cells.get(0)))
                .as("the same rule with forks as samples")
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(PooledVerdicts.ofForks(fold, cells.get(3), cells.get(2))).isEqualTo(Verdict.SLOWER);
        assertThat(PooledVerdicts.of(fold, cells.get(0), cells.get(0))).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void withoutForksThereIsNoVerdict() {
        Fold fold = RunExample.distant().fold();
        List<Cell> cells = fold.plan().cells();
        Cell failed = cells.stream()
                .filter(cell -> fold.forks(cell).isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(PooledVerdicts.of(fold, failed, cells.get(0))).isNull();
        assertThat(PooledVerdicts.of(fold, cells.get(0), failed)).isNull();
        assertThat(PooledVerdicts.ofForks(fold, cells.get(0), failed)).isNull();
    }
}
