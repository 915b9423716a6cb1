package dev.jdbcbench.driver;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is compared: a JDBC driver at one version, with URL options and a label.
 *
 * @param label how it is called on the command line and in the tables
 * @param version as in Maven Central; of a local build, what its jar says
 * @param options of the URL, which win over those of the mode
 * @param jars its class path, the driver first
 * @param libraries further jars that a transport needs
 * @param wiring how it is called, where it is not called as its kind; null when it is
 */
public record Driver(
        String label,
        DriverKind kind,
        String version,
        Map<String, String> options,
        List<Jar> jars,
        Map<Transport, List<Jar>> libraries,
        @MayBeMissing @Nullable Wiring wiring) {
    private static final int MOST_JARS = 1000;

    public Driver {
        Parts.name(label, "label");
        Parts.present(kind, "kind");
        Parts.name(version, "version");
        options = Map.copyOf(Parts.textMap(options, "options"));
        jars = Parts.list(jars, MOST_JARS, "jars");
        libraries = Map.copyOf(Parts.present(libraries, "libraries"));
        libraries.values().forEach(needed -> Parts.list(needed, MOST_JARS, "libraries"));
    }

    /** One that is called as its kind is. */
    public Driver(
            String label,
            DriverKind kind,
            String version,
            Map<String, String> options,
            List<Jar> jars,
            Map<Transport, List<Jar>> libraries) {
        this(label, kind, version, options, jars, libraries, null);
    }

    /** A file of the class path; the checksum tells it from another build of the same name. */
    public record Jar(String file, String sha256) {
        private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

        public Jar {
            Parts.fileName(file, "file");
            if (!SHA256.matcher(Parts.name(sha256, "sha256")).matches()) {
                throw new IllegalArgumentException("sha256 has 64 hexadecimal digits, not " + sha256);
            }
        }

        /** Its name among the jars on a client host, where several builds of one version may lie side by side. */
        public String storedName() {
            return sha256.substring(0, 12) + "-" + file;
        }
    }

    /** {@code label@version}: unique in a run. */
    public String id() {
        return label + "@" + version;
    }

    /** How it is told to work, and what it can do. */
    public DriverKind rules() {
        return Wiring.of(kind, wiring);
    }
}
