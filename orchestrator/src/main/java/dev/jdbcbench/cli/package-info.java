/** The command line: thin commands over {@link dev.jdbcbench.cli.Bench#run}. */
@NullMarked
package dev.jdbcbench.cli;

import org.jspecify.annotations.NullMarked;
