package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.driver.Protection;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.untrusted.RunId;
import dev.jdbcbench.untrusted.SafeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run should measure: all cells, the seed of their order, and the effort. Written before anything starts. It contains
 * only logical names; addresses and passwords are in the session file.
 *
 * @param run ID of the run, and name of its directory
 * @param seed for the order of cells
 * @param goal the question of the run, and the effort it may take
 * @param jvmArgs arguments of each measured JVM, the same for all cells
 * @param sql the user's own scenarios
 * @param entries all cells, including those that cannot be measured
 * @param twins A/A controls: cells measured a second time under another label, to see how much two equal cells differ
 * @param name what the user calls the run; null when it has no name
 * @param tags words by which the user chooses runs
 * @param clients the client hosts that share each cell, the first of which decides; empty when there is one
 * @param setUp statements of the user that create the data of the run; null when there are none
 */
@JsonIgnoreProperties(value = "schema", allowGetters = true)
@RecordBuilder
public record Plan(
        String run,
        Instant createdAt,
        long seed,
        Profile profile,
        Goal goal,
        List<String> jvmArgs,
        List<Server> servers,
        List<Driver> drivers,
        List<SqlScenario> sql,
        List<Entry> entries,
        List<Twin> twins,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        String name,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonProperty(isRequired = OptBoolean.FALSE)
        List<String> tags,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonProperty(isRequired = OptBoolean.FALSE)
        List<String> clients,

        @MayBeMissing @Nullable SetUp setUp)
        implements PlanBuilder.With {
    private static final int MOST_PARTS = 10_000;

    private static final int MOST_CELLS = 100_000;

    public Plan {
        new RunId(PartCheck.name(run, "run"));
        PartCheck.time(createdAt, "createdAt");
        PartCheck.present(profile, "profile");
        PartCheck.present(goal, "goal");
        jvmArgs = PartCheck.texts(jvmArgs, MOST_PARTS, "jvmArgs");
        servers = PartCheck.list(servers, MOST_PARTS, "servers");
        drivers = PartCheck.list(drivers, MOST_PARTS, "drivers");
        sql = PartCheck.list(sql, MOST_PARTS, "sql");
        entries = PartCheck.list(entries, MOST_CELLS, "entries");
        twins = PartCheck.list(twins, MOST_CELLS, "twins");
        Set<String> keys = new HashSet<>();
        entries.forEach(entry -> once(keys, entry.cell()));
        Set<String> originals = Set.copyOf(keys);
        for (Twin twin : twins) {
            once(keys, twin.cell());
            if (!originals.contains(twin.of())) {
                throw new IllegalArgumentException("the plan has no cell " + twin.of() + " that "
                        + twin.cell().key() + " could be a twin of");
            }
        }
        // older plans have no tags
        tags = new Naming(name, tags == null ? List.of() : tags).tags();
        // plans for one client have none
        clients = clients == null ? List.of() : PartCheck.texts(clients, Share.MOST_CLIENTS, "clients");
        clients.forEach(SafeName::new);
        if (clients.size() == 1 || clients.size() != new HashSet<>(clients).size()) {
            throw new IllegalArgumentException("clients are several different hosts, or left out");
        }
    }

    private static void once(Set<String> keys, Cell cell) {
        if (!keys.add(cell.key())) {
            throw new IllegalArgumentException("the plan has the cell " + cell.key() + " twice");
        }
    }

    /**
     * A server used by the run.
     *
     * @param server its label
     * @param install source of its binaries
     * @param options server options set by the user
     * @param clientCpus CPUs to which the client's processes are pinned; null for all
     * @param databaseCpus CPUs to which the server is pinned; null for all
     * @param warmUpCpus CPUs on which the client's JVMs warm up before they are pinned; null if they are pinned from the start,
     *     or never
     * @param image the image that its binaries come from, with its digest; null if they come from none
     */
    @RecordBuilder
    public record Server(
            Topology topology,
            String client,
            String database,
            String server,
            ServerKind kind,
            String install,
            Map<String, String> options,
            @Nullable String clientCpus,
            @Nullable String databaseCpus,
            @Nullable String warmUpCpus,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String image)
            implements PlanServerBuilder.With {
        public Server {
            PartCheck.present(topology, "topology");
            PartCheck.name(client, "client");
            PartCheck.name(database, "database");
            new SafeName(PartCheck.name(server, "server")); // its log file has this name
            PartCheck.present(kind, "kind");
            PartCheck.name(install, "install");
            options = PartCheck.textMap(options, "options");
            PartCheck.cpusIfAny(clientCpus, "clientCpus");
            PartCheck.cpusIfAny(databaseCpus, "databaseCpus");
            PartCheck.cpusIfAny(warmUpCpus, "warmUpCpus");
            image = PartCheck.messageIfAny(image);
        }

        /** How connections to it are protected; empty for a server that was started for the run, and in older plans. */
        public Optional<Protection> protection() {
            return install.equals("external")
                    ? Optional.ofNullable(options.get("tls")).flatMap(Protection::of)
                    : Optional.empty();
        }

        /** Whether a list of CPUs, in the notation of {@code taskset}, is a single CPU. */
        public static boolean oneCpu(@Nullable String cpus) {
            return cpus != null && cpus.chars().allMatch(Character::isDigit);
        }

        /** Whether both sides are pinned, and to different CPUs. */
        public static boolean apart(@Nullable String clientCpus, @Nullable String databaseCpus) {
            return clientCpus != null && databaseCpus != null && !clientCpus.equals(databaseCpus);
        }
    }

    /**
     * A cell, with the reason if it cannot be measured.
     *
     * @param unsupported the reason, known before the run; null when the cell can be measured
     */
    public record Entry(Cell cell, @Nullable String unsupported) {
        public Entry {
            PartCheck.present(cell, "cell");
            unsupported = PartCheck.messageIfAny(unsupported);
        }
    }

    /**
     * An A/A control: the second of two equal cells, one driver under two labels.
     *
     * @param cell equal to the original except for the driver's label
     * @param of key of the original
     */
    public record Twin(Cell cell, String of) {
        public Twin {
            PartCheck.present(cell, "cell");
            PartCheck.name(of, "of");
        }
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "plan/1";
    }

    /** The same plan with another goal. */
    public Plan with(Goal other) {
        return withGoal(other);
    }

    /** The same plan with another effort. */
    public Plan with(Profile effort, Goal other) {
        return with(copy -> copy.profile(effort).goal(other));
    }

    /** The same plan with other words of the user. */
    public Plan with(Naming naming) {
        return with(copy -> copy.name(naming.name()).tags(naming.tags()));
    }

    /** The same plan without these servers and their cells. */
    public Plan without(Collection<Server> others) {
        Predicate<Cell> left = cell -> others.stream()
                .noneMatch(server ->
                        server.topology() == cell.topology() && server.server().equals(cell.server()));
        return with(copy -> copy.servers(servers.stream()
                        .filter(server -> !others.contains(server))
                        .toList())
                .entries(entries.stream()
                        .filter(entry -> left.test(entry.cell()))
                        .toList())
                .twins(twins.stream().filter(twin -> left.test(twin.cell())).toList()));
    }

    /** The same plan for one of several clients, whose CPUs differ from those of the first. */
    public Plan pinnedTo(@Nullable String cpus) {
        return withServers(servers.stream()
                .map(server -> server.with(copy -> copy.clientCpus(cpus).warmUpCpus(null)))
                .toList());
    }

    /** The client hosts by name: all that share the cells, or the only one. */
    public List<String> clientHosts() {
        return clients.isEmpty()
                ? servers.stream().map(Server::client).distinct().toList()
                : clients;
    }

    /** The user's own words for the run. */
    public Naming naming() {
        return new Naming(name, tags);
    }

    /** The cells to measure, in the plan's order. */
    public List<Cell> cells() {
        return entries.stream()
                .filter(entry -> entry.unsupported() == null)
                .map(Entry::cell)
                .toList();
    }

    /**
     * Number of forks of each cell of a complete run. A budget must not cut those that the profile promises; only a first look
     * promises none: it ends in time, and what that leaves open is shown as not decided.
     */
    public int fewestToComplete() {
        return goal.budget() == null || profile.kind() == ProfileKind.QUICK
                ? profile.fewestToShow()
                : profile.fewestForks();
    }

    /** Everything that is measured: {@link #cells} and the A/A controls. */
    public List<Cell> measured() {
        List<Cell> all = new ArrayList<>(cells());
        twins.forEach(twin -> all.add(twin.cell()));
        return all;
    }

    /** The measured rows, in the plan's order, with their cells. */
    public Map<String, List<Cell>> rows() {
        Map<String, List<Cell>> rows = new LinkedHashMap<>();
        for (Cell cell : measured()) {
            rows.computeIfAbsent(cell.rowKey(), key -> new ArrayList<>()).add(cell);
        }
        return rows;
    }

    /** The driver of a cell. */
    public Driver driver(Cell cell) {
        return knownDriver(cell)
                .orElseThrow(() -> new IllegalArgumentException("the plan has no driver for " + cell.key()));
    }

    /** The driver of a cell; empty if an imported run does not identify it. */
    public Optional<Driver> knownDriver(Cell cell) {
        return drivers.stream()
                .filter(driver ->
                        driver.label().equals(cell.driver()) && driver.version().equals(cell.driverVersion()))
                .findFirst();
    }

    /** The scenario of a cell, built in or the user's own. */
    public ScenarioCatalogue.Entry scenario(Cell cell) {
        return knownScenario(cell)
                .orElseThrow(() -> new IllegalArgumentException("unknown scenario: " + cell.scenario()));
    }

    /** The scenario of a cell; empty for another program's benchmark, which an imported run may have. */
    public Optional<ScenarioCatalogue.Entry> knownScenario(Cell cell) {
        return sql.stream()
                .filter(own -> own.name().equals(cell.scenario()))
                .findFirst()
                .map(ScenarioCatalogue::of)
                .or(() -> ScenarioCatalogue.of(cell.scenario()));
    }

    /** The cell with this key, or empty. */
    public Optional<Cell> cell(String key) {
        return Stream.concat(entries.stream().map(Entry::cell), twins.stream().map(Twin::cell))
                .filter(cell -> cell.key().equals(key))
                .findFirst();
    }

    /** Estimated total time of this many forks of each cell. */
    public Duration forksTime(int forks) {
        return forkTime(Duration.ZERO).multipliedBy((long) measured().size() * forks);
    }

    /** Estimated time of one fork, for an operation that takes this long. */
    public Duration forkTime(Duration operation) {
        return profile.times()
                .ofFork(
                        operation,
                        servers.stream()
                                .anyMatch(server -> server.warmUpCpus() == null && Server.oneCpu(server.clientCpus())));
    }

    /** The effort in words. Decisions made for one effort may not be valid for another. */
    public String effort() {
        Double target = profile.target();
        Duration budget = goal.budget();
        return profile.forks()
                + (profile.turns() ? " groups" : " forks")
                + (profile.adaptive() && target != null ? ", ±" + 100 * target + " %" : "")
                + (budget == null ? "" : ", " + budget.toSeconds() + " s");
    }

    /** Maximum number of blocks: with a budget, rows may wait for others, and get their blocks separately. */
    public int mostBlocks() {
        return profile.mostForks() * (goal.budget() == null ? 1 : Math.max(1, rows().size()));
    }

    /** Maximum total time of all forks that the profile allows, without repeats. */
    public Duration timeBound() {
        return profile.times().bound().multipliedBy((long) measured().size() * profile.mostForks());
    }

    /** Time limit of a JVM in a group for a turn, or for getting ready. */
    public Duration turnLimit(Duration operation) {
        Duration wanted = goal.forkLimit();
        return wanted == null ? profile.times().turnLimit(operation) : wanted;
    }

    /** Time after which a JVM that runs alone is killed as hung, for an operation that takes this long. */
    public Duration forkLimit(Duration operation) {
        Duration wanted = goal.forkLimit();
        return wanted == null ? profile.singleJvm().times().forkLimit(operation) : wanted;
    }

    /**
     * The order of one block: every cell once. Rows are in a seeded random order; the cells of a row are adjacent, also in a
     * seeded random order. So drift of the machine affects all drivers and topologies of a row equally (a randomised complete
     * block design: Abedi and Brecht, "Conducting repeatable experiments in highly variable cloud computing environments", ICPE
     * 2017).
     *
     * @param block from 1
     */
    public List<Cell> order(int block) {
        // Scramble the seed first: generators with neighbouring seeds start with similar numbers, and every block would
        // start the same way.
        Random random = new Random(new SplittableRandom(seed * 1_000_003 + block).nextLong());
        List<List<Cell>> shuffled = new ArrayList<>();
        rows().values().forEach(row -> shuffled.add(new ArrayList<>(row)));
        Collections.shuffle(shuffled, random);
        shuffled.forEach(row -> Collections.shuffle(row, random));
        return shuffled.stream().flatMap(List::stream).toList();
    }
}
