package dev.jdbcbench.driver;

import java.util.List;
import java.util.Map;

/**
 * One thing that is compared: a JDBC driver at one version, with URL options and a label.
 *
 * @param label how it is called on the command line and in the tables
 * @param version as in Maven Central; of a local build, what its jar says
 * @param options of the URL, which win over those of the mode
 * @param jars its class path, the driver first
 * @param libraries further jars that a transport needs
 */
public record Driver(
        String label,
        DriverKind kind,
        String version,
        Map<String, String> options,
        List<Jar> jars,
        Map<Transport, List<Jar>> libraries) {
    public Driver {
        options = Map.copyOf(options);
        jars = List.copyOf(jars);
        libraries = Map.copyOf(libraries);
    }

    /** A file of the class path; the checksum tells it from another build of the same name. */
    public record Jar(String file, String sha256) {
        /** Its name among the jars on a client host, where several builds of one version may lie side by side. */
        public String storedName() {
            return sha256.substring(0, 12) + "-" + file;
        }
    }

    /** {@code label@version}: unique in a run. */
    public String id() {
        return label + "@" + version;
    }
}
