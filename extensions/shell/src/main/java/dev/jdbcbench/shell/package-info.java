/** What shells and manuals show of the commands. */
@NullMarked
package dev.jdbcbench.shell;

import org.jspecify.annotations.NullMarked;
