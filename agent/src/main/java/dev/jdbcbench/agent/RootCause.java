package dev.jdbcbench.agent;

/** The innermost cause of a failure. */
final class RootCause {
    private RootCause() {}

    static Throwable of(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    static String message(Throwable failure) {
        return String.valueOf(of(failure).getMessage());
    }
}
