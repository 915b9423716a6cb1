package dev.jdbcbench.database;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.driver.ServerKind;
import java.util.List;
import java.util.Optional;

/**
 * The programs of a server on a host.
 *
 * @param install where they come from; never {@code auto}
 * @param version as the server says it without running: {@code 11.4.5-MariaDB}, {@code 9.7.4}
 * @param baseDirectory what the server takes as basedir
 * @param server the path of {@code mariadbd} or {@code mysqld}
 * @param installDb the path of {@code mariadb-install-db}; empty for MySQL, which initialises itself
 * @param messages the directory of the server's messages, where it does not find them itself
 * @param plugins the directory of its plugins, where it does not find them itself
 * @param libraries directories with libraries that the host lacks, as {@code LD_LIBRARY_PATH} takes them
 * @param blackhole whether the BLACKHOLE engine is a plugin that must be loaded
 */
public record Binaries(
        ServerKind kind,
        Install install,
        String version,
        String baseDirectory,
        String server,
        String installDb,
        Optional<String> messages,
        Optional<String> plugins,
        Optional<String> libraries,
        boolean blackhole) {
    /** In a rehearsal, of programs that are not there yet. */
    public static final String UNKNOWN_VERSION = "version not known yet";

    /** What a command is preceded by that runs one of these programs. */
    List<String> environment() {
        return libraries.map(path -> List.of("env", "LD_LIBRARY_PATH=" + path)).orElse(List.of());
    }
}
