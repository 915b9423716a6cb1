/**
 * The anatomy of an operation: what the driver itself costs, and what no driver can avoid.
 *
 * <p><b>Own</b> is the operation against recorded answers in memory: no kernel, no server, no other thread. <b>Floor</b> is the
 * recorded exchange over the real connection without the driver: the requests are written, and the answers read, by a bare loop.
 * Measured time minus floor is the driver <b>in place</b>, with its code between two waits and cold caches; own is its lower
 * bound.
 *
 * <p>{@link dev.jdbcbench.anatomy.Taps} replaces the sockets of this JVM, which has one driver. They pass everything through
 * until the operation has been checked. Then a few operations are recorded by turns, and replayed for as long as the driver
 * keeps to them. This needs no knowledge of drivers, and hardly any of the protocol. What cannot be replayed is refused with a
 * reason.
 *
 * <p>Loaded in measured JVMs, so it uses no library.
 */
@NullMarked
package dev.jdbcbench.anatomy;

import org.jspecify.annotations.NullMarked;
