package dev.jdbcbench.driver;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Drizzle JDBC. It gets no options at all: any {@code useSSL=…}, even false, makes it request TLS. */
@AutoService(DriverKind.class)
public final class DrizzleJdbc extends DriverKind {
    private static final String ID = "drizzle";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Drizzle JDBC";
    }

    @Override
    public String licence() {
        return "BSD-2-Clause";
    }

    @Override
    public String defaultVersion() {
        return DriverCatalogue.versionOfTheBuild(ID);
    }

    @Override
    Optional<Integer> place() {
        return Optional.of(30);
    }

    @Override
    String coordinates(Version version) {
        return "org.drizzle.jdbc:drizzle-jdbc";
    }

    @Override
    public List<String> driverClasses() {
        return List.of("org.drizzle.jdbc.DrizzleDriver");
    }

    @Override
    Optional<String> unsupported(Version version, Usage usage) {
        if (usage.asksFor(Feature.CALL)) {
            return Optional.of("Drizzle JDBC has no stored procedures");
        }
        if (usage.asksFor(Feature.BATCH_KEYS)) {
            return Optional.of("Drizzle JDBC returns no generated keys of a batch");
        }
        if (usage.transport() == Transport.SOCKET) {
            return Optional.of("Drizzle JDBC cannot use a Unix socket");
        }
        if (usage.transport() == Transport.TLS || usage.mode() == Mode.TLS) {
            return Optional.of("Drizzle JDBC supports no TLS protocol that a current JDK accepts");
        }
        return switch (usage.mode()) {
            case HIT, MISS -> Optional.of("Drizzle JDBC cannot prepare statements on the server");
            case BULK -> Optional.of("Drizzle JDBC does not support the bulk protocol");
            case HA -> Optional.of("Drizzle JDBC accepts only one server in a URL");
            case STREAM, CURSOR -> Optional.of("Drizzle JDBC reads all rows at once, whatever the fetch size");
            case TUNED -> Optional.of("the makers of Drizzle JDBC recommend no options");
            case REWRITE ->
                usage.asksFor(Feature.STATEMENT_BATCH) || usage.asksFor(Feature.UPSERT)
                        ? Optional.of("Drizzle JDBC rewrites only a PreparedStatement's plain inserts")
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    @Override
    Optional<String> unsupported(Version version, ServerKind server, Version serverVersion, Usage usage) {
        return server == ServerKind.MYSQL && serverVersion.atLeast(8, 0, 0)
                ? Optional.of("Drizzle JDBC supports none of the authentication plugins of MySQL since version 8")
                : Optional.empty();
    }

    @Override
    String url(Session.Endpoint endpoint, Usage usage) {
        return "jdbc:drizzle://" + address(endpoint) + "/" + endpoint.database();
    }

    @Override
    void adjust(Connection connection, Usage usage) throws SQLException {
        if (usage.mode() != Mode.REWRITE) {
            return;
        }
        // Rewriting needs Drizzle's own API, and the driver is never on our compile class path.
        try {
            ClassLoader loader = connection.getClass().getClassLoader();
            String common = "org.drizzle.jdbc.internal.common.";
            Class<?> factory = Class.forName(common + "ParameterizedBatchHandlerFactory", true, loader);
            Object rewriting = Class.forName(common + "RewriteParameterizedBatchHandlerFactory", true, loader)
                    .getDeclaredConstructor()
                    .newInstance();
            connection
                    .getClass()
                    .getMethod("setBatchQueryHandlerFactory", factory)
                    .invoke(connection, rewriting);
        } catch (ReflectiveOperationException e) {
            throw new SQLException("this Drizzle JDBC has no RewriteParameterizedBatchHandlerFactory", e);
        }
    }
}
