package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The catalogue: which JDBC drivers exist, where they come from and how each is told to work.
 *
 * <p>The options were chosen by what the driver then sends, seen on the wire. None sets a socket timeout: on JDK 17 and later a
 * read with a timeout costs a system call more, which would be charged to the drivers that know the option and not to those that
 * do not.
 */
public enum DriverKind {
    /** MariaDB Connector/J. */
    MARIADB("MariaDB Connector/J", "LGPL-2.1-or-later"),
    /** MySQL Connector/J. */
    MYSQL("MySQL Connector/J", "GPL-2.0 with the Universal FOSS Exception"),
    /** Drizzle JDBC. */
    DRIZZLE("Drizzle JDBC", "BSD-2-Clause");

    private final String title;
    private final String licence;

    DriverKind(String title, String licence) {
        this.title = title;
        this.licence = licence;
    }

    /** The name on the command line and in every file: {@code mariadb}, {@code mysql}, {@code drizzle}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name its makers gave it. */
    public String title() {
        return title;
    }

    /** {@code groupId:artifactId} of a version in Maven Central. */
    public String coordinates(String version) {
        return rules().coordinates(rulesOf(version));
    }

    /** The classes that may implement {@link java.sql.Driver}, the newest first. */
    public List<String> driverClasses() {
        return rules().driverClasses();
    }

    /** The SPDX name of its licence. */
    public String licence() {
        return licence;
    }

    /** The version that is measured when none is named. */
    public String defaultVersion() {
        return DefaultVersions.VERSIONS.getProperty(id());
    }

    /** Why a version cannot be used so with any server; empty when it can, as far as is known. */
    public Optional<String> unsupported(String version, Usage usage) {
        return rules().unsupported(rulesOf(version), usage);
    }

    /** Why a version cannot be used so with a server; empty when it can, as far as is known. */
    public Optional<String> unsupported(String version, Usage usage, ServerKind server, String serverVersion) {
        Optional<String> anywhere = unsupported(version, usage);
        return anywhere.isPresent()
                ? anywhere
                : Version.of(serverVersion)
                        .flatMap(known -> rules().unsupported(rulesOf(version), server, known, usage));
    }

    /** Coordinates, with version, of the jars that a transport needs beside the driver's own. */
    public List<String> libraries(String version, Transport transport) {
        return rules().libraries(rulesOf(version), transport);
    }

    /**
     * The URL options of a usage.
     *
     * @param endpoint whose Unix socket or certificates matter to their transport
     */
    public Map<String, String> options(String version, Usage usage, Session.Endpoint endpoint) {
        Version known = rulesOf(version);
        Transport transport = usage.mode() == Mode.TLS ? Transport.TLS : usage.transport();
        Map<String, String> options = new LinkedHashMap<>(rules().transportOptions(known, transport, endpoint));
        options.putAll(rules().modeOptions(known, usage));
        return options;
    }

    /** The JDBC URL, without credentials. An IPv6 address may come with or without brackets. */
    public String url(Session.Endpoint endpoint, Usage usage, Map<String, String> options) {
        StringBuilder url = new StringBuilder(rules().url(endpoint, usage));
        char separator = '?';
        for (Map.Entry<String, String> option : options.entrySet()) {
            url.append(separator).append(option.getKey()).append('=').append(option.getValue());
            separator = '&';
        }
        return url.toString();
    }

    /** What a URL option cannot say: called once on each new connection, before anything else. */
    public void adjust(Connection connection, Usage usage) throws SQLException {
        rules().adjust(connection, usage);
    }

    /** The fetch size that makes this driver hand out rows while others are on their way, {@code rows} at a time if it can. */
    public int streamingFetchSize(int rows) {
        return rules().streamingFetchSize(rows);
    }

    /** The driver of that {@link #id()}, or empty. */
    public static Optional<DriverKind> of(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }

    private DriverRules rules() {
        return switch (this) {
            case MARIADB -> new MariaDbRules();
            case MYSQL -> new MySqlRules();
            case DRIZZLE -> new DrizzleRules();
        };
    }

    /** The numbers of a version; a build whose version has none is taken for the latest one that is known. */
    private Version rulesOf(String version) {
        return Version.of(version).or(() -> Version.of(defaultVersion())).orElseThrow();
    }

    /** Filled in by the build from the versions in the POM, so that a version stands in one place. */
    private static final class DefaultVersions {
        static final Properties VERSIONS = new Properties();

        static {
            try (InputStream in = DriverKind.class.getResourceAsStream("default-versions.properties")) {
                if (in == null) {
                    throw new IllegalStateException("default-versions.properties is not on the class path");
                }
                VERSIONS.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
