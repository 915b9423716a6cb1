/** Pure functions from iterations to scores and intervals. The agent decides with them, the orchestrator reports with them. */
@NullMarked
package dev.jdbcbench.statistics;

import org.jspecify.annotations.NullMarked;
