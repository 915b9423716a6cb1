package dev.jdbcbench.cli;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.DriverCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * A MariaDB Connector/J that hangs in every execution while a file exists.
 *
 * @param jar the driver, {@code hung.jar}
 * @param file the driver hangs while this file exists
 */
record HangingDriver(Path jar, Path file) {
    /** Builds the driver in a directory that other users may read. */
    static HangingDriver in(Path directory) throws IOException {
        Path file = directory.resolve("hang");
        // If bench is root, driver code runs as a user that can read neither root's files nor @TempDir.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        String version = DriverCatalogue.MARIADB.defaultVersion();
        Path real = Files.copy(
                new Artifacts((name, bytes, total) -> {})
                        .resolve(DriverCatalogue.MARIADB.coordinates(version) + ":" + version),
                directory.resolve("real.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r--r--"));
        Map<String, String> words = Map.of("@JAR@", real.toUri().toString(), "@FILE@", file.toString());
        return new HangingDriver(DriverJar.of(directory, "hung", "/hung/Driver.java.txt", words), file);
    }
}
