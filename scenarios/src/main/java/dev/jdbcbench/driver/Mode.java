package dev.jdbcbench.driver;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How a driver executes an operation, in terms of what goes over the wire, not just which option is set. */
public enum Mode {
    /** The driver writes values into the SQL text and sends queries; nothing is prepared on the server. */
    TEXT("the driver writes the values into the SQL text; nothing is prepared on the server"),
    /** Text through a URL that names the server twice, as source and as replica. */
    HA("text, with a replication URL that names the server as source and as replica"),
    /** A server-side prepared statement found in the driver's cache: executes only. */
    HIT("prepared on the server and found in the driver's cache: executes only"),
    /** A server-side prepared statement that each operation prepares, executes and closes. */
    MISS("prepared on the server, executed and closed by each operation"),
    /** The statements of a batch, rewritten into one. */
    REWRITE("the driver rewrites a batch into one statement of many rows, or into one text of many statements"),
    /** One prepared execute that carries the values of all rows. */
    BULK("one execute carries the values of all rows of a batch (COM_STMT_BULK_EXECUTE)"),
    /** Text; each statement is sent only after the reply to the previous one. */
    UNPIPELINED("text; each statement is sent only after the reply to the previous one"),
    /** Rows streamed to the caller while others are in transit, in the driver's own way. */
    STREAM("the driver returns rows while others are in transit, requested in its own way"),
    /** Rows fetched from a server-side cursor, as many at a time as the fetch size says. */
    CURSOR("the driver fetches rows from a cursor on the server, one fetch size at a time"),
    /** A connection without TLS. */
    PLAIN("a connection without encryption"),
    /** An encrypted connection. */
    TLS("a connection with TLS; the certificate is not verified"),
    /** No options except those of the transport; without these, drivers would differ in transport, too. */
    DEFAULT("no options except those of the transport: what a user gets without setting any"),
    /** The options recommended by the driver's makers. */
    TUNED("the options that the driver's makers recommend for speed");

    private final String meaning;

    Mode(String meaning) {
        this.meaning = meaning;
    }

    /** The name on the command line and in every file: {@code text}, {@code hit} … */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A one-line description. */
    public String meaning() {
        return meaning;
    }

    /** The names of modes, for a sentence. */
    public static String ids(List<Mode> modes) {
        return modes.stream().map(Mode::id).collect(Collectors.joining(", "));
    }

    /** The mode with this {@link #id()}, or empty. */
    public static Optional<Mode> of(String id) {
        return Arrays.stream(values()).filter(mode -> mode.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }

    /** These modes, and those that every scenario has. */
    public static List<Mode> andThoseOfAll(List<Mode> own) {
        return Stream.concat(own.stream(), Stream.of(DEFAULT, TUNED)).toList();
    }
}
