/** What is found out about a cell before it is measured. */
@NullMarked
package dev.jdbcbench.agent.check;

import org.jspecify.annotations.NullMarked;
