/** What bench can do, apart from how it is asked and how the answer is shown. */
@NullMarked
package dev.jdbcbench.usecase;

import org.jspecify.annotations.NullMarked;
