/** Runs on the nodes of a Slurm job. */
@NullMarked
package dev.jdbcbench.slurm;

import org.jspecify.annotations.NullMarked;
