package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            description =
                    "database location relative to the client; local,distant: both in one run. Default of run and explain: local, or distant"
                            + " with --db-host; other commands use all that the hosts file allows")
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

    /** The options for the hosts. */
    public HostOptions on() {
        return on;
    }

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

    /** Replaces the drivers. */
    void take(List<String> others) {
        drivers = List.copyOf(others);
    }

    /** Fills in what the command line leaves open. */
    public void complete(Cell cell, List<String> others) {
        topologies = topologies.isEmpty() ? List.of(cell.topology().id()) : topologies;
        servers = servers.isEmpty() ? List.of(cell.server()) : servers;
        drivers = drivers.isEmpty() ? List.copyOf(others) : drivers;
    }

    public Hosts hosts(CommandContext around) {
        return on.hosts(around);
    }

    /** The command that removes everything that bench left on these hosts. */
    public String clean() {
        return on.clean();
    }

    /** The request for hosts, servers and drivers. Without --topology, --db-host means distant, and no host means local. */
    public Request.Where request(Hosts hosts) {
        return request(hosts, false);
    }

    /**
     * The request for hosts, servers and drivers.
     *
     * @param apart whether the database has its own host even without {@code --db-host}, so distant is the default
     */
    Request.Where request(Hosts hosts, boolean apart) {
        Topology topology = apart || on.databaseHost(hosts).isPresent() ? Topology.DISTANT : Topology.LOCAL;
        return request(hosts, topologies.isEmpty() ? List.of(topology.id()) : topologies);
    }

    private Request.Where request(Hosts hosts, List<String> inTopologies) {
        Optional<HostSpec> databaseHost = on.databaseHost(hosts);
        return new Request.Where(inTopologies, databaseHost, drivers, localJars(), servers, install());
    }

    /** The hosts selected, for commands that do not measure. */
    public Selection selection(Hosts hosts) {
        return Planner.select(Request.ofHosts(hosts, request(hosts, topologiesOr(hosts))));
    }

    /** The hosts selected, for a check with the given effort. */
    Selection selection(Hosts hosts, Effort effort) {
        return Planner.select(
                Request.ofHosts(hosts, request(hosts, topologiesOr(hosts))).with(effort));
    }

    /** The topologies that the user named, or else all that the hosts allow. */
    private List<String> topologiesOr(Hosts hosts) {
        if (!topologies.isEmpty()) {
            return topologies;
        }
        boolean distant = on.databaseHost(hosts).isPresent() || hosts.database().isPresent();
        return distant ? List.of("local", "distant") : List.of("local");
    }

    private Optional<Install> install() {
        return Optional.ofNullable(install)
                .map(id -> Install.of(id)
                        .filter(Install.choices()::contains)
                        .orElseThrow(() -> new Failure.Input(
                                "--install: no source is called " + id,
                                Install.choices().stream()
                                        .map(source -> source.id() + ": " + source.meaning())
                                        .toList(),
                                "Choose one of these, or describe the server in a hosts file.")));
    }

    /** Reads the jar files named by {@code --driver}. */
    private Map<String, LocalJar> localJars() {
        Map<String, LocalJar> jars = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (String word : drivers) {
            String[] parts = word.split("@", 2);
            if (parts.length == 2 && LocalJar.isPath(parts[1])) {
                try {
                    jars.put(word, LocalJar.of(on.directory().resolve(parts[1])));
                } catch (IOException e) {
                    problems.add("--driver " + word + ": " + e.getMessage());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "cannot read the jar of a driver", problems, "Name the jar of the driver behind the @.");
        }
        return jars;
    }
}
