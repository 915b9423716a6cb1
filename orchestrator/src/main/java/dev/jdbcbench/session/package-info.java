/** An agent at work: launched, followed over lost lines, and what it leaves fetched. Nothing that comes from its host is believed. */
@NullMarked
package dev.jdbcbench.session;

import org.jspecify.annotations.NullMarked;
