package dev.jdbcbench.scenario.witness;

/** An operation did not do what its scenario promises, so its time would be meaningless. */
public final class WrongResultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WrongResultException(String what) {
        super("wrong result: " + what);
    }

    /** The same, of which more is known. */
    WrongResultException(WrongResultException found, String more) {
        super(found.getMessage() + more, found);
    }

    /** Throws a WrongResultException unless {@code actual} equals {@code expected}. */
    public static void unlessEqual(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new WrongResultException(what + " should be " + expected + " but is " + actual);
        }
    }
}
