package dev.jdbcbench.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say where the hosts of a run are found now, if not as it was called. */
final class WhereOverride {
    @Option(
            names = "--hosts",
            paramLabel = "FILE",
            description =
                    "the hosts file (default: that of the run; hosts.yaml when the run is not known here). Required for a run"
                            + " directory that was not made from this account on this machine")
    private @Nullable Path hostsFile;

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant, as with run (default: that of the run)")
    private @Nullable String databaseHost;

    /** Whether it says which hosts there are. */
    boolean namesHosts() {
        return hostsFile != null;
    }

    /** The command that removes all that bench has on these hosts. */
    String clean() {
        WhereOptions where = new WhereOptions();
        apply(where);
        return where.clean();
    }

    /** Overrides what is said here, and nothing else. */
    void apply(WhereOptions where) {
        if (hostsFile != null) {
            where.hostsFile = hostsFile.toAbsolutePath();
        }
        if (databaseHost != null) {
            where.databaseHost = databaseHost;
        }
    }
}
