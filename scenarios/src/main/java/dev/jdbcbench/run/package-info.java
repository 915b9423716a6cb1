/** The words that orchestrator and agent exchange: plan, cells, events, and what comes next. */
@NullMarked
package dev.jdbcbench.run;

import org.jspecify.annotations.NullMarked;
