/** One series of numbers: its mean, its scatter, its groups, and what comes next. */
@NullMarked
package dev.jdbcbench.statistics.sample;

import org.jspecify.annotations.NullMarked;
