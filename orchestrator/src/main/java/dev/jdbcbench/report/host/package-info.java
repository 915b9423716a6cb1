/** Reports about hosts: what {@code check} finds, and the round trips of {@code ping}. */
@NullMarked
package dev.jdbcbench.report.host;

import org.jspecify.annotations.NullMarked;
