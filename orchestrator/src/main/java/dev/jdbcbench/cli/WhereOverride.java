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
        return hostOptions().clean();
    }

    /** Where hosts are found as if a command was called here with these options. */
    HostOptions hostOptions() {
        HostOptions on = new HostOptions();
        apply(on);
        return on;
    }

    /** Overrides what is said here, and nothing else. */
    void apply(HostOptions on) {
        if (hostsFile != null) {
            on.hostsFile = hostsFile.toAbsolutePath();
        }
        if (databaseHost != null) {
            on.databaseHost = databaseHost;
        }
    }
}
