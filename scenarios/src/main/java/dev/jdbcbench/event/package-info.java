/**
 * The events of a run, one line of {@code events.ndjson} each. Append-only, and the single source from which everything else is
 * derived.
 */
@NullMarked
package dev.jdbcbench.event;

import org.jspecify.annotations.NullMarked;
