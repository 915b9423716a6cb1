package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks what was asked for and lays out the cells. */
public final class Planner {
    private static final String ALL = "all";

    /** Fixed, so that a number does not depend on the country of the host; and no memory-mapped performance data on disk. */
    private static final List<String> FIXED_JVM_ARGS = List.of(
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            "-XX:-UsePerfData");

    private static final Pattern VERSION = Pattern.compile("[0-9][A-Za-z0-9._-]*");

    private final Request request;
    private final List<String> problems = new ArrayList<>();

    private Planner(Request request) {
        this.request = request;
    }

    /**
     * Checks a request.
     *
     * @throws Failure.Input with every problem
     */
    public static Selection select(Request request) {
        return new Planner(request).select();
    }

    private Selection select() {
        List<Topology> topologies = topologies();
        Optional<HostSpec> database = Optional.empty();
        if (topologies.contains(Topology.DISTANT)) {
            database =
                    request.databaseHost().or(() -> request.hosts().database().map(name -> host(name)));
            if (database.isEmpty()) {
                problems.add(
                        "distant needs a database host: --db-host [user@]host[:port], or `database:` in a hosts file");
            }
        } else if (request.databaseHost().isPresent()) {
            problems.add("--db-host concerns distant only: add --topology distant");
        }
        HostSpec client = request.hosts().clientHost();
        database.filter(host -> same(host, client))
                .ifPresent(host -> problems.add("client and database of distant are one host, " + host.address()
                        + ": name another with --db-host"));
        database.filter(host ->
                        host.local() && !client.local() && host.dataAddress().isEmpty())
                .ifPresent(
                        host -> problems.add(
                                "the database host " + host.name()
                                        + " is localhost, which is another machine for the client: say with `dataAddress:` where the client reaches it"));
        Profile profile = Profile.of(request.profile()).orElseGet(() -> {
            List<String> names = Profile.ALL.stream().map(Profile::name).toList();
            problems.add(
                    "--profile: no profile is called " + request.profile() + Suggestion.of(request.profile(), names));
            return Profile.QUICK;
        });
        List<String> jvmArgs = new ArrayList<>(List.of(
                "-Xms" + request.hosts().heap(), "-Xmx" + request.hosts().heap()));
        jvmArgs.addAll(FIXED_JVM_ARGS);
        jvmArgs.addAll(request.hosts().jvmArgs());
        jvmArgs.addAll(request.jvmArgs());
        Selection selection = new Selection(
                topologies,
                client,
                database,
                servers(),
                scenarios(),
                modes(),
                drivers(),
                profile,
                request.seed(),
                jvmArgs);
        if (problems.isEmpty() && cells(selection).isEmpty()) {
            problems.add("no scenario has any of these modes: " + selection.modes());
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "See ./bench run --help, and ./bench list scenarios|drivers|servers|profiles.");
        }
        return selection;
    }

    private static boolean same(HostSpec one, HostSpec other) {
        return one.name().equals(other.name()) || (one.address().equals(other.address()) && one.port() == other.port());
    }

    private HostSpec host(String name) {
        return Optional.ofNullable(request.hosts().hosts().get(name)).orElseThrow();
    }

    private List<Topology> topologies() {
        if (request.topologies().isEmpty()) {
            problems.add("--topology is missing: local, distant, or local,distant");
        }
        Set<Topology> found = new LinkedHashSet<>();
        List<String> known = Arrays.stream(Topology.values()).map(Topology::id).toList();
        for (String id : request.topologies()) {
            Topology.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add("--topology: no topology is called " + id + Suggestion.of(id, known)));
        }
        return List.copyOf(found);
    }

    private List<ServerSpec> servers() {
        Map<String, ServerSpec> known = request.hosts().servers();
        List<ServerSpec> found = new ArrayList<>();
        for (String label : request.servers().isEmpty() ? known.keySet() : new LinkedHashSet<>(request.servers())) {
            ServerSpec spec = known.get(label);
            if (spec == null) {
                problems.add("--server: no server is called " + label + Suggestion.of(label, known.keySet()));
            } else {
                found.add(request.install().map(spec::from).orElse(spec));
            }
        }
        return found;
    }

    private List<ScenarioCatalogue.Entry> scenarios() {
        List<String> ids = ScenarioCatalogue.ENTRIES.stream()
                .map(ScenarioCatalogue.Entry::id)
                .toList();
        Set<String> chosen = new LinkedHashSet<>();
        List<String> globs = request.scenarios().isEmpty() ? List.of(ScenarioCatalogue.CORE) : request.scenarios();
        for (String glob : globs) {
            List<String> matching = switch (glob) {
                case ScenarioCatalogue.CORE -> ScenarioCatalogue.CORE_IDS;
                case ALL -> ids;
                default ->
                    ids.stream()
                            .filter(id -> globPattern(glob).matcher(id).matches())
                            .toList();
            };
            if (matching.isEmpty()) {
                List<String> known = new ArrayList<>(ids);
                known.addAll(List.of(ScenarioCatalogue.CORE, ALL));
                problems.add("--scenario: no scenario is called " + glob + Suggestion.of(glob, known));
            }
            chosen.addAll(matching);
        }
        return ScenarioCatalogue.ENTRIES.stream()
                .filter(entry -> chosen.contains(entry.id()))
                .toList();
    }

    /** {@code *} stands for any letters; upper and lower case are one. */
    private static Pattern globPattern(String glob) {
        String regex = Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }

    private List<Mode> modes() {
        if (request.modes().isEmpty()) {
            return List.of(Mode.values());
        }
        Set<Mode> found = new TreeSet<>();
        List<String> known = Arrays.stream(Mode.values()).map(Mode::id).toList();
        for (String id : request.modes()) {
            Mode.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add("--mode: no mode is called " + id + Suggestion.of(id, known)));
        }
        return List.copyOf(found);
    }

    private List<DriverSpec> drivers() {
        Map<String, DriverSpec> known = new LinkedHashMap<>();
        for (DriverKind kind : DriverKind.values()) {
            known.put(kind.id(), new DriverSpec(kind.id(), kind, Optional.empty(), Map.of()));
        }
        known.putAll(request.hosts().drivers());
        if (request.drivers().isEmpty()) {
            return List.copyOf(known.values());
        }
        Map<String, DriverSpec> found = new LinkedHashMap<>();
        for (String word : request.drivers()) {
            String[] parts = word.split("@", 2);
            DriverSpec spec = known.get(parts[0]);
            if (spec == null) {
                problems.add("--driver: no driver is called " + parts[0] + Suggestion.of(parts[0], known.keySet()));
            } else if (parts.length == 2 && !VERSION.matcher(parts[1]).matches()) {
                problems.add("--driver: " + parts[1] + " is no version of " + parts[0] + "; write for instance "
                        + parts[0] + "@" + spec.kind().defaultVersion());
            } else {
                DriverSpec chosen = parts.length == 1
                        ? spec
                        : new DriverSpec(spec.label(), spec.kind(), Optional.of(parts[1]), spec.options());
                found.put(chosen.label() + "@" + Selection.version(chosen), chosen);
            }
        }
        return List.copyOf(found.values());
    }

    /**
     * Lays out the cells.
     *
     * @param install where each server's binaries come from, by its label; never {@code auto}
     * @param drivers with their jars, in the order of the selection
     */
    public static Plan plan(
            Selection selection,
            String run,
            Instant createdAt,
            Map<String, ServerSpec.Install> install,
            List<Driver> drivers) {
        List<Plan.Server> servers = new ArrayList<>();
        for (Topology topology : selection.topologies()) {
            for (ServerSpec server : selection.servers()) {
                servers.add(new Plan.Server(
                        topology,
                        selection.client().name(),
                        selection.databaseHost(topology).name(),
                        server.label(),
                        server.kind(),
                        String.valueOf(install.get(server.label())),
                        server.options(),
                        selection.client().cpus().orElse(null),
                        selection.databaseHost(topology).cpus().orElse(null)));
            }
        }
        return new Plan(
                run,
                createdAt,
                selection.seed(),
                selection.profile(),
                selection.jvmArgs(),
                servers,
                drivers,
                cells(selection));
    }

    /** All cells of a selection, in the order in which they are shown, those that cannot be measured included. */
    public static List<Plan.Entry> cells(Selection selection) {
        List<Plan.Entry> entries = new ArrayList<>();
        for (Topology topology : selection.topologies()) {
            for (ServerSpec server : selection.servers()) {
                for (ScenarioCatalogue.Entry scenario : selection.scenarios()) {
                    for (Mode mode : scenario.modes()) {
                        if (!selection.modes().contains(mode)) {
                            continue;
                        }
                        for (DriverSpec driver : selection.drivers()) {
                            Cell cell = new Cell(
                                    topology,
                                    selection.client().name(),
                                    selection.databaseHost(topology).name(),
                                    server.label(),
                                    scenario.id(),
                                    Map.of(),
                                    mode,
                                    driver.label(),
                                    Selection.version(driver),
                                    "tcp",
                                    1);
                            entries.add(new Plan.Entry(
                                    cell, driver.kind().unsupported(mode).orElse(null)));
                        }
                    }
                }
            }
        }
        return entries;
    }
}
