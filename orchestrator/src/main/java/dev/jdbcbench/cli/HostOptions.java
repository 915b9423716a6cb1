package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.request.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that define the hosts. */
public final class HostOptions {
    /** The value of --hosts for no file, whatever is in the directory. */
    static final Path NO_FILE = Path.of("none");

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant: [user@]host[:port], or a name of the hosts file")
    private @Nullable String databaseHost;

    @Option(
            names = "--hosts",
            paramLabel = "FILE|none",
            description = "the hosts file, or none (default: hosts.yaml when present)")
    private @Nullable Path hostsFile;

    /** What the user says of the hosts. */
    Request.Hosts hosts() {
        return hosts(hostsFile, databaseHost);
    }

    /** Hosts of options with these values, with the usual file if none is named. */
    static Request.Hosts hosts(@Nullable Path file, @Nullable String database) {
        Path named = file == null ? Path.of(Request.Hosts.USUAL) : file;
        return new Request.Hosts(
                Optional.of(named)
                        .filter(path -> file == null ? Files.exists(path) : !path.equals(NO_FILE))
                        .map(Path::toString),
                file == null,
                Optional.ofNullable(database));
    }

    /** The contents of the hosts file. */
    public Hosts hosts(CommandContext around) {
        return Inputs.hosts(Request.of(Request.Where.DEFAULT.withHosts(hosts())), around.reading());
    }

    /** The command that removes everything that bench left on these hosts. */
    String clean() {
        return hosts().clean(Path.of(""));
    }

    /** The host of --db-host: a name from the hosts file, or an address. */
    public Optional<HostSpec> databaseHost(Hosts hosts) {
        return Inputs.databaseHost(hosts(), hosts);
    }
}
