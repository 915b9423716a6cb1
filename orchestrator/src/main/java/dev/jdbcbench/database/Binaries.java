package dev.jdbcbench.database;

import dev.jdbcbench.config.ServerSpec.Install;
import java.util.Optional;

/**
 * The programs of a MariaDB on a host.
 *
 * @param install where they come from; never {@code auto}
 * @param version as the server says it without running: {@code 11.4.5-MariaDB}
 * @param baseDirectory what the server takes as basedir
 * @param server the path of {@code mariadbd}
 * @param installDb the path of {@code mariadb-install-db}
 * @param messages the directory of the server's messages, where it does not find them itself
 * @param blackhole whether there is a plugin for the BLACKHOLE engine
 */
public record Binaries(
        Install install,
        String version,
        String baseDirectory,
        String server,
        String installDb,
        Optional<String> messages,
        boolean blackhole) {}
