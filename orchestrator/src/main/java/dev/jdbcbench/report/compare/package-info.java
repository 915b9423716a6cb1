/** Reports of two runs or versions against each other, and of what a gate decides. */
@NullMarked
package dev.jdbcbench.report.compare;

import org.jspecify.annotations.NullMarked;
