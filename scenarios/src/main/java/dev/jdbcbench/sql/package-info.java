/** How MariaDB and MySQL read the text of statements. */
@NullMarked
package dev.jdbcbench.sql;

import org.jspecify.annotations.NullMarked;
