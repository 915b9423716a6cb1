package dev.jdbcbench.result;

/** The display name of a driver: its label, and its version if known. */
public final class DriverName {
    /** Placeholder for an unknown version, server or host. */
    public static final String UNKNOWN = "unknown";

    private DriverName() {}

    /** {@code mariadb 4.0.0}, or {@code mariadb}. */
    public static String of(String label, String version) {
        return version.equals(UNKNOWN) ? label : label + " " + version;
    }

    /** Converts {@code label@version}. */
    public static String of(String id) {
        String[] parts = id.split("@", 2);
        return parts.length == 2 ? of(parts[0], parts[1]) : id;
    }
}
