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
    SOCKET("a Unix domain socket; local only"),
    /**
     * No server: an operation that was recorded over TCP is answered from memory. What remains is the driver's own code.
     */
    MEMORY("recorded answers in memory, without a server: what the driver's own code costs"),
    /** TCP without a driver: a bare loop sends the recorded requests again. */
    FLOOR("the recorded bytes over TCP, without the driver: what no driver can avoid");

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

    /** How the driver connects: what is measured from a recording is recorded over TCP. */
    public Transport wire() {
        return recorded() ? TCP : this;
    }

    /** Whether the operation is recorded before it is measured. */
    public boolean recorded() {
        return this == MEMORY || this == FLOOR;
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
