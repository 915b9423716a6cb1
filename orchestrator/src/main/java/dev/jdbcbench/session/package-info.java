/**
 * A running agent: starts it, follows it across lost connections, and fetches what it leaves. Nothing that comes from
 * its host is trusted.
 */
@NullMarked
package dev.jdbcbench.session;

import org.jspecify.annotations.NullMarked;
