package dev.jdbcbench.fuzz;

/**
 * A valid text that was changed.
 *
 * @param what was changed
 */
public record Mutant(String what, String text) {}
