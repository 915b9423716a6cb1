package dev.jdbcbench.fuzz;

/**
 * A changed copy of a valid text.
 *
 * @param what was changed
 */
public record Mutant(String what, String text) {}
