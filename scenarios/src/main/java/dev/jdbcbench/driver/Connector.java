package dev.jdbcbench.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Opens connections with one driver, found in the class loader that it is given: never through {@code DriverManager}. */
public final class Connector {
    private final DriverKind kind;
    private final @Nullable Wiring wiring;
    private final Driver driver;

    /**
     * Finds a driver that is called as its kind is.
     *
     * @param loader sees the driver's jar
     * @throws IllegalStateException when the class loader has no such driver
     */
    public Connector(DriverKind kind, ClassLoader loader) {
        this(kind, null, loader);
    }

    /**
     * Finds the driver.
     *
     * @param wiring how it is called where that differs from its kind
     * @param loader sees the driver's jar
     * @throws IllegalStateException when the class loader has no such driver
     */
    public Connector(DriverKind kind, @Nullable Wiring wiring, ClassLoader loader) {
        this.kind = kind;
        this.wiring = wiring;
        this.driver = find(kind, wiring == null ? kind.driverClasses() : List.of(wiring.driverClass()), loader);
    }

    private static Driver find(DriverKind kind, List<String> names, ClassLoader loader) {
        for (String name : names) {
            Class<?> type;
            try {
                type = Class.forName(name, true, loader);
            } catch (ClassNotFoundException e) {
                continue; // an older version has it under an older name
            }
            try {
                return type.asSubclass(Driver.class).getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException | ClassCastException e) {
                throw new IllegalStateException("cannot make a " + name, e);
            }
        }
        throw new IllegalStateException(kind.title() + " is not on the class path: none of the classes " + names);
    }

    /** Which driver it is. */
    public DriverKind kind() {
        return kind;
    }

    /** The version as the driver itself reports it, major and minor; of one under a name of its own, the latest one that is known of its kind. */
    public String reportedVersion() {
        return dev.jdbcbench.driver.Driver.versionOfKind(
                kind, driver.getMajorVersion() + "." + driver.getMinorVersion(), wiring);
    }

    /**
     * A new connection.
     *
     * @param extra URL options that win over those of the usage
     */
    public Connection open(Session.Endpoint endpoint, Usage usage, Map<String, String> extra) throws SQLException {
        return opening(endpoint, usage, extra).open();
    }

    /** All that opening a connection needs, worked out once: opening itself may be what is measured. */
    public Opening opening(Session.Endpoint endpoint, Usage usage, Map<String, String> extra) {
        kind.unsupported(reportedVersion(), usage).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        List<String> weakening = endpoint.external().isPresent() ? EncryptionOptions.among(extra) : List.of();
        if (!weakening.isEmpty()) {
            throw new IllegalArgumentException(String.join(", ", weakening) + ": " + EncryptionOptions.WHY);
        }
        Map<String, String> options = new LinkedHashMap<>(kind.options(reportedVersion(), usage, endpoint));
        options.putAll(extra);
        Properties credentials = new Properties();
        credentials.setProperty("user", endpoint.user());
        credentials.setProperty("password", endpoint.password());
        String url =
                wiring == null ? kind.url(endpoint, usage, options) : wiring.url(endpoint) + DriverKind.query(options);
        return new Opening(url, credentials, usage);
    }

    /** Opens connections that are all alike. */
    public final class Opening {
        private final String url;
        private final Properties credentials;
        private final Usage usage;

        private Opening(String url, Properties credentials, Usage usage) {
            this.url = url;
            this.credentials = credentials;
            this.usage = usage;
        }

        /** A new connection. */
        public Connection open() throws SQLException {
            Connection connection = driver.connect(url, credentials);
            if (connection == null) {
                throw new SQLException(kind.title() + " does not accept the URL " + url);
            }
            kind.adjust(connection, usage);
            return connection;
        }
    }
}
