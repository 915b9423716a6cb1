package dev.jdbcbench.plan;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SqlScenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks what was asked for. */
public final class Planner {
    private static final String ALL = "all";

    /** Fixed, so that a number does not depend on the country of the host; and no memory-mapped performance data on disk. */
    private static final List<String> FIXED_JVM_ARGS = List.of(
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            "-XX:-UsePerfData");

    private static final String PUBLISHED_HEAP = "128m";

    /** Of the comparison that was published in 2016; and no memory-mapped performance data on disk, which nothing measured sees. */
    private static final List<String> PUBLISHED_JVM_ARGS =
            List.of("-Duser.country=US", "-Duser.language=en", "-XX:-UsePerfData");

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
        List<ServerSpec> servers = servers();
        for (Topology topology : topologies) {
            if (!servers.isEmpty() && servers.stream().noneMatch(server -> Selection.belongs(server, topology))) {
                problems.add("--topology " + topology + ": none of the servers is " + topology
                        + "; an external one is local when its address is of the loopback, and distant otherwise");
            }
        }
        Optional<HostSpec> database = Optional.empty();
        if (topologies.contains(Topology.DISTANT)) {
            database =
                    request.databaseHost().or(() -> request.hosts().database().map(name -> host(name)));
            boolean needed = servers.isEmpty()
                    || servers.stream().anyMatch(server -> server.external().isEmpty());
            if (database.isEmpty() && needed) {
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
        Profile profile = request.effort().profile(problems);
        Goal goal = request.effort().goal(problems);
        List<SqlScenario> own = own();
        List<Selection.Choice> choices = choices(own);
        Selection selection = new Selection(
                topologies,
                client,
                database,
                servers,
                choices,
                transports(),
                threads(),
                drivers(),
                profile,
                goal,
                request.seed(),
                jvmArgs(profile),
                own.stream()
                        .filter(sql -> choices.stream()
                                .anyMatch(choice -> choice.scenario().id().equals(sql.name())))
                        .toList());
        if (problems.isEmpty()) {
            List<Plan.Entry> entries = Cells.of(selection, Map.of());
            if (entries.isEmpty()) {
                problems.add("no scenario has any of these modes: " + String.join(", ", request.modes()));
            }
            goal.baseGlob()
                    .filter(glob -> entries.stream().noneMatch(entry -> Axis.matches(glob, entry.cell())))
                    .ifPresent(glob -> problems.add(
                            "--base: no cell of this run is " + glob + Suggestion.of(glob, names(entries))));
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "See ./bench run --help, and ./bench list scenarios|drivers|servers|profiles.");
        }
        return selection;
    }

    /** What a base may be called by: the drivers, with and without their versions, and the other parts of the cells. */
    private static Set<String> names(List<Plan.Entry> entries) {
        Set<String> names = new TreeSet<>();
        for (Plan.Entry entry : entries) {
            names.add(entry.cell().driver());
            for (Axis axis : Axis.values()) {
                names.add(axis.value(entry.cell()));
            }
        }
        return names;
    }

