/** Reports of what bench finds out without comparing: hosts, round trips, traffic, recordings, profiles. */
@NullMarked
package dev.jdbcbench.report.inspection;

import org.jspecify.annotations.NullMarked;
