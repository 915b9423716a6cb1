package dev.jdbcbench.result;

import dev.jdbcbench.run.Subject;

/** The display name of a driver: its label, and its version if known. */
public final class DriverName {
    /** Placeholder for an unknown version, server or host. */
    public static final String UNKNOWN = "unknown";

    private DriverName() {}

    /** {@code mariadb 4.0.0}, or {@code mariadb}. */
    public static String of(String label, String version) {
        return version.equals(UNKNOWN) ? label : label + " " + version;
    }

    /** The driver of a cell. */
    public static String of(Subject cell) {
        return of(cell.driver(), cell.driverVersion());
    }

    /** Converts {@code label@version}. */
    public static String of(String id) {
        String[] parts = id.split("@", 2);
        return parts.length == 2 ? of(parts[0], parts[1]) : id;
    }

    /** The shortest name that distinguishes a {@code label@version} from another one. */
    public static String brief(String id, String other) {
        String label = id.replaceFirst("@.*", "");
        return label.equals(other.replaceFirst("@.*", "")) ? of(id) : label;
    }
}
