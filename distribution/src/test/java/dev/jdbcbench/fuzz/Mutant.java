package dev.jdbcbench.fuzz;

/**
 * A changed copy of a valid text.
 *
 * @param what description of the change
 */
public record Mutant(String what, String text) {}
