package dev.jdbcbench.result;

import dev.jdbcbench.run.Axis;
import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.LogRatio;

/**
 * A comparison before any test.
 *
 * @param pair the two cells
 * @param ratio ln of the time of the cell relative to its base
 * @param robust the ratio by the median of the forks
 */
public record Estimated(Axis.Pair pair, LogRatio ratio, Contrast robust) {}
