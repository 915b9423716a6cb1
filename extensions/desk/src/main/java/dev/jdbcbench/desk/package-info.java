/** This machine as the client host when it is not Linux: drivers are counted there, without a shell and without {@code /proc}. */
@NullMarked
package dev.jdbcbench.desk;

import org.jspecify.annotations.NullMarked;
