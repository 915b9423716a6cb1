/** What was found: what the events of a run mean, what a check saw, what a log of JMH says. Pure. */
@NullMarked
package dev.jdbcbench.result;

import org.jspecify.annotations.NullMarked;
