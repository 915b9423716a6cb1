package dev.jdbcbench.driver;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** In which way a driver is asked to carry out an operation: what goes over the wire, not only which option is set. */
public enum Mode {
    /** Values written into the SQL text by the driver: one query, nothing prepared on the server. */
    TEXT("the driver writes the values into the SQL text; nothing is prepared on the server"),
    /** A server-side prepared statement found in the driver's cache: one execute. */
    HIT("prepared on the server and found in the driver's cache: one execute"),
    /** A server-side prepared statement, prepared and closed again by each operation. */
    MISS("prepared on the server, executed and closed by each operation"),
    /** The statements of a batch rewritten into one statement of many rows. */
    REWRITE("the driver rewrites a batch into one statement of many rows");

    private final String meaning;

    Mode(String meaning) {
        this.meaning = meaning;
    }

    /** The name on the command line and in every file: {@code text}, {@code hit} … */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One line for people. */
    public String meaning() {
        return meaning;
    }

    /** The mode of that {@link #id()}, or empty. */
    public static Optional<Mode> of(String id) {
        return Arrays.stream(values()).filter(mode -> mode.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
