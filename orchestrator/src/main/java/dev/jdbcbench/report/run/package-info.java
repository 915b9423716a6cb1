/** Reports of runs: before, while and after they measure. */
@NullMarked
package dev.jdbcbench.report.run;

import org.jspecify.annotations.NullMarked;
