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
 * A driver that does what MariaDB Connector/J does, but hangs in every execution while a file is there.
 *
 * @param jar of the driver, {@code hung.jar}
 * @param file while which is there, it hangs
 */
record HangingDriver(Path jar, Path file) {
    /** Makes it in a directory, which others may enter from then on. */
    static HangingDriver in(Path directory) throws IOException {
        Path file = directory.resolve("hang");
        // As root, drivers' code runs as a user that sees neither root's files nor those of a temporary directory.
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
