package dev.jdbcbench.config;

import dev.jdbcbench.driver.ServerKind;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A database server as the user describes it.
 *
 * @param label the user's name for it
 * @param version that it must have, as a prefix ({@code 10.11}); empty for any
 * @param install where its binaries come from
 * @param port a private instance listens on; empty for a free one
 * @param options of a private instance, which win over those that bench sets
 * @param archive the file with the binaries; there when {@code install} is {@code archive}
 * @param external the server that runs already; there when {@code install} is {@code external}
 */
public record ServerSpec(
        String label,
        ServerKind kind,
        Optional<String> version,
        Install install,
        Optional<Integer> port,
        Map<String, String> options,
        Optional<Archive> archive,
        Optional<External> external) {
    /** The standard port of both kinds. */
    public static final int DATABASE_PORT = 3306;

    public ServerSpec {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        if (install.archived() != archive.isPresent() || (install == Install.EXTERNAL) != external.isPresent()) {
            throw new IllegalArgumentException(label + ": install " + install + " with " + archive + ", " + external);
        }
    }

    /** A private instance with binaries that need no more to be said of them. */
    public ServerSpec(
            String label,
            ServerKind kind,
            Optional<String> version,
            Install install,
            Optional<Integer> port,
            Map<String, String> options) {
        this(label, kind, version, install, port, options, Optional.empty(), Optional.empty());
    }

    /** A server of which nothing is said but its kind, which is its label, too. */
    public static ServerSpec of(ServerKind kind, Install install) {
        return new ServerSpec(kind.id(), kind, Optional.empty(), install, Optional.empty(), Map.of());
    }

    /** This server, with its binaries from somewhere else. */
    public ServerSpec from(Install other) {
        return new ServerSpec(label, kind, version, other, port, options);
    }

    /**
     * A vendor's generic build for Linux, in a file on this machine.
     *
     * @param path of a {@code .tar.gz} or {@code .tar.xz}
     * @param sha256 that it must have, in hexadecimal
     */
    public record Archive(Path path, String sha256) {
        public Archive {
            sha256 = sha256.toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A server that bench did not start. In it only a schema of bench's own is made and dropped.
     *
     * @param address where the client host reaches it; an address of the loopback is local, every other one distant
     * @param tls how its certificate is verified; empty when the user said that connections are not encrypted
     * @param user who may create and drop a schema, and in which name is measured
     * @param password of that user
     */
    public record External(String address, int port, Optional<Tls> tls, String user, Secret password) {
        /** Whether it is on the client host. */
        public boolean onClientHost() {
            return address.equals("localhost") || address.equals("::1") || address.startsWith("127.");
        }
    }

    /**
     * TLS to an external server.
     *
     * @param ca the certificates, in PEM, of those who may have signed the server's
     * @param required whether the server takes no connection without it
     */
    public record Tls(Path ca, boolean required) {}
}
