package dev.jdbcbench.cli;

import dev.jdbcbench.request.Request;
import dev.jdbcbench.usecase.HostsNow;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that state where a run's hosts are now, if that has changed since its original call. */
public final class WhereOverride {
    @Option(
            names = "--hosts",
            paramLabel = "FILE|none",
            description =
                    "the hosts file, or none (default: that of the run; hosts.yaml when the run is not known here)."
                            + " Required for a run directory that was not made from this account on this machine")
    private @Nullable Path hostsFile;

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant, as with run (default: that of the run)")
    private @Nullable String databaseHost;

    /** The command that removes everything that bench left on these hosts. */
    String clean() {
        return here().clean(Path.of(""));
    }

    /** Where the hosts of a run are. */
    public HostsNow now() {
        return new HostsNow(named(), here());
    }

    private Request.Hosts named() {
        return hostsFile == null
                ? Request.Hosts.NONE.withDatabase(Optional.ofNullable(databaseHost))
                : HostOptions.hosts(
                        hostsFile.equals(HostOptions.NO_FILE) ? hostsFile : hostsFile.toAbsolutePath(), databaseHost);
    }

    /** The hosts of a run that is not known here. */
    Request.Hosts here() {
        return hostsFile == null ? HostOptions.hosts(null, databaseHost) : named();
    }
}
