/** A measured JVM: how it is started, what it prints, what it measured. */
@NullMarked
package dev.jdbcbench.agent.jvm;

import org.jspecify.annotations.NullMarked;
