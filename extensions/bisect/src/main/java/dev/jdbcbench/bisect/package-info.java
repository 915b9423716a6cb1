/** The search for the first version of a driver that differs, and the table of what each version exchanges. */
@NullMarked
package dev.jdbcbench.bisect;

import org.jspecify.annotations.NullMarked;
