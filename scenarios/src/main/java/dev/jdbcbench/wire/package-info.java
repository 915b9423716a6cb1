/** The protocol of MariaDB and MySQL, as far as bench reads it. */
@NullMarked
package dev.jdbcbench.wire;

import org.jspecify.annotations.NullMarked;
