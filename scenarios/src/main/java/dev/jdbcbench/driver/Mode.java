package dev.jdbcbench.driver;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a driver executes an operation, in terms of what goes over the wire, not just which option is set. */
public enum Mode {
    /** The driver writes values into the SQL text and sends queries; nothing is prepared on the server. */
    TEXT("the driver writes the values into the SQL text; nothing is prepared on the server"),
    /** Text through a URL that names the server twice, as source and as replica. */
    HA("text, by a URL of the replication kind: the server is named as source and as replica"),
    /** A server-side prepared statement found in the driver's cache: executes only. */
    HIT("prepared on the server and found in the driver's cache: executes only"),
    /** A server-side prepared statement that each operation prepares, executes and closes. */
    MISS("prepared on the server, executed and closed by each operation"),
    /** The statements of a batch, rewritten into one. */
    REWRITE("the driver rewrites a batch into one statement of many rows, or into one text of many statements"),
    /** One prepared execute that carries the values of all rows. */
    BULK("one execute carries the values of all rows of a batch (COM_STMT_BULK_EXECUTE)"),
    /** Text; each statement is sent only after the reply to the previous one. */
    UNPIPELINED("text, the next statement sent when the reply to the one before has come"),
    /** Rows streamed to the caller while others are in transit, in the driver's own way. */
    STREAM("rows are handed out while others are on their way, asked for in the driver's own way"),
    /** Rows fetched from a server-side cursor, as many at a time as the fetch size says. */
    CURSOR("rows are fetched from a cursor on the server, as many at a time as the fetch size says"),
    /** A connection without TLS. */
    PLAIN("a connection without encryption"),
    /** An encrypted connection. */
    TLS("a connection with TLS; the certificate is not verified"),
    /** No options except those of the transport; without these, drivers would differ in transport, too. */
    DEFAULT("no option is set but those of the transport: what a user gets who knows none"),
    /** The options recommended by the driver's makers. */
    TUNED("the options that the makers of the driver recommend for speed");

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

    /** The mode with this {@link #id()}, or empty. */
    public static Optional<Mode> of(String id) {
        return Arrays.stream(values()).filter(mode -> mode.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
