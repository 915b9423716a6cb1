/** How results look. */
@NullMarked
package dev.jdbcbench.report;

import org.jspecify.annotations.NullMarked;
