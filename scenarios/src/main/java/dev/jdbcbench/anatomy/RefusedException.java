package dev.jdbcbench.anatomy;

/** An operation cannot be replayed; the message says why, in one line. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String reason) {
        super(reason);
    }
}
