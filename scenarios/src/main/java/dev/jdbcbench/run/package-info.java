/** What is to be measured: the plan of a run, its cells and how they are compared, and the one way of these words into files. */
@NullMarked
package dev.jdbcbench.run;

import org.jspecify.annotations.NullMarked;
