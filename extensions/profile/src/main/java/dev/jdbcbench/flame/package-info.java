/** Where a JVM spent its time: recordings, their stacks, and the differences of two. Pure, except for reading recordings. */
@NullMarked
package dev.jdbcbench.flame;

import org.jspecify.annotations.NullMarked;
