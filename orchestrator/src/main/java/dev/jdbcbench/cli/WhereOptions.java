package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select hosts, servers and drivers. */
public final class WhereOptions {
    @Option(
            names = "--topology",
            split = ",",
            paramLabel = "local|distant",
            converter = LowerCaseConverter.OfTopology.class,
            description = "database location relative to the client; local,distant: both in one run. Default of run and"
                    + " explain: local, or distant with --db-host; other commands use all that the hosts file"
                    + " allows")
    private List<String> topologies = List.of();

    @Mixin
    private HostOptions on = new HostOptions();

    @Option(
            names = "--driver",
            split = ",",
            paramLabel = "ID[@VERSION|@JAR]",
            description = "drivers, at any version from the Maven repositories or from a file (mariadb@target/my.jar);"
                    + " default: all three")
    private List<String> drivers = List.of();

    @Option(
            names = "--server",
            split = ",",
            paramLabel = "ID",
            description = "servers of the hosts file, or mariadb and mysql (default: all of the file, else mariadb)")
    private List<String> servers = List.of();

    @Option(
            names = "--install",
            paramLabel = "SOURCE",
            converter = LowerCaseConverter.class,
            description = "where the database's binaries come from: auto, portable, host or package (default: auto)")
    private @Nullable String install;

    /** Selects the two drivers to compare. The user must not give {@code --driver} as well. */
    void compare(List<String> two) {
        if (!drivers.isEmpty()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--compare names the two drivers, so --driver cannot name others"),
                    "Leave --driver out.");
        }
        drivers = List.copyOf(two);
    }

    /** The values of {@code --driver}. */
    List<String> drivers() {
        return drivers;
    }

    /** The command that removes everything that bench left on these hosts. */
    public String clean() {
        return on.clean();
    }

    /** The hosts, servers and drivers as the user names them. */
    public Request.Where where() {
        return Request.Where.DEFAULT.with(copy -> copy.topologies(topologies)
                .hosts(on.hosts())
                .drivers(drivers)
                .servers(servers)
                .install(Optional.ofNullable(install)));
    }
}
