/** Reports of what drivers and servers say to each other: {@code explain}. */
@NullMarked
package dev.jdbcbench.report.traffic;

import org.jspecify.annotations.NullMarked;
