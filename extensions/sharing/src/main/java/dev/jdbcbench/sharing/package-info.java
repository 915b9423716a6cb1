/** Copies of runs for others: roles in place of names, addresses, users and paths. */
@NullMarked
package dev.jdbcbench.sharing;

import org.jspecify.annotations.NullMarked;
