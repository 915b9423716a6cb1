package dev.jdbcbench.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that state where a run's hosts are now, if that has changed since its original call. */
public final class WhereOverride {
    @Option(
            names = "--hosts",
            paramLabel = "FILE|none",
            description =
                    "the hosts file, or none (default: that of the run; hosts.yaml when the run is not known here). Required for a run"
                            + " directory that was not made from this account on this machine")
    private @Nullable Path hostsFile;

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant, as with run (default: that of the run)")
    private @Nullable String databaseHost;

    /** Whether it names hosts. */
    boolean namesHosts() {
        return hostsFile != null;
    }

    /** The command that removes everything that bench left on these hosts. */
    String clean() {
        return hostOptions().clean();
    }

    /** The host options of a command called here with these options. */
    HostOptions hostOptions() {
        HostOptions on = new HostOptions();
        apply(on);
        return on;
    }

    /** Overrides only what these options set. */
    void apply(HostOptions on) {
        if (hostsFile != null) {
            on.take(hostsFile);
        }
        if (databaseHost != null) {
            on.databaseHost = databaseHost;
        }
    }
}
