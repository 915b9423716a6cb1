/** What events mean. Pure. */
@NullMarked
package dev.jdbcbench.result;

import org.jspecify.annotations.NullMarked;
