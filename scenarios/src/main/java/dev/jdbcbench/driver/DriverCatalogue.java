package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;

/** Which JDBC drivers bench knows. */
public final class DriverCatalogue {
    private static final List<DriverKind> ALL =
            ServiceLoader.load(DriverKind.class, DriverCatalogue.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted()
                    .toList();

    /** MariaDB Connector/J. */
    public static final DriverKind MARIADB = required("mariadb");

    /** MySQL Connector/J. */
    public static final DriverKind MYSQL = required("mysql");

    /** Drizzle JDBC. */
    public static final DriverKind DRIZZLE = required("drizzle");

    private DriverCatalogue() {}

    /** All, in the order in which they are shown. */
    public static List<DriverKind> all() {
        return ALL;
    }

    /** Those that a run measures which names no driver. */
    public static List<DriverKind> byDefault() {
        return ALL.stream().filter(kind -> kind.place().isPresent()).toList();
    }

    /** The driver of that {@link DriverKind#id()}, {@link UnknownDriver} included; or empty. */
    public static Optional<DriverKind> of(String id) {
        return id.equals(UnknownDriver.ID)
                ? Optional.of(UnknownDriver.INSTANCE)
                : ALL.stream().filter(kind -> kind.id().equals(id)).findFirst();
    }

    /** One of which nothing is known but what it is called with. */
    public static DriverKind unknown() {
        return UnknownDriver.INSTANCE;
    }

    private static DriverKind required(String id) {
        return of(id).orElseThrow(() -> new IllegalStateException("no driver is called " + id));
    }

    /** Filled in by the build from the versions in the POM, so a version stands in one place. */
    static String versionOfTheBuild(String id) {
        return Build.VERSIONS.getProperty(id);
    }

    private static final class Build {
        static final Properties VERSIONS = new Properties();

        static {
            try (InputStream in = DriverCatalogue.class.getResourceAsStream("default-versions.properties")) {
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
