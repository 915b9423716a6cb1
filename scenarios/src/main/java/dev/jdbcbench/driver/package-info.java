/**
 * The catalogue of JDBC drivers, and the session with the servers' addresses. Loaded in measured JVMs, so it uses only the JDK.
 */
@NullMarked
package dev.jdbcbench.driver;

import org.jspecify.annotations.NullMarked;
