/** The hosts file: the hosts, servers and drivers that a user defines. */
@NullMarked
package dev.jdbcbench.config;

import org.jspecify.annotations.NullMarked;
