package dev.jdbcbench.result.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.contrast.Pooled;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The run is an import of the documentation's sample, which has a ranking that JMH's error separates and the forks do not. It is
 * read without the part of bench that imports.
 */
class PooledVerdictsTest {
    private static Fold imported() {
        return new Fold(
                Json.read(resource("plan.json"), Plan.class),
                resource("events.ndjson")
                        .lines()
                        .map(line -> Json.read(line, Event.class))
                        .toList());
    }

    private static String resource(String name) {
        return Resource.text(PooledVerdictsTest.class, "imported/" + name);
    }

    /** The sample has 61.019 ± 1.055 under Result. */
    @Test
    void pooledMeanIsThatOfTheFile() {
        Fold fold = imported();
        Pooled pooled = fold.pooledVerdicts().pooled(fold.plan().cells().get(0)).orElseThrow();
        assertThat(pooled.mean()).isCloseTo(61.019, within(0.0006));
        assertThat(pooled.high() - pooled.mean()).isCloseTo(1.055, within(0.0006));
    }

    @Test
    void pooledIntervalsSeparateMoreThanForks() {
        Fold fold = imported();
        List<Cell> cells = fold.plan().cells();
        Contrast contrast = fold.results().contrasts().stream()
                .filter(one -> one.axis() == Axis.DRIVER)
                .findFirst()
                .orElseThrow();
        assertThat(contrast.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(fold.pooledVerdicts().of(cells.get(1), cells.get(0))).isEqualTo(Verdict.SLOWER);
        assertThat(fold.pooledVerdicts().of(cells.get(0), cells.get(1))).isEqualTo(Verdict.FASTER);
        assertThat(fold.pooledVerdicts().ofForks(cells.get(1), cells.get(0)))
                .as("the same rule with forks as samples")
                .isEqualTo(Verdict.UNDECIDED);
        assertThat(fold.pooledVerdicts().ofForks(cells.get(3), cells.get(2))).isEqualTo(Verdict.SLOWER);
        assertThat(fold.pooledVerdicts().of(cells.get(0), cells.get(0))).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void withoutForksThereIsNoVerdict() {
        Fold fold = RunExample.distant().fold();
        List<Cell> cells = fold.plan().cells();
        Cell failed = cells.stream()
                .filter(cell -> fold.forks(cell).isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(fold.pooledVerdicts().of(failed, cells.get(0))).isNull();
        assertThat(fold.pooledVerdicts().of(cells.get(0), failed)).isNull();
        assertThat(fold.pooledVerdicts().ofForks(cells.get(0), failed)).isNull();
    }
}
