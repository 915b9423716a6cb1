/** The hosts that a command works on: connected, claimed under leases, and always cleaned up. */
@NullMarked
package dev.jdbcbench.site;

import org.jspecify.annotations.NullMarked;
