/** What commands do, from beginning to end: run, come back to a run, check, provision, import, clean, and say what is where. */
@NullMarked
package dev.jdbcbench.execution;

import org.jspecify.annotations.NullMarked;
