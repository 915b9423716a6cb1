package dev.jdbcbench.agent.server;

/** The innermost cause of a failure. */
public final class RootCause {
    private RootCause() {}

    public static Throwable of(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    public static String message(Throwable failure) {
        return String.valueOf(of(failure).getMessage());
    }
}
