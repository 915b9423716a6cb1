/** The hosts file: which hosts, servers and drivers there are. */
@NullMarked
package dev.jdbcbench.config;

import org.jspecify.annotations.NullMarked;
