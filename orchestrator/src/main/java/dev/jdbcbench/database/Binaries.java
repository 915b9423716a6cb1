package dev.jdbcbench.database;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.driver.ServerKind;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * The programs of a server on a host.
 *
 * @param install the resolved source, never {@code auto}
 * @param version as the programs report it without running a server: {@code 11.4.5-MariaDB}, {@code 9.7.4}
 * @param baseDirectory the server's basedir
 * @param server the path of {@code mariadbd} or {@code mysqld}
 * @param installDb the path of {@code mariadb-install-db}; empty for MySQL, which initialises itself
 * @param messages the directory of the server's messages, if the server does not find them itself
 * @param plugins the directory of its plugins, if the server does not find them itself
 * @param libraries directories with libraries that the host lacks, in the syntax of {@code LD_LIBRARY_PATH}
 * @param blackhole whether the BLACKHOLE engine is a plugin that must be loaded
 * @param enclosure what they run in
 */
@RecordBuilder
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
        boolean blackhole,
        Enclosure enclosure)
        implements BinariesBuilder.With {
    /** Used in a dry run for programs that are not there yet. */
    public static final String UNKNOWN_VERSION = "version not known yet";

    /** Programs that run directly on the host, and find all that they need. */
    public Binaries(
            ServerKind kind,
            Install install,
            String version,
            String baseDirectory,
            String server,
            String installDb,
            boolean blackhole) {
        this(
                kind,
                install,
                version,
                baseDirectory,
                server,
                installDb,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                blackhole,
                Enclosure.NONE);
    }

    /** A copy whose programs run in something. */
    public Binaries in(Enclosure other) {
        return with(copy -> copy.enclosure(other));
    }

    /** The command prefix that these programs need. */
    List<String> environment() {
        return libraries.map(path -> List.of("env", "LD_LIBRARY_PATH=" + path)).orElse(List.of());
    }
}
