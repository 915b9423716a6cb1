/** Comparisons: ratios with intervals, families of them, and verdicts. */
@NullMarked
package dev.jdbcbench.statistics.contrast;

import org.jspecify.annotations.NullMarked;
