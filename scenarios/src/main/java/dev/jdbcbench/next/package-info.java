/** The agent's next step, and its reason: a pure function of the plan and of the events so far. */
@NullMarked
package dev.jdbcbench.next;

import org.jspecify.annotations.NullMarked;
