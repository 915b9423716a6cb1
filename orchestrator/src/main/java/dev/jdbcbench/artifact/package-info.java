/** Files from Maven repositories. */
@NullMarked
package dev.jdbcbench.artifact;

import org.jspecify.annotations.NullMarked;
