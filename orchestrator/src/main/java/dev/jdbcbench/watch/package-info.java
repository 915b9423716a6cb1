/** Relays an application's connections to its database, and finds out what it waits for. */
@NullMarked
package dev.jdbcbench.watch;

import org.jspecify.annotations.NullMarked;
