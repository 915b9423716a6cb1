package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;

/** The JDBC drivers that bench knows. */
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

    /** The program sysbench, as a reference. It is not in {@link #all}. */
    public static final DriverKind SYSBENCH = Sysbench.INSTANCE;

    /** Drizzle JDBC. */
    public static final DriverKind DRIZZLE = required("drizzle");

    private DriverCatalogue() {}

    /** All drivers, in display order. */
    public static List<DriverKind> all() {
        return ALL;
    }

    /** The drivers measured by a run that names none. */
    public static List<DriverKind> byDefault() {
        return ALL.stream().filter(kind -> kind.place().isPresent()).toList();
    }

    /** The driver with this {@link DriverKind#id()}, including {@link UnknownDriver} and {@link #SYSBENCH}, or empty. */
    public static Optional<DriverKind> of(String id) {
        if (id.equals(Sysbench.ID)) {
            return Optional.of(SYSBENCH);
        }
        return id.equals(UnknownDriver.ID)
                ? Optional.of(UnknownDriver.INSTANCE)
                : ALL.stream().filter(kind -> kind.id().equals(id)).findFirst();
    }

    /** The kind for a driver of which only the wiring is known. */
    public static DriverKind unknown() {
        return UnknownDriver.INSTANCE;
    }

    private static DriverKind required(String id) {
        return of(id).orElseThrow(() -> new IllegalStateException("unknown driver: " + id));
    }

    /** The build fills in the versions from the POM, so each is defined in one place. */
    static String versionOfTheBuild(String id) {
        return Build.VERSIONS.getProperty(id);
    }

    private static final class Build {
        static final Properties VERSIONS = new Properties();

        static {
            try {
                VERSIONS.load(new StringReader(Resource.text(DriverCatalogue.class, "default-versions.properties")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
