/** The hosts that a command works on: connected, claimed under leases, and put back as they were whatever happens. */
@NullMarked
package dev.jdbcbench.site;

import org.jspecify.annotations.NullMarked;
