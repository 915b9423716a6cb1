package dev.jdbcbench.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

/** Opens connections with one driver, found in the given class loader, never through {@code DriverManager}. */
public final class Connector {
    private final DriverKind kind;
    private final Driver driver;
    private final Consumer<Connection> opened;

    /**
     * Finds the driver.
     *
     * @param loader has access to the driver's jar
     * @throws IllegalStateException when the class loader has no such driver
     */
    public Connector(DriverKind kind, ClassLoader loader) {
        this(kind, find(kind, loader), connection -> {});
    }

    private Connector(DriverKind kind, Driver driver, Consumer<Connection> opened) {
        this.kind = kind;
        this.driver = driver;
        this.opened = opened;
    }

    /** A connector with the same driver that hands each connection that it opens to {@code listener}, too. */
    public Connector telling(Consumer<Connection> listener) {
        return new Connector(kind, driver, listener);
    }

    private static Driver find(DriverKind kind, ClassLoader loader) {
        for (String name : kind.driverClasses()) {
            Class<?> type;
            try {
                type = Class.forName(name, true, loader);
            } catch (ClassNotFoundException e) {
                continue; // older versions use an older name
            }
            try {
                return type.asSubclass(Driver.class).getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException | ClassCastException e) {
                throw new IllegalStateException("cannot make a " + name, e);
            }
        }
        throw new IllegalStateException(
                kind.title() + " is not on the class path: none of the classes " + kind.driverClasses());
    }

    /** The kind of the driver. */
    public DriverKind kind() {
        return kind;
    }

    /** The version as the driver itself reports it: major and minor. */
    public String reportedVersion() {
        return driver.getMajorVersion() + "." + driver.getMinorVersion();
    }

    /**
     * Opens a new connection with autocommit.
     *
     * @param extra URL options that override those of the usage
     */
    public Connection open(Session.Endpoint endpoint, Usage usage, Map<String, String> extra) throws SQLException {
        return committing(opening(endpoint, usage, extra).open());
    }

    /**
     * Turns autocommit on, which JDBC promises for new connections. On a server with {@code autocommit = 0}, some drivers leave it
     * off. The server's greeting does not tell them, so they are not asked.
     */
    public static Connection committing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET autocommit = 1");
        }
        return connection;
    }

    /** Prepares everything needed to open connections, because the opening itself may be measured. */
    public Opening opening(Session.Endpoint endpoint, Usage usage, Map<String, String> extra) {
        kind.unsupported(reportedVersion(), usage).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        endpoint.protection()
                .flatMap(protection -> kind.unsupported(reportedVersion(), protection))
                .ifPresent(why -> {
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
        return new Opening(kind.url(endpoint, usage, options), credentials, usage);
    }

    /** Opens identical connections. */
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
            opened.accept(connection);
            return connection;
        }
    }
}
