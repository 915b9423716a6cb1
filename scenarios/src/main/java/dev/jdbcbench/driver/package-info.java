/** The catalogue of JDBC drivers and the session that says where servers answer. Loaded in measured JVMs: the JDK alone. */
@NullMarked
package dev.jdbcbench.driver;

import org.jspecify.annotations.NullMarked;
