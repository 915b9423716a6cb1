package dev.jdbcbench.driver;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of the compared drivers: a JDBC driver at one version, with URL options and a label.
 *
 * @param label its name on the command line and in the tables
 * @param version as in Maven Central; for a local build, as in its jar
 * @param options URL options, which override those of the mode
 * @param jars its class path, the driver first
 * @param libraries additional jars needed by a transport
 * @param wiring how to call it, if that differs from its kind; null otherwise
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
        PartCheck.name(label, "label");
        PartCheck.present(kind, "kind");
        PartCheck.name(version, "version");
        options = Map.copyOf(PartCheck.textMap(options, "options"));
        jars = PartCheck.list(jars, MOST_JARS, "jars");
        libraries = Map.copyOf(PartCheck.present(libraries, "libraries"));
        libraries.values().forEach(needed -> PartCheck.list(needed, MOST_JARS, "libraries"));
    }

    /** A file on the class path; the checksum distinguishes builds of the same name. */
    public record Jar(String file, String sha256) {
        private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

        public Jar {
            PartCheck.fileName(file, "file");
            if (!SHA256.matcher(PartCheck.name(sha256, "sha256")).matches()) {
                throw new IllegalArgumentException("sha256 has 64 hexadecimal digits, not " + sha256);
            }
        }

        /** The jar's file name on a client host, where several builds of one version may coexist. */
        public String storedName() {
            return sha256.substring(0, 12) + "-" + file;
        }
    }

    /** {@code label@version}: unique in a run. */
    public String id() {
        return label + "@" + version;
    }

    /** The rules for using it, and its capabilities. */
    public DriverKind rules() {
        return Wiring.of(kind, wiring);
    }
}
