/**
 * {@code bench anatomy}: the parts of an operation's time, from cells that are measured like all others: own over the transport
 * {@code memory}, floor over the transport {@code floor}, and the time that a user has over TCP.
 */
@NullMarked
package dev.jdbcbench.parts;

import org.jspecify.annotations.NullMarked;
