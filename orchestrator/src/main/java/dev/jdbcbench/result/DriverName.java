package dev.jdbcbench.result;

/** What a driver is called beside others: its label, and its version where that is known. */
public final class DriverName {
    /** Stands for a version, server or host that is not known. */
    public static final String UNKNOWN = "unknown";

    private DriverName() {}

    /** {@code mariadb 4.0.0}, or {@code mariadb}. */
    public static String of(String label, String version) {
        return version.equals(UNKNOWN) ? label : label + " " + version;
    }

    /** The same of what is written {@code label@version}. */
    public static String of(String id) {
        String[] parts = id.split("@", 2);
        return parts.length == 2 ? of(parts[0], parts[1]) : id;
    }
}
