/** Reports of one run: before, while and after it measures. */
@NullMarked
package dev.jdbcbench.report.run;

import org.jspecify.annotations.NullMarked;
