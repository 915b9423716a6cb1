package dev.jdbcbench.driver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** Opens connections with one driver, found in the class loader that it is given: never through {@code DriverManager}. */
public final class Connector {
    private final DriverKind kind;
    private final Driver driver;

    /**
     * @param loader sees the driver's jar
     * @throws IllegalStateException when the class loader has no such driver
     */
    public Connector(DriverKind kind, ClassLoader loader) {
        this.kind = kind;
        try {
            this.driver = Class.forName(kind.driverClass(), true, loader)
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    kind.title() + " is not on the class path: no class " + kind.driverClass(), e);
        }
    }

    /** The version as the driver itself reports it: major and minor. */
    public String reportedVersion() {
        return driver.getMajorVersion() + "." + driver.getMinorVersion();
    }

    /**
     * A new connection in {@code mode}.
     *
     * @param extra URL options that win over those of the mode
     */
    public Connection open(Session.Endpoint endpoint, Mode mode, Map<String, String> extra) throws SQLException {
        Map<String, String> options = new LinkedHashMap<>(kind.options(mode)
                .orElseThrow(() -> new IllegalArgumentException(
                        kind.unsupported(mode).orElse(kind.title()) + ": no mode " + mode)));
        options.putAll(extra);
        Properties credentials = new Properties();
        credentials.setProperty("user", endpoint.user());
        credentials.setProperty("password", endpoint.password());
        String url = kind.url(endpoint.host(), endpoint.port(), endpoint.database(), options);
        Connection connection = driver.connect(url, credentials);
        if (connection == null) {
            throw new SQLException(kind.title() + " does not accept the URL " + url);
        }
        kind.adjust(connection, mode);
        return connection;
    }
}
