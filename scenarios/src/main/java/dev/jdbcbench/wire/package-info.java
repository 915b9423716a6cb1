/** The parts of the MariaDB and MySQL protocol that bench reads. */
@NullMarked
package dev.jdbcbench.wire;

import org.jspecify.annotations.NullMarked;
