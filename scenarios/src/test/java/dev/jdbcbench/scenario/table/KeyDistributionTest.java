package dev.jdbcbench.scenario.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDistributionTest {
    private static final int DRAWS = 200_000;
    private static final int ROWS = 10_000;

    private static int[] draws(KeyDistribution distribution, int rows) {
        SplittableRandom random = new SplittableRandom(20171201);
        return IntStream.range(0, DRAWS)
                .map(i -> distribution.next(random, rows))
                .toArray();
    }

    private static double share(int[] draws, int from, int to) {
        return Arrays.stream(draws).filter(key -> key >= from && key < to).count() / (double) draws.length;
    }

    @ParameterizedTest
    @EnumSource
    void everyKeyIsARow(KeyDistribution distribution) {
        for (int rows : new int[] {1, 2, 10, 1000, ROWS}) {
            assertThat(Arrays.stream(draws(distribution, rows)).allMatch(key -> key >= 0 && key < rows))
                    .as("%d rows", rows)
                    .isTrue();
        }
    }

    @Test
    void uniformChoosesEachTenthOfTheTableEquallyOften() {
        int[] draws = draws(KeyDistribution.UNIFORM, ROWS);
        for (int tenth = 0; tenth < 10; tenth++) {
            assertThat(share(draws, tenth * 1000, (tenth + 1) * 1000)).isCloseTo(0.1, within(0.005));
        }
    }

    /**
     * Three quarters of the keys come from 1 % of the rows, in the middle of the table. sysbench reuses a random number
     * that is above a quarter, so they are in the upper three quarters of that percent.
     */
    @ParameterizedTest
    @ValueSource(ints = {1000, ROWS, 1_000_000})
    void specialChoosesThreeQuartersFromOnePercent(int rows) {
        int[] draws = draws(KeyDistribution.SPECIAL, rows);
        int middle = rows / 2;
        int half = rows / 200 + 1;
        // The normal part adds about 5 % of its quarter, because its standard deviation is 1/12 of the table.
        assertThat(share(draws, middle - half, middle + half)).isCloseTo(0.762, within(0.006));
        assertThat(share(draws, middle - half, middle - half / 2)).isLessThan(0.01);
    }

    @Test
    void otherKeysOfSpecialAreNearlyNormal() {
        int[] others = Arrays.stream(draws(KeyDistribution.SPECIAL, ROWS))
                .filter(key -> key < ROWS / 2 - 52 || key > ROWS / 2 + 52)
                .toArray();
        assertThat(others.length / (double) DRAWS).isCloseTo(0.2375, within(0.005));
        double mean = Arrays.stream(others).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(others)
                .mapToDouble(key -> (key - mean) * (key - mean))
                .average()
                .orElseThrow());
        // the mean of 12 uniform numbers has 1/12 of the range; without the middle it is slightly more
        assertThat(mean).isCloseTo(ROWS / 2.0, within(15.0));
        assertThat(deviation).isCloseTo(ROWS / 12.0, within(40.0));
        // A normal distribution has 95.4 % within two standard deviations.
        assertThat(share(others, ROWS / 2 - ROWS / 6, ROWS / 2 + ROWS / 6)).isCloseTo(0.954, within(0.01));
    }
}
