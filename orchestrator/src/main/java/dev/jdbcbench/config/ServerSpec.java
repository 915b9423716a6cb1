package dev.jdbcbench.config;

import dev.jdbcbench.driver.ServerKind;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
        if ((install == Install.ARCHIVE) != archive.isPresent()
                || (install == Install.EXTERNAL) != external.isPresent()) {
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

    /** Where the binaries of a server come from. */
    public enum Install {
        /** The partner's, else portable where it runs, else the host's. */
        AUTO("what the last run of the other topology had; else portable where there is one (MariaDB 11.4), else host"),
        /** A build from Maven Central that needs nothing of the host. */
        PORTABLE("MariaDB 11.4 from Maven Central, unpacked in a directory of bench's own"),
        /** The binaries that are installed on the host; an instance of bench's own runs them. */
        HOST("the mariadbd or mysqld that is installed on the host, in an instance of bench's own"),
        /** The packages of the host's own distribution, without installing them. */
        PACKAGE(
                "the packages of the host's Debian or Ubuntu, fetched by its apt and unpacked, never installed; no root"),
        /** A tar file of the vendor's. */
        ARCHIVE(
                "a vendor's generic Linux tar file on this machine; `archive:` of the server in the hosts file names it"),
        /** A server that runs already. */
        EXTERNAL(
                "a server that runs already; `address:` and `admin:` of the server in the hosts file say where and who");

        private final String meaning;

        Install(String meaning) {
            this.meaning = meaning;
        }

        /** Those that can be chosen without saying more: on the command line. */
        public static List<Install> choices() {
            return List.of(AUTO, PORTABLE, HOST, PACKAGE);
        }

        /** The name on the command line and in the hosts file. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** One line for people. */
        public String meaning() {
            return meaning;
        }

        /** The source of that {@link #id()}, or empty. */
        public static Optional<Install> of(String id) {
            return Arrays.stream(values())
                    .filter(install -> install.id().equals(id))
                    .findFirst();
        }

        @Override
        public String toString() {
            return id();
        }
    }
}
