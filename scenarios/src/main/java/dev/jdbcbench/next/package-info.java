/** What the agent does next, and why: a pure function of the plan and of what has happened. */
@NullMarked
package dev.jdbcbench.next;

import org.jspecify.annotations.NullMarked;
