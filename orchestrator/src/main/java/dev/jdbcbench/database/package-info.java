/** Private database instances: where their binaries come from, and their life. */
@NullMarked
package dev.jdbcbench.database;

import org.jspecify.annotations.NullMarked;
