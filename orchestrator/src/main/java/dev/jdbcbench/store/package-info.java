/** Run directories. Only this package knows the names of their files. */
@NullMarked
package dev.jdbcbench.store;

import org.jspecify.annotations.NullMarked;
