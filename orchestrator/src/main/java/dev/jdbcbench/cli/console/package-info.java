/** What a person sees of a command while it works, and the signals that end it. */
@NullMarked
package dev.jdbcbench.cli.console;

import org.jspecify.annotations.NullMarked;
