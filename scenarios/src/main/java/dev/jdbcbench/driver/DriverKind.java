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
 * A JDBC driver as its makers deliver it: where it comes from, how it is told to work in a mode and over a transport, and what it cannot
 * do, version by version. Each is one class, which the {@link DriverCatalogue} finds by its {@code @AutoService(DriverKind.class)}.
 *
 * <p>The options were chosen by what the driver then sends, seen on the wire. None sets a socket timeout: on JDK 17 and later a
 * read with a timeout costs a system call more, which would be charged to the drivers that know the option and not to those that
 * do not.
 */
public abstract class DriverKind implements Comparable<DriverKind> {
    private static final Comparator<DriverKind> AS_SHOWN = Comparator.comparingInt(
                    (DriverKind kind) -> kind.place().orElse(Integer.MAX_VALUE))
            .thenComparing(DriverKind::id);

    /** The name on the command line and in every file: {@code mariadb}, {@code mysql}, {@code drizzle}. */
    public abstract String id();

    /** The name its makers gave it. */
    public abstract String title();

    /** The SPDX name of its licence. */
    public abstract String licence();

    /** The version that is measured when none is named. */
    public abstract String defaultVersion();

    /** Where it is shown among the others, and measured in the runs that name no driver; empty when it is measured only if asked for. */
    Optional<Integer> place() {
        return Optional.empty();
    }

    /** {@code groupId:artifactId} of a version. */
    abstract String coordinates(Version version);

    /** The classes that may implement {@link java.sql.Driver}, the newest name first. */
    public abstract List<String> driverClasses();

    /** Why this version cannot be used so; empty when it can, as far as is known. */
    abstract Optional<String> unsupported(Version version, Usage usage);

    /** Why this driver cannot talk to a server; empty when it can, as far as is known. */
    Optional<String> unsupported(Version version, ServerKind server, Version serverVersion, Usage usage) {
        return Optional.empty();
    }

    /** The URL options of a usage that is not unsupported; none where nothing is said. */
    Map<String, String> modeOptions(Version version, Usage usage) {
        return options();
    }

    /** The URL options of a transport; none where nothing is said. */
    Map<String, String> transportOptions(Version version, Transport transport, Session.Endpoint endpoint) {
        return options();
    }

    /** Coordinates of further jars that a transport needs, with their versions. */
    List<String> libraries(Version version, Transport transport) {
        return List.of();
    }

    /** The URL up to the options. An IPv6 address may come with or without brackets. */
    abstract String url(Session.Endpoint endpoint, Usage usage);

    /** What a URL option cannot say: called once on each new connection, before anything else. */
    void adjust(Connection connection, Usage usage) throws SQLException {}

    /** The fetch size that makes this driver hand out rows while others are on their way, {@code rows} at a time if it can. */
    public int streamingFetchSize(int rows) {
        return rows;
    }

    /** Options that keep it from sending statements of its own when it only looks whether a connection is alive. */
    public Map<String, String> quietOptions() {
        return Map.of();
    }

    /** Whether a version looks for the description of a routine in {@code mysql.proc} before it calls it. */
    public boolean readsDescriptionsOfRoutines(String version) {
        return false;
    }

    /** {@code groupId:artifactId} of a version in Maven Central. */
    public final String coordinates(String version) {
        return coordinates(known(version));
    }

    /** Why a version cannot be used so with any server; empty when it can, as far as is known. */
    public final Optional<String> unsupported(String version, Usage usage) {
        return unsupported(known(version), usage);
    }

    /** Why a version cannot be used so with a server; empty when it can, as far as is known. */
    public final Optional<String> unsupported(String version, Usage usage, ServerKind server, String serverVersion) {
        Optional<String> anywhere = unsupported(version, usage);
        return anywhere.isPresent()
                ? anywhere
                : Version.of(serverVersion).flatMap(found -> unsupported(known(version), server, found, usage));
    }

    /** Coordinates, with version, of the jars that a transport needs beside the driver's own. */
    public final List<String> libraries(String version, Transport transport) {
        return libraries(known(version), transport);
    }

    /**
     * The URL options of a usage.
     *
     * @param endpoint whose Unix socket or certificates matter to their transport
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

    /** The numbers of a version; a build whose version has none is taken for the latest one that is known. */
    Version known(String version) {
        return Version.of(version).or(() -> Version.of(defaultVersion())).orElse(new Version(Integer.MAX_VALUE, 0, 0));
    }

    /**
     * The options that every version of MariaDB's and MySQL's driver takes for a connection without TLS. Only a server that was started
     * for the run may hand out its public key: any other may be one that lies between, and would get the password.
     */
    static Map<String, String> plaintext(Session.Endpoint endpoint) {
        return options(
                "useSSL",
                "false",
                "allowPublicKeyRetrieval",
                String.valueOf(endpoint.external().isEmpty()));
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

    /** In the order in which drivers are shown. */
    @Override
    public final int compareTo(DriverKind other) {
        return AS_SHOWN.compare(this, other);
    }

    @Override
    public final String toString() {
        return id();
    }
}
