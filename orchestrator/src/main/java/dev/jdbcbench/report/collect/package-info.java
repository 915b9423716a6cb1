/** Reports of local and distant runs side by side. */
@NullMarked
package dev.jdbcbench.report.collect;

import org.jspecify.annotations.NullMarked;
