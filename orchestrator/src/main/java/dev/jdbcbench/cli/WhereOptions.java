package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say on which hosts, with which servers and drivers. */
final class WhereOptions {
    private static final Path DEFAULT_HOSTS = Path.of("hosts.yaml");
    private static final List<String> CLEAN = List.of("./bench", "clean");

    /** From where files are named; empty for where bench was called. */
    private Path directory = Path.of("");

    /** The hosts file when none is named. */
    private Supplier<Optional<Path>> byDefault =
            () -> Optional.of(DEFAULT_HOSTS).filter(Files::exists);

    @Option(
            names = "--topology",
            split = ",",
            paramLabel = "local|distant",
            description =
                    "where the database is, seen from the client; local,distant: both, in one run. Required by run; else by default"
                            + " all that the hosts file allows")
    List<String> topologies = List.of();

    @Option(
            names = "--db-host",
            paramLabel = "HOST",
            description = "the database host of distant: [user@]host[:port], or a name of the hosts file")
    @Nullable
    String databaseHost;

    @Option(names = "--hosts", paramLabel = "FILE", description = "the hosts file (default: hosts.yaml when present)")
    @Nullable
    Path hostsFile;

    @Option(
            names = "--driver",
            split = ",",
            paramLabel = "ID[@VERSION|@JAR]",
            description = "drivers, at any version from the Maven repositories or from a file (mariadb@target/my.jar);"
                    + " default: all three")
    List<String> drivers = List.of();

    @Option(
            names = "--server",
            split = ",",
            paramLabel = "ID",
            description = "servers of the hosts file, or mariadb and mysql (default: all of the file, else mariadb)")
    List<String> servers = List.of();

    @Option(
            names = "--install",
            paramLabel = "SOURCE",
            description = "where the database's binaries come from: auto, portable, host or package (default: auto)")
    private @Nullable String install;

    /**
     * Names files from a directory.
     *
     * @param hosts the hosts file, whatever the directory has by now; empty for none
     */
    void from(Path place, Optional<Path> hosts) {
        directory = place;
        byDefault = () -> hosts;
    }

    /** The hosts file that counts; empty when there is none. */
    Optional<Path> hostsPath() {
        return hostsFile != null ? Optional.of(directory.resolve(hostsFile)) : byDefault.get();
    }

    Hosts hosts() {
        return hostsPath().map(HostsFile::read).orElseGet(Hosts::none);
    }

    /** Of a file, or of the one in this directory by default. */
    static Hosts hosts(@Nullable Path file) {
        if (file != null) {
            return HostsFile.read(file);
        }
        return Files.exists(DEFAULT_HOSTS) ? HostsFile.read(DEFAULT_HOSTS) : Hosts.none();
    }

    /** The command that removes all that bench has on these hosts. */
    String clean() {
        List<String> words = new ArrayList<>(CLEAN);
        hostsPath()
                .filter(file -> !file.equals(DEFAULT_HOSTS))
                .ifPresent(file -> words.addAll(List.of("--hosts", file.toString())));
        if (databaseHost != null) {
            words.addAll(List.of("--db-host", databaseHost));
        }
        return Command.of(words).quoted();
    }

    /** What the options say of hosts, servers and drivers, in these topologies. */
    Request.Where request(Hosts hosts, List<String> inTopologies) {
        return new Request.Where(inTopologies, databaseHost(hosts), drivers, localJars(), servers, install());
    }

    /** What the options choose of the hosts. */
    Selection selection(Hosts hosts) {
        return Planner.select(Request.ofHosts(hosts, request(hosts, topologiesOr(hosts))));
    }

    /** What the options choose of the hosts, for a look of that effort. */
    Selection selection(Hosts hosts, Effort effort) {
        return Planner.select(
                Request.ofHosts(hosts, request(hosts, topologiesOr(hosts))).with(effort));
    }

    /** Servers that somebody else started, whatever the options say of where to start some. */
    Selection selection(Hosts hosts, List<String> topologies, List<ServerSpec> external) {
        return Planner.select(Request.ofHosts(
                hosts,
                new Request.Where(
                        topologies,
                        Optional.empty(),
                        drivers,
                        localJars(),
                        external.stream().map(ServerSpec::label).toList(),
                        Optional.empty())));
    }

    /** Those that are named, else all that there are hosts for. */
    private List<String> topologiesOr(Hosts hosts) {
        if (!topologies.isEmpty()) {
            return topologies;
        }
        boolean distant = databaseHost != null || hosts.database().isPresent();
        return distant ? List.of("local", "distant") : List.of("local");
    }

    Optional<Install> install() {
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

    /** The host that --db-host names: of the hosts file, or an address. */
    Optional<HostSpec> databaseHost(Hosts hosts) {
        return Optional.ofNullable(databaseHost).map(text -> named(text, hosts));
    }

    private static HostSpec named(String text, Hosts hosts) {
        HostSpec named = hosts.hosts().get(text);
        if (named != null) {
            return named;
        }
        return HostSpec.parse("database", text)
                .orElseThrow(() -> new Failure.Input(
                        "--db-host: cannot understand " + text.replaceFirst(":[^@]*@", ":***@"),
                        List.of("it is neither a host of the hosts file nor [user@]host[:port]"),
                        "Write for instance bench@db1.example.com:22; an IPv6 address with a port goes in brackets."));
    }

    /** What is in the files that --driver names. */
    Map<String, LocalJar> localJars() {
        Map<String, LocalJar> jars = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (String word : drivers) {
            String[] parts = word.split("@", 2);
            if (parts.length == 2 && LocalJar.isPath(parts[1])) {
                try {
                    jars.put(word, LocalJar.of(directory.resolve(parts[1])));
                } catch (IOException e) {
                    problems.add("--driver " + word + ": " + e.getMessage());
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input("a driver cannot be read", problems, "Name the jar of the driver behind the @.");
        }
        return jars;
    }
}
