package dev.jdbcbench.run;

/** What became of a schema of an external server that looks like bench's. */
public enum Swept {
    DROPPED,
    IN_USE,
    /** Of none of the named runs: people decide. */
    UNKNOWN,
    FAILED
}
