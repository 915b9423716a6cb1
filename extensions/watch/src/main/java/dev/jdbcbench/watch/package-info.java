/** Relays an application's connections to its database, finds out what it waits for, and reads recordings of it. */
@NullMarked
package dev.jdbcbench.watch;

import org.jspecify.annotations.NullMarked;
