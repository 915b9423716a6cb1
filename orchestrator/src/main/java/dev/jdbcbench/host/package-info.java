/** Machines on which commands run, this one or one reached over SSH, and the supervised processes on them. */
@NullMarked
package dev.jdbcbench.host;

import org.jspecify.annotations.NullMarked;
