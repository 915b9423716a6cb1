/** Changes of a driver that its makers intend, so that a gate accepts them. */
@NullMarked
package dev.jdbcbench.expected;

import org.jspecify.annotations.NullMarked;
