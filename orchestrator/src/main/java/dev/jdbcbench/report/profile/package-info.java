/** Flame graphs of where an operation spends its time, and how two of them differ. */
@NullMarked
package dev.jdbcbench.report.profile;

import org.jspecify.annotations.NullMarked;
