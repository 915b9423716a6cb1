package dev.jdbcbench.driver;

import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An error as a server reported it.
 *
 * @param number the server's number of the error
 * @param state SQLSTATE; empty if the driver does not know it
 * @param message the server's words in one line
 */
public record ServerError(int number, String state, String message) {
    private static final int LONGEST = 1000;

    /** Some drivers put the connection's number before the server's words; it differs in each JVM. */
    private static final Pattern CONNECTION = Pattern.compile("^\\(conn=\\d+\\) ");

    /** The innermost error of a server among the causes; empty if there is none. */
    public static Optional<ServerError> in(Throwable failure) {
        Optional<ServerError> found = Optional.empty();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getErrorCode() > 0) {
                found = Optional.of(new ServerError(
                        sql.getErrorCode(),
                        Optional.ofNullable(sql.getSQLState()).orElse(""),
                        inOneLine(CONNECTION
                                .matcher(String.valueOf(sql.getMessage()))
                                .replaceFirst(""))));
            }
        }
        return found;
    }

    /** A failure in one line: as the server reported it, or else the exception with its innermost cause. */
    public static String text(Throwable failure) {
        return in(failure).map(ServerError::toString).orElseGet(() -> {
            Throwable cause = failure;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return inOneLine(failure + (cause.equals(failure) ? "" : " (Caused by: " + cause + ")"));
        });
    }

    private static String inOneLine(String text) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    @Override
    public String toString() {
        return "error " + number + (state.isEmpty() ? "" : " (" + state + ")") + ": " + message;
    }
}
