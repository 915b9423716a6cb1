package dev.jdbcbench.database;

import dev.jdbcbench.artifact.Artifacts;
import java.nio.file.Path;

/** Packs the portable MariaDB into a directory, once for all tests that have a machine of their own. */
public final class Packed {
    private Packed() {}

    /** Ends with an exception, and exit code 1, if it cannot be downloaded or packed. */
    public static void main(String[] args) {
        Path unused = new PortableMariaDb(new Artifacts((file, bytes, total) -> {}), Path.of(args[0])).archive();
    }
}
