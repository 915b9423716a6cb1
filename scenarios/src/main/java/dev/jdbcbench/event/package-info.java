/** What happened in a run, one line of {@code events.ndjson} each: append only, and the truth from which all else is worked out. */
@NullMarked
package dev.jdbcbench.event;

import org.jspecify.annotations.NullMarked;
