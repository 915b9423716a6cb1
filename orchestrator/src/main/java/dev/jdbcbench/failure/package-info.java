/** What can go wrong, and how it is explained to the user. */
@NullMarked
package dev.jdbcbench.failure;

import org.jspecify.annotations.NullMarked;
