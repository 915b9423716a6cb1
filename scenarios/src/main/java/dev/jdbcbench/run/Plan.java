package dev.jdbcbench.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SqlScenario;
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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is meant to be measured: all cells, the seed of their order, and how much. Written before anything starts. It holds
 * logical names only; addresses and passwords are in the session file.
 *
 * @param run the id of the run, which is the name of its directory
 * @param seed of the order of cells
 * @param jvmArgs of each measured JVM, the same for all cells
 * @param sql the scenarios of the user's own
 * @param entries all cells, those that cannot be measured included
 */
@JsonIgnoreProperties(value = "schema", allowGetters = true)
public record Plan(
        String run,
        Instant createdAt,
        long seed,
        Profile profile,
        List<String> jvmArgs,
        List<Server> servers,
        List<Driver> drivers,
        List<SqlScenario> sql,
        List<Entry> entries) {
    public Plan {
        jvmArgs = List.copyOf(jvmArgs);
        servers = List.copyOf(servers);
        drivers = List.copyOf(drivers);
        sql = List.copyOf(sql);
        entries = List.copyOf(entries);
        Set<String> keys = new HashSet<>();
        for (Entry entry : entries) {
            if (!keys.add(entry.cell().key())) {
                throw new IllegalArgumentException(
                        "the plan has the cell " + entry.cell().key() + " twice");
            }
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
            @Nullable String databaseCpus) {
        public Server {
            options = Collections.unmodifiableMap(new TreeMap<>(options));
        }
    }

    /**
     * A cell, and why it cannot be measured if it cannot.
     *
     * @param unsupported the reason, known before the run; null when the cell is to be measured
     */
    public record Entry(Cell cell, @Nullable String unsupported) {}

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "plan/1";
    }

    /** The cells that are to be measured, in the plan's order. */
    public List<Cell> cells() {
        return entries.stream()
                .filter(entry -> entry.unsupported() == null)
                .map(Entry::cell)
                .toList();
    }

    /** The driver of a cell. */
    public Driver driver(Cell cell) {
        return drivers.stream()
                .filter(driver ->
                        driver.label().equals(cell.driver()) && driver.version().equals(cell.driverVersion()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no driver for " + cell.key()));
    }

    /** What a cell measures: a scenario that is built in, or one of the user's own. */
    public ScenarioCatalogue.Entry scenario(Cell cell) {
        return sql.stream()
                .filter(own -> own.name().equals(cell.scenario()))
                .findFirst()
                .map(ScenarioCatalogue::of)
                .or(() -> ScenarioCatalogue.of(cell.scenario()))
                .orElseThrow(() -> new IllegalArgumentException("no scenario is called " + cell.scenario()));
    }

    /** The cell of that key, or empty. */
    public Optional<Cell> cell(String key) {
        return entries.stream()
                .map(Entry::cell)
                .filter(cell -> cell.key().equals(key))
                .findFirst();
    }

    /** About how long the forks take altogether. */
    public Duration forksTime() {
        return profile.forkTime().multipliedBy((long) cells().size() * profile.forks());
    }

    /**
     * The order of one block: every cell once, rows in an order drawn from the seed, the cells of a row next to one another
     * in an order drawn likewise, so that a drift of the machine hits all drivers and topologies of a row alike (a randomised complete
     * block design: Abedi and Brecht, "Conducting repeatable experiments in highly variable cloud computing environments",
     * ICPE 2017).
     *
     * @param block from 1
     */
    public List<Cell> order(int block) {
        Map<String, List<Cell>> rows = new LinkedHashMap<>();
        for (Cell cell : cells()) {
            rows.computeIfAbsent(cell.rowKey(), key -> new ArrayList<>()).add(cell);
        }
        // Mixed first: the first numbers of generators with neighbouring seeds are alike, and every block would begin
        // the same way.
        Random random = new Random(new SplittableRandom(seed * 1_000_003 + block).nextLong());
        List<List<Cell>> shuffled = new ArrayList<>(rows.values());
        Collections.shuffle(shuffled, random);
        shuffled.forEach(row -> Collections.shuffle(row, random));
        return shuffled.stream().flatMap(Collection::stream).toList();
    }
}
