/** Tables and values that several scenarios use. */
@NullMarked
package dev.jdbcbench.scenario.table;

import org.jspecify.annotations.NullMarked;
