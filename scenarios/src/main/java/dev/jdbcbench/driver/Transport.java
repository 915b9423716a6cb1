package dev.jdbcbench.driver;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the bytes travel between driver and server. */
public enum Transport {
    /** TCP without encryption: the same for all drivers. */
    TCP("TCP without encryption"),
    /** TLS over TCP; the certificate is verified only if the endpoint has CA certificates. */
    TLS("TLS over TCP; the certificate is not verified"),
    /** A Unix domain socket: the server is on the client's host. */
    SOCKET("a Unix domain socket; local only");

    private final String meaning;

    Transport(String meaning) {
        this.meaning = meaning;
    }

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A one-line description. */
    public String meaning() {
        return meaning;
    }

    /** The transport with this {@link #id()}, or empty. */
    public static Optional<Transport> of(String id) {
        return Arrays.stream(values())
                .filter(transport -> transport.id().equals(id))
                .findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
