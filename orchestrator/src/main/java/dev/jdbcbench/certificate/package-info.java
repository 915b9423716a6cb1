/** Keys and certificates that bench makes for itself. */
@NullMarked
package dev.jdbcbench.certificate;

import org.jspecify.annotations.NullMarked;
