package dev.jdbcbench.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A JDBC driver as released: its origin, how to configure it for a mode and a transport, and what it cannot do, version by
 * version. Each driver is one class, which the {@link DriverCatalogue} finds by its {@code @AutoService(DriverKind.class)}.
 *
 * <p>The options were chosen by observing on the wire what the driver sends. None of them sets a socket timeout: on JDK 17 and
 * later a read with a timeout takes an additional system call, a penalty for only those drivers that know the option.
 */
public abstract class DriverKind implements Comparable<DriverKind> {
    private static final Comparator<DriverKind> AS_SHOWN = Comparator.comparingInt(
                    (DriverKind kind) -> kind.place().orElse(Integer.MAX_VALUE))
            .thenComparing(DriverKind::id);

    /** The name on the command line and in every file: {@code mariadb}, {@code mysql}, {@code drizzle}. */
    public abstract String id();

    /** The product name. */
    public abstract String title();

    /** The SPDX name of its licence. */
    public abstract String licence();

    /** The version that is measured by default. */
    public abstract String defaultVersion();

    /** Its position among the default drivers; empty when it is measured only on request. */
    Optional<Integer> place() {
        return Optional.empty();
    }

    /** {@code groupId:artifactId} of a version. */
    abstract String coordinates(Version version);

    /** The classes that may implement {@link java.sql.Driver}, the newest name first. */
    public abstract List<String> driverClasses();

    /** Why this version does not support a usage; empty when it does, as far as is known. */
    abstract Optional<String> unsupported(Version version, Usage usage);

    /** Why this driver cannot connect to a server; empty when it can, as far as is known. */
    Optional<String> unsupported(Version version, ServerKind server, Version serverVersion, Usage usage) {
        return Optional.empty();
    }

    /** Why this version cannot protect its connections like this; empty when it can, as far as is known. */
    Optional<String> unsupported(Version version, Protection protection) {
        return Optional.empty();
    }

    /** The URL options for a supported usage; none by default. */
    Map<String, String> modeOptions(Version version, Usage usage) {
        return options();
    }

    /** The URL options for a transport; none by default. */
    Map<String, String> transportOptions(Version version, Transport transport, Session.Endpoint endpoint) {
        return options();
    }

    /** Coordinates, with version, of additional jars needed by a transport. */
    List<String> libraries(Version version, Transport transport) {
        return List.of();
    }

    /** The URL up to the options. An IPv6 address may come with or without brackets. */
    abstract String url(Session.Endpoint endpoint, Usage usage);

    /** Applies settings that have no URL option. Called once on each new connection, before anything else. */
    void adjust(Connection connection, Usage usage) throws SQLException {}

    /** The fetch size that makes this driver stream rows, {@code rows} at a time if possible. */
    public int streamingFetchSize(int rows) {
        return rows;
    }

    /** Options that stop the driver from sending its own statements when it only checks whether a connection is alive. */
    public Map<String, String> quietOptions() {
        return Map.of();
    }

    /** Whether this is a reference: a program with its own client library, not a JDBC driver. */
    public boolean reference() {
        return false;
    }

    /**
     * What a reference executes for a scenario: one of its scripts, or a statement. Empty when it cannot execute the
     * scenario.
     */
    public Optional<String> script(String scenario) {
        return Optional.empty();
    }

    /** Whether a version reads a routine's description from {@code mysql.proc} before calling it. */
    public boolean readsDescriptionsOfRoutines(String version) {
        return false;
    }

    /** {@code groupId:artifactId} of a version in Maven Central. */
    public final String coordinates(String version) {
        return coordinates(known(version));
    }

    /** Why a version does not support a usage with any server; empty when it does, as far as is known. */
    public final Optional<String> unsupported(String version, Usage usage) {
        return unsupported(known(version), usage);
    }

    /** Why a version does not support a usage with a server; empty when it does, as far as is known. */
    public final Optional<String> unsupported(String version, Usage usage, ServerKind server, String serverVersion) {
        Optional<String> anywhere = unsupported(version, usage);
        return anywhere.isPresent()
                ? anywhere
                : Version.of(serverVersion).flatMap(found -> unsupported(known(version), server, found, usage));
    }

    /** Why a version cannot protect its connections to an external server like this; empty when it can, as far as is known. */
    public final Optional<String> unsupported(String version, Protection protection) {
        return unsupported(known(version), protection);
    }

    /** Coordinates, with version, of additional jars needed by a transport. */
    public final List<String> libraries(String version, Transport transport) {
        return libraries(known(version), transport);
    }

    /**
     * The URL options of a usage.
     *
     * @param endpoint provides the Unix socket or the certificates for the transport
     */
    public final Map<String, String> options(String version, Usage usage, Session.Endpoint endpoint) {
        Version known = known(version);
        Transport transport = usage.mode() == Mode.TLS ? Transport.TLS : usage.transport();
        Map<String, String> options = new LinkedHashMap<>(transportOptions(known, transport, endpoint));
        options.putAll(modeOptions(known, usage));
        return options;
    }

    /** The JDBC URL, without credentials. */
    public final String url(Session.Endpoint endpoint, Usage usage, Map<String, String> options) {
        return url(endpoint, usage)
                + options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .collect(Collectors.joining("&", options.isEmpty() ? "" : "?", ""));
    }

    /** The numbers of a version; if a build's version has none, it is treated as the default version. */
    Version known(String version) {
        return Version.of(version).or(() -> Version.of(defaultVersion())).orElse(new Version(Integer.MAX_VALUE, 0, 0));
    }

    /**
     * The options for a connection without TLS that every version of MariaDB's and MySQL's driver accepts. A server may send
     * its public key only if it was started for the run, is on a socket, or the user allows it: otherwise a man in the middle
     * could obtain the password.
     */
    static Map<String, String> plaintext(Session.Endpoint endpoint) {
        return options(
                "useSSL",
                "false",
                "allowPublicKeyRetrieval",
                String.valueOf(
                        endpoint.protection().map(Protection::admitsPublicKey).orElse(true)));
    }

    static Map<String, String> options(String... keysAndValues) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return options;
    }

    static String address(Session.Endpoint endpoint) {
        String host = endpoint.host();
        String bracketed = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return bracketed + ":" + endpoint.port();
    }

    /** Display order. */
    @Override
    public final int compareTo(DriverKind other) {
        return AS_SHOWN.compare(this, other);
    }

    @Override
    public final String toString() {
        return id();
    }
}
