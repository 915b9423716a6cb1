package org.drizzle.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A broken driver: it never opens a connection and answers every query with one row of one column, 2. In its own jar,
 * under the name of Drizzle JDBC, it stands in for a user's faulty build.
 */
public final class DrizzleDriver implements Driver {
    /** Builds the jar. */
    public static Path jar(Path directory) {
        Path jar = directory.resolve("broken.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            add(out, DrizzleDriver.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    private static void add(JarOutputStream out, Class<?> type) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no " + name);
            }
            in.transferTo(out);
        }
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) {
        return url.startsWith("jdbc:drizzle:") ? answering(Connection.class, "") : null;
    }

    /**
     * A proxy for a JDBC interface. Results always have one row and one column; the last statement determines the
     * value.
     */
    private static <T> T answering(Class<T> type, String sql) {
        AtomicInteger rows = new AtomicInteger();
        // A lambda, so the jar needs only this class.
        InvocationHandler answer = (proxy, method, args) -> {
            String asked = args != null && args.length > 0 && args[0] instanceof String text ? text : sql;
            return switch (method.getName()) {
                case "createStatement" -> answering(PreparedStatement.class, sql);
                case "prepareStatement" -> answering(PreparedStatement.class, asked);
                case "executeQuery", "getResultSet" -> answering(ResultSet.class, asked);
                case "getMetaData" -> answering(ResultSetMetaData.class, sql);
                case "next" -> rows.getAndIncrement() == 0;
                case "execute" -> true;
                case "getMoreResults" -> false;
                case "getColumnCount" -> 1;
                case "getString" -> string(sql);
                case "getObject", "getInt" -> 2;
                case "getLong" -> 0L;
                case "toString" -> "wrong";
                default -> null;
            };
        };
        return type.cast(Proxy.newProxyInstance(DrizzleDriver.class.getClassLoader(), new Class<?>[] {type}, answer));
    }

    private static String string(String sql) {
        if (sql.contains("PROCESSLIST")) {
            return "127.0.0.1:40000";
        }
        return sql.startsWith("SHOW") ? "" : "2";
    }

    @Override
    public boolean acceptsURL(String url) {
        return true;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 4;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
