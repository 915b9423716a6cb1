/** What can go wrong, and what a person is told about it. */
@NullMarked
package dev.jdbcbench.failure;

import org.jspecify.annotations.NullMarked;
