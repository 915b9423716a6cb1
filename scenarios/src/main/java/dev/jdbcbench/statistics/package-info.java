/** Pure functions from iterations to scores and intervals. The agent uses them for decisions, the orchestrator for reports. */
@NullMarked
package dev.jdbcbench.statistics;

import org.jspecify.annotations.NullMarked;
