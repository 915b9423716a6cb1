package dev.jdbcbench.config;

import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A database server as the user describes it.
 *
 * @param label the user's name for it
 * @param version required version, as a prefix ({@code 10.11}); empty for any
 * @param install the source of its binaries
 * @param port a private instance listens on; empty for a free one
 * @param options options of a private instance; they override those that bench sets
 * @param archive the file with the binaries; present when {@code install} is {@code archive}
 * @param external the running server; present when {@code install} is {@code external}
 * @param image the image that the user named, where {@code install} takes one
 */
public record ServerSpec(
        String label,
        ServerKind kind,
        Optional<String> version,
        Install install,
        Optional<Integer> port,
        Map<String, String> options,
        Optional<Archive> archive,
        Optional<External> external,
        Optional<String> image) {
    /** The standard port of both kinds of server. */
    public static final int DATABASE_PORT = 3306;

    public ServerSpec {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        if (install.archived() != archive.isPresent() || (install == Install.EXTERNAL) != external.isPresent()) {
            throw new IllegalArgumentException(label + ": install " + install + " with " + archive + ", " + external);
        }
    }

    /** A private instance from a source that needs no further settings. */
    public ServerSpec(
            String label,
            ServerKind kind,
            Optional<String> version,
            Install install,
            Optional<Integer> port,
            Map<String, String> options) {
        this(label, kind, version, install, port, options, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** A server with only a kind, which is its label, too. */
    public static ServerSpec of(ServerKind kind, Install install) {
        return new ServerSpec(kind.id(), kind, Optional.empty(), install, Optional.empty(), Map.of());
    }

    /** This external server with another administrator. */
    public ServerSpec withAdmin(Account admin) {
        return new ServerSpec(
                label,
                kind,
                version,
                install,
                port,
                options,
                archive,
                external.map(known -> new External(known.address(), known.port(), known.tls(), admin, known.account())),
                Optional.empty());
    }

    /** This private server with binaries from a source, which keeps what that source needs. */
    public ServerSpec from(Install source) {
        return new ServerSpec(
                label,
                kind,
                version,
                source,
                port,
                options,
                archive.filter(named -> source.archived()),
                Optional.empty(),
                image.filter(named -> source.imaged()));
    }

    /** The separator of a server and the tag of an image: {@code mysql:8.4}. */
    public static final String TAGGED = ":";

    /** The version at the beginning of a tag: {@code 11.8} of {@code 11.8-noble}. */
    private static final Pattern VERSION = Pattern.compile("([0-9]+(\\.[0-9]+){0,2})([-_].*)?");

    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

    /** Whether a text can be the tag of an image. */
    public static boolean isTag(String text) {
        return TAG.matcher(text).matches();
    }

    /**
     * This server in the version of a tag. If the user chose no source for it, it comes from the image with that tag.
     *
     * @param images the source whose programs come from images
     */
    public ServerSpec tagged(String tag, Install images) {
        Matcher number = VERSION.matcher(tag);
        Install source = install == Install.AUTO ? images : install;
        String repository = image.map(named -> named.replaceFirst("@.*", "").replaceFirst(":[^:/]*$", ""))
                .orElse("docker.io/library/" + kind.id());
        return new ServerSpec(
                label + "-" + tag,
                kind,
                number.matches() ? Optional.of(number.group(1)) : source.imaged() ? Optional.empty() : Optional.of(tag),
                source,
                port,
                options,
                archive,
                external,
                source.imaged() ? Optional.of(repository + TAGGED + tag) : Optional.empty());
    }

    /**
     * A vendor's generic build for Linux, in a file on this machine.
     *
     * @param path the path of a {@code .tar.gz} or {@code .tar.xz}
     * @param sha256 the checksum that it must have, in hexadecimal
     */
    public record Archive(Path path, String sha256) {
        public Archive {
            sha256 = sha256.toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A server that bench did not start. bench only creates and drops a schema of its own in it.
     *
     * @param address where the client host reaches it; a loopback address and the path of a Unix socket are local, any other is
     *     distant
     * @param tls how its connections are protected
     * @param admin account that may create and drop a schema; without statements of the user, also used for the measurement
     * @param account what the user's own statements run as, and everything else that is measured beside them; empty for an
     *     account that bench creates
     */
    public record External(String address, int port, Tls tls, Account admin, Optional<Account> account) {
        /** The key of the protection, in a hosts file and among the options of a plan's server. */
        public static final String TLS = "tls";

        /** The path of the Unix socket that it is reached through, instead of a host and a port. */
        public Optional<String> socket() {
            return Optional.of(address).filter(path -> path.startsWith("/"));
        }

        /** Whether it is on the client host. */
        public boolean onClientHost() {
            return socket().isPresent()
                    || address.equals("localhost")
                    || address.equals("::1")
                    || address.startsWith("127.");
        }
    }

    /** An account of an external server. */
    public record Account(String user, Secret password) {}

    /**
     * The protection of the connections to an external server.
     *
     * @param ca file with the trusted CA certificates, in PEM; present if the certificate is verified
     * @param required whether bench connects only in this way; otherwise, unencrypted cells can be measured, too
     */
    public record Tls(Protection protection, Optional<Path> ca, boolean required) {
        /** Without TLS. */
        public static final Tls NONE = of(Protection.NONE);

        /** Without certificates to verify, and without an alternative. */
        public static Tls of(Protection protection) {
            return new Tls(protection, Optional.empty(), true);
        }

        /** Whether all that travels is encrypted, and to a server whose certificate was verified. */
        public boolean safe() {
            return required && protection.verifies() || protection == Protection.SOCKET;
        }
    }
}
