/** The commands from beginning to end: run, reattach to a run, check, provision, import, clean, and list runs on hosts. */
@NullMarked
package dev.jdbcbench.execution;

import org.jspecify.annotations.NullMarked;
