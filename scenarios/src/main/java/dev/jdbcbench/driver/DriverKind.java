package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The catalogue: which JDBC drivers exist, where they come from and how each is told to work in a mode.
 *
 * <p>The options were chosen by what the driver then sends, seen on the wire. All of them give an unencrypted connection,
 * the same for every driver, and none sets a socket timeout: on JDK 17 and later a read with a timeout costs a system call
 * more, which would be charged to the drivers that know the option and not to those that do not.
 */
public enum DriverKind {
    /** MariaDB Connector/J. */
    MARIADB(
            "MariaDB Connector/J",
            "org.mariadb.jdbc:mariadb-java-client",
            "org.mariadb.jdbc.Driver",
            "LGPL-2.1-or-later") {
        @Override
        String urlPrefix() {
            return "jdbc:mariadb://";
        }

        @Override
        public Optional<Map<String, String>> options(Mode mode) {
            Map<String, String> options = plaintext();
            options.put("useServerPrepStmts", String.valueOf(mode == Mode.HIT || mode == Mode.MISS));
            switch (mode) {
                // Without it, versions from 3.5 on send a batch as COM_STMT_BULK_EXECUTE, which is neither text nor
                // rewritten.
                case TEXT -> options.put("useBulkStmtsForInserts", "false");
                case HIT -> options.putAll(Map.of("cachePrepStmts", "true", "prepStmtCacheSize", "250"));
                case MISS -> options.put("cachePrepStmts", "false");
                case REWRITE ->
                    options.putAll(Map.of("useBulkStmtsForInserts", "false", "rewriteBatchedStatements", "true"));
            }
            return Optional.of(options);
        }
    },

    /** MySQL Connector/J. */
    MYSQL(
            "MySQL Connector/J",
            "com.mysql:mysql-connector-j",
            "com.mysql.cj.jdbc.Driver",
            "GPL-2.0 with the Universal FOSS Exception") {
        @Override
        String urlPrefix() {
            return "jdbc:mysql://";
        }

        @Override
        public Optional<Map<String, String>> options(Mode mode) {
            Map<String, String> options = plaintext();
            options.put("useServerPrepStmts", String.valueOf(mode == Mode.HIT || mode == Mode.MISS));
            switch (mode) {
                case TEXT -> {}
                // Its defaults (25 statements of at most 256 characters) are narrower than the other drivers'.
                case HIT ->
                    options.putAll(Map.of(
                            "cachePrepStmts", "true", "prepStmtCacheSize", "250", "prepStmtCacheSqlLimit", "2048"));
                case MISS -> options.put("cachePrepStmts", "false");
                case REWRITE -> options.put("rewriteBatchedStatements", "true");
            }
            return Optional.of(options);
        }
    },

    /** Drizzle JDBC. */
    DRIZZLE("Drizzle JDBC", "org.drizzle.jdbc:drizzle-jdbc", "org.drizzle.jdbc.DrizzleDriver", "BSD-2-Clause") {
        @Override
        String urlPrefix() {
            return "jdbc:drizzle://";
        }

        @Override
        public Optional<Map<String, String>> options(Mode mode) {
            // No option at all: any useSSL=…, even false, makes Drizzle ask for TLS.
            return mode == Mode.HIT || mode == Mode.MISS ? Optional.empty() : Optional.of(Map.of());
        }

        @Override
        public void adjust(Connection connection, Mode mode) throws SQLException {
            if (mode != Mode.REWRITE) {
                return;
            }
            // Rewriting is switched on by an API of Drizzle's own, and the driver is never on our compile class path.
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
    };

    private final String title;
    private final String coordinates;
    private final String driverClass;
    private final String licence;

    DriverKind(String title, String coordinates, String driverClass, String licence) {
        this.title = title;
        this.coordinates = coordinates;
        this.driverClass = driverClass;
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

    /** {@code groupId:artifactId} in Maven Central. */
    public String coordinates() {
        return coordinates;
    }

    /** The class that implements {@link java.sql.Driver}. */
    public String driverClass() {
        return driverClass;
    }

    /** The SPDX name of its licence. */
    public String licence() {
        return licence;
    }

    /** The version that is measured when none is named. */
    public String defaultVersion() {
        return DefaultVersions.VERSIONS.getProperty(id());
    }

    /** The URL options that make this driver work in {@code mode}; empty when it has no such mode. */
    public abstract Optional<Map<String, String>> options(Mode mode);

    /** Why this driver has no {@code mode}; empty when it has it. */
    public Optional<String> unsupported(Mode mode) {
        return options(mode).isPresent()
                ? Optional.empty()
                : Optional.of(title + " cannot prepare statements on the server");
    }

    /** What a URL option cannot say: called once on each new connection, before anything else. */
    public void adjust(Connection connection, Mode mode) throws SQLException {}

    abstract String urlPrefix();

    /** The JDBC URL, without credentials. An IPv6 address may come with or without brackets. */
    public String url(String host, int port, String database, Map<String, String> options) {
        String bracketed = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        StringBuilder url = new StringBuilder(urlPrefix() + bracketed + ":" + port + "/" + database);
        char separator = '?';
        for (Map.Entry<String, String> option : options.entrySet()) {
            url.append(separator).append(option.getKey()).append('=').append(option.getValue());
            separator = '&';
        }
        return url.toString();
    }

    /** The driver of that {@link #id()}, or empty. */
    public static Optional<DriverKind> of(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }

    /** One pair of options that both MariaDB's and MySQL's driver understand, in every version. */
    private static Map<String, String> plaintext() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("useSSL", "false");
        options.put("allowPublicKeyRetrieval", "true");
        return options;
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
