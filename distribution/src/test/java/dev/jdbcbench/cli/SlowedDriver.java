package dev.jdbcbench.cli;

import java.nio.file.Path;
import java.util.Map;

/** A MariaDB Connector/J that takes a given percentage longer for every execution. */
final class SlowedDriver {
    private SlowedDriver() {}

    /**
     * Makes the jar {@code slower-PERCENT.jar}.
     *
     * @param real the jar of the actual driver; it is packed into the new jar, which any user can read
     */
    static Path jar(Path directory, Path real, int percent) {
        return DriverJar.of(
                directory,
                "slower-" + percent,
                "/slow/Driver.java.txt",
                Map.of("@PERCENT@", String.valueOf(percent)),
                Map.of("real.jar", real));
    }

    /** {@code DIRECTORY REAL PERCENT…}: builds jars for manual measurements. */
    public static void main(String[] args) {
        for (int i = 2; i < args.length; i++) {
            System.out.println(jar(Path.of(args[0]), Path.of(args[1]).toAbsolutePath(), Integer.parseInt(args[i])));
        }
    }
}
