/** The measured JVM: its turns, its CPU time, and what it is limited by. */
@NullMarked
package dev.jdbcbench.scenario.jvm;

import org.jspecify.annotations.NullMarked;
