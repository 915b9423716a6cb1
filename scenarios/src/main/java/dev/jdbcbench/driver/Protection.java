package dev.jdbcbench.driver;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How connections to an external server are protected, from none to full; the words are those of MySQL's {@code --ssl-mode}. */
public enum Protection {
    /** Passwords and data travel unencrypted; a password that a plugin refuses to send that way is not sent. */
    NONE,
    /** Unencrypted, but the driver may ask the server for a public key to encrypt the password with, whoever answers. */
    PUBLIC_KEY,
    /** Through a Unix socket: nothing leaves the host. */
    SOCKET,
    /** TLS with whatever certificate the server shows. */
    REQUIRED,
    /** TLS with a certificate that a trusted authority signed, for whatever name. */
    VERIFY_CA,
    /** TLS with a certificate that a trusted authority signed for the server's name. */
    VERIFY_IDENTITY;

    /** The word in a hosts file, in a session and in messages. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value with this {@link #id()}; also the words of MariaDB's drivers for it. */
    public static Optional<Protection> of(String word) {
        String plain = word.toLowerCase(Locale.ROOT).replace('-', '_');
        return switch (plain) {
            case "trust" -> Optional.of(REQUIRED);
            case "verify_full" -> Optional.of(VERIFY_IDENTITY);
            case "disable", "disabled" -> Optional.of(NONE);
            default ->
                Arrays.stream(values())
                        .filter(value -> value.id().equals(plain))
                        .findFirst();
        };
    }

    /** Whether connections use TLS. */
    public boolean encrypts() {
        return compareTo(REQUIRED) >= 0;
    }

    /** Whether the certificate is verified. */
    public boolean verifies() {
        return compareTo(VERIFY_CA) >= 0;
    }

    /** What this leaves open, for those who read results; empty if nothing. */
    public Optional<String> caution() {
        return switch (this) {
            case NONE -> Optional.of("passwords and data travel unencrypted");
            case PUBLIC_KEY ->
                Optional.of(
                        "data travel unencrypted, and a server in between could obtain the password by a key of its own");
            case REQUIRED ->
                Optional.of("encrypted, but the server is not verified: a server in between could read everything");
            case VERIFY_CA ->
                Optional.of(
                        "the certificate is verified, but not the server's name in it: any server of the same CA could"
                                + " read everything");
            case SOCKET, VERIFY_IDENTITY -> Optional.empty();
        };
    }

    /** Whether a public key may be requested for the password: no one else can answer on a socket. */
    boolean admitsPublicKey() {
        return this == PUBLIC_KEY || this == SOCKET;
    }

    /** The same through a relay, whose address is in no certificate. */
    Protection throughRelay() {
        return this == VERIFY_IDENTITY ? VERIFY_CA : this;
    }

    /** The transport of connections that are not measured. */
    public Transport transport() {
        return switch (this) {
            case NONE, PUBLIC_KEY -> Transport.TCP;
            case SOCKET -> Transport.SOCKET;
            case REQUIRED, VERIFY_CA, VERIFY_IDENTITY -> Transport.TLS;
        };
    }

    @Override
    public String toString() {
        return id();
    }
}
