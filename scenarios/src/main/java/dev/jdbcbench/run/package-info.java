/** The words that orchestrator and agent exchange: plan, cells and events, and their one way into files. */
@NullMarked
package dev.jdbcbench.run;

import org.jspecify.annotations.NullMarked;