    /** Of the published plan those that it had, where the hosts file says nothing else; always what the user adds. */
    private List<String> jvmArgs(Profile profile) {
        boolean published = profile.name().equals(Profile.PUBLISHED.name());
        String heap = published && request.hosts().heap().equals(Hosts.DEFAULT_HEAP)
                ? PUBLISHED_HEAP
                : request.hosts().heap();
        List<String> jvmArgs = new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap));
        jvmArgs.addAll(published ? PUBLISHED_JVM_ARGS : FIXED_JVM_ARGS);
        if (!published || !request.hosts().jvmArgs().equals(Hosts.DEFAULT_JVM_ARGS)) {
            jvmArgs.addAll(request.hosts().jvmArgs());
        }
        jvmArgs.addAll(request.jvmArgs());
        return jvmArgs;
    }

    private static boolean same(HostSpec one, HostSpec other) {
        return one.name().equals(other.name())
                || (one.address().equals(other.address())
                        && one.port()
                                .orElse(HostSpec.SSH_PORT)
                                .equals(other.port().orElse(HostSpec.SSH_PORT)));
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
        Map<String, ServerSpec> known = request.hosts().knownServers();
        List<ServerSpec> found = new ArrayList<>();
        for (String label : request.servers().isEmpty()
                ? request.hosts().servers().keySet()
                : new LinkedHashSet<>(request.servers())) {
            ServerSpec spec = known.get(label);
            if (spec == null) {
                problems.add("--server: no server is called " + label + Suggestion.of(label, known.keySet()));
            } else if (spec.kind() == ServerKind.MYSQL
                    && request.install().equals(Optional.of(ServerSpec.Install.PORTABLE))) {
                problems.add("--install portable: there is no portable MySQL (--server " + label
                        + "); take host or package");
            } else if (request.install().isPresent() && spec.external().isPresent()) {
                problems.add("--install concerns servers that bench starts, and " + label + " is external");
            } else {
                found.add(request.install().map(spec::from).orElse(spec));
            }
        }
        return found;
    }

    /** The user's own statements, of the hosts file and of the command line. */
    private List<SqlScenario> own() {
        Map<String, SqlScenario> own = new LinkedHashMap<>(request.hosts().scenarios());
        for (SqlScenario sql : request.sql()) {
            SqlScenario other = own.put(sql.name(), sql);
            if (other != null) {
                problems.add("two scenarios are called " + sql.name() + ": in " + other.source() + " and in "
                        + sql.source() + "; choose another with -- name:");
            }
        }
        return List.copyOf(own.values());
    }

    /** Scenarios with their modes: where nothing is said, the set core, and of it the modes that belong to that set. */
    private List<Selection.Choice> choices(List<SqlScenario> own) {
        List<Mode> modes = modes();
        List<ScenarioCatalogue.Entry> known = new ArrayList<>(ScenarioCatalogue.ENTRIES);
        own.forEach(sql -> known.add(ScenarioCatalogue.of(sql)));
        Map<String, List<Mode>> chosen = new LinkedHashMap<>();
        List<String> globs = new ArrayList<>(request.scenarios());
        if (globs.isEmpty() && request.sql().isEmpty()) {
            globs.add(ScenarioCatalogue.CORE); // who brings a statement wants to see it measured, not the core set
        }
        // What --sql brings is measured, whatever else is.
        request.sql()
                .forEach(sql -> chosen.put(
                        sql.name(),
                        ScenarioCatalogue.of(sql).modes().stream()
                                .filter(modes::contains)
                                .toList()));
        for (String glob : globs) {
            boolean core = glob.equals(ScenarioCatalogue.CORE);
            List<ScenarioCatalogue.Entry> matching = known.stream()
                    .filter(entry -> core
                            ? !entry.coreModes().isEmpty()
                            : glob.equals(ALL)
                                    || globPattern(glob).matcher(entry.id()).matches())
                    .toList();
            if (matching.isEmpty()) {
                List<String> names = new ArrayList<>(List.of(ScenarioCatalogue.CORE, ALL));
                known.forEach(entry -> names.add(entry.id()));
                problems.add("--scenario: no scenario is called " + glob + Suggestion.of(glob, names));
            }
            if (matching.size() == 1 && Collections.disjoint(matching.get(0).modes(), modes) && !core) {
                problems.add("--scenario " + glob + " has none of the modes that are asked for; it has "
                        + matching.get(0).modes().stream().map(Mode::id).collect(Collectors.joining(", ")));
            }
            for (ScenarioCatalogue.Entry entry : matching) {
                List<Mode> wanted = core && request.modes().isEmpty() ? entry.coreModes() : entry.modes();
                List<Mode> all = new ArrayList<>(chosen.getOrDefault(entry.id(), List.of()));
                wanted.stream()
                        .filter(modes::contains)
                        .filter(mode -> !all.contains(mode))
                        .forEach(all::add);
                chosen.put(entry.id(), all);
            }
        }
        return known.stream()
                .filter(entry -> !chosen.getOrDefault(entry.id(), List.of()).isEmpty())
                .map(entry -> new Selection.Choice(
                        entry,
                        entry.modes().stream()
                                .filter(chosen.getOrDefault(entry.id(), List.of())::contains)
                                .toList()))
                .toList();
    }

    private List<Transport> transports() {
        if (request.transports().isEmpty()) {
            return List.of(Transport.TCP);
        }
        Set<Transport> found = new TreeSet<>();
        List<String> known =
                Arrays.stream(Transport.values()).map(Transport::id).toList();
        for (String id : request.transports()) {
            Transport.of(id)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add("--transport: no transport is called " + id + Suggestion.of(id, known)));
        }
        return List.copyOf(found);
    }

    private List<Integer> threads() {
        Set<Integer> found = new TreeSet<>();
        for (String text : request.threads()) {
            if (text.matches("[0-9]{1,4}") && Integer.parseInt(text) >= 1) {
                found.add(Integer.parseInt(text));
            } else {
                problems.add("--threads: a number from 1 to 9999 is needed, not " + text);
            }
        }
        return found.isEmpty() ? List.of(1) : List.copyOf(found);
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
            known.put(kind.id(), DriverSpec.of(kind));
        }
        known.putAll(request.hosts().drivers());
        if (request.drivers().isEmpty()) {
            return List.copyOf(known.values());
        }
        List<DriverSpec> found = new ArrayList<>();
        for (String word : request.drivers()) {
            String[] parts = word.split("@", 2);
            DriverSpec spec = known.get(parts[0]);
            LocalJar build = request.localJars().get(word);
            if (spec == null) {
                problems.add("--driver: no driver is called " + parts[0] + Suggestion.of(parts[0], known.keySet()));
            } else if (build != null) {
                found.add(spec.from(build));
            } else if (parts.length == 2 && !VERSION.matcher(parts[1]).matches()) {
                problems.add("--driver: " + parts[1] + " is no version of " + parts[0] + "; write for instance "
                        + parts[0] + "@" + spec.kind().defaultVersion());
            } else {
                found.add(parts.length == 1 ? spec : spec.at(parts[1]));
            }
        }
        return distinct(found);
    }

    /**
     * The same driver named twice is one; builds that call themselves the same are told apart by the names of their files, and those
     * whose files have one name by their checksums.
     */
    private static List<DriverSpec> distinct(List<DriverSpec> specs) {
        List<DriverSpec> byFile = toldApart(specs.stream().distinct().toList(), LocalJar::stem);
        return toldApart(byFile, jar -> jar.stem() + "-" + jar.sha256().substring(0, 8)).stream()
                .distinct()
                .toList();
    }

    private static List<DriverSpec> toldApart(List<DriverSpec> specs, Function<LocalJar, String> mark) {
        return specs.stream()
                .map(spec -> {
                    boolean twice = specs.stream()
                                    .filter(other -> id(other).equals(id(spec)))
                                    .count()
                            > 1;
                    return spec.jar()
                            .filter(jar -> twice)
                            .map(jar -> new DriverSpec(
                                    spec.label(),
                                    spec.kind(),
                                    jar.version() + "+" + mark.apply(jar),
                                    spec.jar(),
                                    spec.options()))
                            .orElse(spec);
                })
                .toList();
    }

    private static String id(DriverSpec spec) {
        return spec.label() + "@" + spec.version();
    }
}
