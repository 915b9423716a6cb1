/** Private database instances: where their binaries come from, how they are configured, started and removed. */
@NullMarked
package dev.jdbcbench.database;

import org.jspecify.annotations.NullMarked;
