/** The program sysbench, measured in turns with the drivers. */
@NullMarked
package dev.jdbcbench.sysbench;

import org.jspecify.annotations.NullMarked;
