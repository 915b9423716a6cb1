package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.untrusted.SafeName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is meant to be measured: all cells, the seed of their order, and how much. Written before anything starts. It holds
 * logical names only; addresses and passwords are in the session file.
 *
 * @param run the id of the run, which is the name of its directory
 * @param seed of the order of cells
 * @param goal what is to be settled, and what it may cost
 * @param jvmArgs of each measured JVM, the same for all cells
 * @param sql the scenarios of the user's own
 * @param entries all cells, those that cannot be measured included
 * @param twins cells that are measured a second time under another label, to see how far apart two equal things are
 */
@JsonIgnoreProperties(value = "schema", allowGetters = true)
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
        List<Twin> twins) {
    private static final int MOST_PARTS = 10_000;

    private static final int MOST_CELLS = 100_000;

    public Plan {
        Parts.name(run, "run");
        Parts.time(createdAt, "createdAt");
        Parts.present(profile, "profile");
        Parts.present(goal, "goal");
        jvmArgs = Parts.texts(jvmArgs, MOST_PARTS, "jvmArgs");
        servers = Parts.list(servers, MOST_PARTS, "servers");
        drivers = Parts.list(drivers, MOST_PARTS, "drivers");
        sql = Parts.list(sql, MOST_PARTS, "sql");
        entries = Parts.list(entries, MOST_CELLS, "entries");
        twins = Parts.list(twins, MOST_CELLS, "twins");
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
    }

    private static void once(Set<String> keys, Cell cell) {
        if (!keys.add(cell.key())) {
            throw new IllegalArgumentException("the plan has the cell " + cell.key() + " twice");
        }
    }

    /**
     * A server that the run talks to.
     *
     * @param server its label
     * @param install where its binaries come from
     * @param options of the server that the user set
     * @param clientCpus to which the client's processes are pinned; null for all
     * @param databaseCpus to which the server is pinned; null for all
     * @param warmUpCpus on which the client's JVMs warm up, before they are pinned; null where they are pinned from the beginning, or never
     */
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
            @Nullable String warmUpCpus) {
        public Server {
            Parts.present(topology, "topology");
            Parts.name(client, "client");
            Parts.name(database, "database");
            new SafeName(Parts.name(server, "server")); // its log has that name
            Parts.present(kind, "kind");
            Parts.name(install, "install");
            options = Parts.textMap(options, "options");
            Parts.cpusIfAny(clientCpus, "clientCpus");
            Parts.cpusIfAny(databaseCpus, "databaseCpus");
            Parts.cpusIfAny(warmUpCpus, "warmUpCpus");
        }

        /** Whether such a list of CPUs, as {@code taskset} takes it, is a single one. */
        public static boolean oneCpu(@Nullable String cpus) {
            return cpus != null && cpus.chars().allMatch(Character::isDigit);
        }

        /** Whether both sides are pinned, and to different CPUs. */
        public static boolean apart(@Nullable String clientCpus, @Nullable String databaseCpus) {
            return clientCpus != null && databaseCpus != null && !clientCpus.equals(databaseCpus);
        }
    }

    /**
     * A cell, and why it cannot be measured if it cannot.
     *
     * @param unsupported the reason, known before the run; null when the cell is to be measured
     */
    public record Entry(Cell cell, @Nullable String unsupported) {
        public Entry {
            Parts.present(cell, "cell");
            unsupported = Parts.saidIfAny(unsupported);
        }
    }

    /**
     * The second one of two equal cells: one driver under two labels (A/A).
     *
     * @param cell the same as the other but for the label of its driver
     * @param of the key of the other
     */
    public record Twin(Cell cell, String of) {
        public Twin {
            Parts.present(cell, "cell");
            Parts.name(of, "of");
        }
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "plan/1";
    }

    /** The same plan with another goal. */
    public Plan with(Goal other) {
        return with(profile, other);
    }

    /** The same plan with another effort. */
    public Plan with(Profile effort, Goal other) {
        return new Plan(run, createdAt, seed, effort, other, jvmArgs, servers, drivers, sql, entries, twins);
    }

    /** The cells that are to be measured, in the plan's order. */
    public List<Cell> cells() {
        return entries.stream()
                .filter(entry -> entry.unsupported() == null)
                .map(Entry::cell)
                .toList();
    }

    /** What is measured: {@link #cells} and their twins. */
    public List<Cell> measured() {
        List<Cell> all = new ArrayList<>(cells());
        twins.forEach(twin -> all.add(twin.cell()));
        return all;
    }

    /** The rows that are measured, in the plan's order, each with its cells. */
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

    /** The same; empty for a driver of which an imported run does not tell what it is. */
    public Optional<Driver> knownDriver(Cell cell) {
        return drivers.stream()
                .filter(driver ->
                        driver.label().equals(cell.driver()) && driver.version().equals(cell.driverVersion()))
                .findFirst();
    }

    /** What a cell measures: a scenario that is built in, or one of the user's own. */
    public ScenarioCatalogue.Entry scenario(Cell cell) {
        return knownScenario(cell)
                .orElseThrow(() -> new IllegalArgumentException("no scenario is called " + cell.scenario()));
    }

    /** The same; empty for a benchmark of another program, which an imported run may have. */
    public Optional<ScenarioCatalogue.Entry> knownScenario(Cell cell) {
        return sql.stream()
                .filter(own -> own.name().equals(cell.scenario()))
                .findFirst()
                .map(ScenarioCatalogue::of)
                .or(() -> ScenarioCatalogue.of(cell.scenario()));
    }

    /** The cell of that key, or empty. */
    public Optional<Cell> cell(String key) {
        return Stream.concat(entries.stream().map(Entry::cell), twins.stream().map(Twin::cell))
                .filter(cell -> cell.key().equals(key))
                .findFirst();
    }

    /** About how long so many forks of each cell take altogether. */
    public Duration forksTime(int forks) {
        return forkTime(Duration.ZERO).multipliedBy((long) measured().size() * forks);
    }

    /** About how long one fork takes of an operation that takes so long. */
    public Duration forkTime(Duration operation) {
        return profile.forkTime(
                operation,
                servers.stream().anyMatch(server -> server.warmUpCpus() == null && Server.oneCpu(server.clientCpus())));
    }

    /** How much is to be measured, in words: what was enough for one effort may not be for another. */
    public String effort() {
        Double target = profile.target();
        Duration budget = goal.budget();
        return profile.forks()
                + (profile.turns() ? " groups" : " forks")
                + (profile.adaptive() && target != null ? ", ±" + 100 * target + " %" : "")
                + (budget == null ? "" : ", " + budget.toSeconds() + " s");
    }

    /** How many blocks there can be: rows that wait for others get what they may have in blocks of their own. */
    public int mostBlocks() {
        int more = profile.mostForks() - profile.fewestForks();
        return profile.fewestForks() + more * Math.max(1, goal.budget() == null ? 1 : rows().size());
    }

    /** How long all forks take at most that the profile allows, those that are repeated not counted. */
    public Duration timeBound() {
        return profile.forkTimeBound().multipliedBy((long) measured().size() * profile.mostForks());
    }

    /** How long a JVM of a group may take for a turn, or to get ready for its first. */
    public Duration turnLimit(Duration operation) {
        Duration wanted = goal.forkLimit();
        return wanted == null ? profile.turnLimit(operation) : wanted;
    }

    /** How long a JVM that runs alone may take for an operation that takes so long before it is ended as hung. */
    public Duration forkLimit(Duration operation) {
        Duration wanted = goal.forkLimit();
        return wanted == null ? profile.alone().forkLimit(operation) : wanted;
    }

    /**
     * The order of one block: every cell once, rows in an order drawn from the seed, the cells of a row next to one another
     * in an order drawn likewise, so a drift of the machine hits all drivers and topologies of a row alike (a randomised complete
     * block design: Abedi and Brecht, "Conducting repeatable experiments in highly variable cloud computing environments",
     * ICPE 2017).
     *
     * @param block from 1
     */
    public List<Cell> order(int block) {
        // Mixed first: the first numbers of generators with neighbouring seeds are alike, and every block would begin
        // the same way.
        Random random = new Random(new SplittableRandom(seed * 1_000_003 + block).nextLong());
        List<List<Cell>> shuffled = new ArrayList<>();
        rows().values().forEach(row -> shuffled.add(new ArrayList<>(row)));
        Collections.shuffle(shuffled, random);
        shuffled.forEach(row -> Collections.shuffle(row, random));
        return shuffled.stream().flatMap(List::stream).toList();
    }
}
