package dev.jdbcbench.result;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.event.RttAround;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.event.ServerPathFacts.RttMeasured;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.event.Transfer;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.result.fold.NoiseLog;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run with numbers that a test chooses. */
public final class RunExample {
    /** One JVM after the other; warm-up is detected in the measured iterations. */
    public static final Profile FIVE_FORKS = new Profile(
            "quick", 5, 5, 24, Duration.ofMillis(250), null, 0.05, true, false, "one after the other", false);

    /** One JVM after the other, until everything is decided. */
    public static final Profile UNTIL_DECIDED = new Profile(
            "default", 6, 20, 24, Duration.ofMillis(250), null, 0.03, true, true, "until all is decided", false);

    private static final Instant AT = Instant.parse("2026-11-21T09:15:00Z");

    private Topology topology;
    private final String run;
    private final List<Plan.Entry> entries = new ArrayList<>();
    private final List<Plan.Twin> twins = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private String jars = "0123456789abcdef".repeat(4);
    private Map<String, String> variables = Map.of("skip_log_bin", "ON");
    private Map<String, String> derived = Map.of();
    private String jdk = "17.0.15+6";
    private @Nullable String outcome = "complete";
    private Profile profile;
    private Goal goal = Goal.DEFAULT;
    private Instant createdAt = AT;
    private Naming naming = Naming.NONE;
    private String server = "mariadb";
    private Transport transport = Transport.TCP;
    private @Nullable RttAround around;
    private int threads = 1;
    private double allocated = 1480;
    private Duration operation = Duration.ofNanos(80_000);
    private Map<String, String> params = Map.of();
    private @Nullable Rate rate;
    private @Nullable ForkLoad load;
    private List<ClientShare> clients = List.of();
    private @Nullable Noise noise;
    private Map<String, Double> cpu = Map.of();
    private List<String> notReadable = List.of();
    private List<String> noiseLog = List.of();
    private Map<String, Map<String, String>> hosts = Map.of();

    /** A run of one topology, with this many forks for each cell. */
    public RunExample(String run, Topology topology, int forks, boolean claims) {
        this.run = run;
        this.topology = topology;
        this.profile = new Profile(
                "example", forks, forks, 6, Duration.ofMillis(250), null, null, claims, false, "for tests", false);
    }

    /** The version of a driver in these examples, which stays when the default does not. */
    private static String versionOf(DriverKind kind) {
        return kind.id().equals("mysql") ? "9.7.0" : kind.defaultVersion();
    }

    private Cell cell(String scenario, Mode mode, DriverKind kind) {
        return cell(scenario, mode, kind, versionOf(kind));
    }

    private Cell cell(String scenario, Mode mode, DriverKind kind, String version) {
        return new Cell(
                topology,
                "client",
                database(topology),
                server,
                scenario,
                params,
                mode,
                kind.id(),
                version,
                transport,
                threads,
                rate);
    }

    /** All cells from here on are measured at a rate, and each fork behaves like this. */
    public RunExample atRate(Rate perSecond, ForkLoad each) {
        rate = perSecond;
        load = each;
        return this;
    }

    /** All cells from here on are measured on several clients, and each fork is shared like this. */
    public RunExample onClients(ClientShare... shares) {
        clients = List.of(shares);
        return this;
    }

    /** The agent writes this. */
    private RunExample add(Fact fact) {
        events.add(new Event(1, AT, Source.AGENT, fact));
        return this;
    }

    /** A client is lost during this block. */
    public RunExample lostClient(int block, String client, String reason) {
        return add(new Fact.ClientLost(block, client, reason));
    }

    /** The bytes that an operation allocates in all cells from here on. */
    public RunExample allocating(double bytes) {
        allocated = bytes;
        return this;
    }

    /** The operation time of all cells from here on. */
    public RunExample operation(Duration time) {
        operation = time;
        return this;
    }

    /** The parameters of the scenarios of all cells from here on. */
    public RunExample params(Map<String, String> values) {
        params = values;
        return this;
    }

    private static String database(Topology topology) {
        return topology == Topology.LOCAL ? "client" : "db1";
    }

    /** The server is lost during this block. */
    public RunExample lost(int block, String reason, boolean restarted, boolean returned) {
        add(new Fact.BlockStarted(block));
        return add(new Fact.ServerLost(topology, server, reason, restarted, returned));
    }

    /** A server that did not start, and is not in the plan. */
    public RunExample absent(String label, String reason) {
        events.add(new Event(
                1, AT, Source.ORCHESTRATOR, new Fact.ServerLost(topology, label, reason, false, false, true)));
        return this;
    }

    /** A cell with these fork scores, µs/op, each after two slow iterations of warm-up. */
    public RunExample measured(String scenario, Mode mode, DriverKind kind, double... scores) {
        return measuredAt(versionOf(kind), scenario, mode, kind, scores);
    }

    /** A measured cell with this version of the driver. */
    public RunExample measuredAt(String version, String scenario, Mode mode, DriverKind kind, double... scores) {
        Cell cell = cell(scenario, mode, kind, version);
        entries.add(new Plan.Entry(cell, null));
        check(cell);
        for (int i = 0; i < scores.length; i++) {
            // NaN: a block without this cell
            if (!Double.isNaN(scores[i])) {
                fork(cell, i + 1, scores[i]);
            }
        }
        return this;
    }

    private void check(Cell cell) {
        boolean batch = cell.scenario().startsWith("InsertBatch");
        add(new Fact.CellChecked(
                cell.key(),
                "1 row",
                "",
                batch ? "MEMORY" : null,
                null,
                Map.of("Questions", batch ? 100.0 : 1.0, "Bytes_received", 140.2, "Bytes_sent", 180.0),
                operation.toNanos() / 1e3,
                null,
                null));
    }

    private void fork(Cell cell, int block, double score) {
        fork(cell, block, List.of(score * 9, score * 4, score * 1.01, score * 0.99, score * 1.01, score * 0.99), noise);
    }

    private void fork(Cell cell, int block, List<Double> iterations, @Nullable Noise meanwhile) {
        Instant started = AT.plusSeconds(block - 1);
        events.add(new Event(
                1,
                started.plusSeconds(8),
                Source.AGENT,
                new ForkFinished(
                        block,
                        cell.key(),
                        started,
                        iterations,
                        List.of(100L, 200L, 1000L, 1000L, 1000L, 1000L),
                        secondary(),
                        meanwhile,
                        around,
                        null,
                        load,
                        clients)));
    }

    private Map<String, Secondary> secondary() {
        Map<String, Secondary> secondary = new LinkedHashMap<>(Map.of(
                "gc.alloc.rate.norm",
                        new Secondary("B/op", List.of(9e3, 5e3, allocated, allocated, allocated, allocated)),
                "cpu.time.norm", new Secondary("us/op", List.of(900.0, 500.0, 70.0, 72.0, 70.0, 72.0)),
                "gc.count", new Secondary("counts", List.of(1.0, 0.0, 2.0, 0.0, 1.0, 0.0))));
        cpu.forEach((name, percent) -> secondary.put(
                name, new Secondary("%", List.of(99.0, 99.0, percent - 1, percent + 1, percent - 1, percent + 1))));
        return secondary;
    }

    /** CPU load of the client host in the following cells, and the share of a database on it, in percent. */
    public RunExample cpu(double host, double database) {
        cpu = Map.of("host.cpu", host, "database.cpu", database);
        return this;
    }

    /** A cell with these fork scores, but a warm-up of four of the six iterations. */
    public RunExample unsettled(String scenario, Mode mode, DriverKind kind, double... scores) {
        return unsettledFrom(1, scenario, mode, kind, scores);
    }

    /** A cell that does not settle from this block on; its earlier forks settle. */
    public RunExample unsettledFrom(int block, String scenario, Mode mode, DriverKind kind, double... scores) {
        Cell cell = cell(scenario, mode, kind);
        entries.add(new Plan.Entry(cell, null));
        check(cell);
        for (int i = 0; i < scores.length; i++) {
            double score = scores[i];
            if (i + 1 < block) {
                fork(cell, i + 1, score);
                continue;
            }
            fork(cell, i + 1, List.of(score * 9, score * 8, score * 6, score * 4, score * 1.01, score * 0.99), noise);
        }
        return this;
    }

    /** An A/A control: the driver of a cell that another call adds, under another label. */
    public RunExample twin(String scenario, Mode mode, DriverKind kind, double... scores) {
        Cell of = cell(scenario, mode, kind);
        Cell cell = new Cell(
                of.topology(),
                of.client(),
                of.database(),
                of.server(),
                scenario,
                Map.of(),
                mode,
                kind.id() + "~twin",
                of.driverVersion(),
                of.transport(),
                of.threads(),
                of.rate());
        twins.add(new Plan.Twin(cell, of.key()));
        for (int i = 0; i < scores.length; i++) {
            fork(cell, i + 1, scores[i]);
        }
        return this;
    }

    /** One more fork of a cell that another call adds, disturbed and therefore repeated. */
    public RunExample rejected(
            String scenario, Mode mode, DriverKind kind, int block, double disturbedScore, String reason) {
        Cell cell = cell(scenario, mode, kind);
        fork(cell, block, disturbedScore);
        return add(new Fact.ForkRejected(block, cell.key(), reason));
    }

    /** One more fork of a cell that another call adds, measured while a tenth of all CPU time was stolen; it counts. */
    public RunExample disturbed(String scenario, Mode mode, DriverKind kind, int block, double score) {
        fork(
                cell(scenario, mode, kind),
                block,
                List.of(score * 9, score * 4, score * 1.01, score * 0.99, score * 1.01, score * 0.99),
                new Noise(10.0, null, null, null, null, null, null, null, null, null, null));
        return this;
    }

    /** Why the row of a cell gets no more forks. */
    public RunExample decided(String scenario, Mode mode, int block, String decision) {
        return decided(scenario, mode, block, decision, null);
    }

    /** Why the row of a cell gets no more forks, although it may need them. */
    public RunExample decided(
            String scenario, Mode mode, int block, String decision, Fact.Decided.@Nullable Kind kind) {
        String row = cell(scenario, mode, DriverCatalogue.MARIADB).rowKey();
        add(new Fact.Decided(row, block - 1, true, "3 of at least 6 forks"));
        return add(new Fact.Decided(row, block, false, decision, kind));
    }

    /** Times of single operations of a cell, µs. */
    public RunExample serviceTime(
            String scenario, Mode mode, DriverKind kind, long operations, double p50, double p90, double p99) {
        return add(new Fact.ServiceTimeMeasured(
                cell(scenario, mode, kind).key(), AT, new ServiceTime(operations, p50, p90, p99), null));
    }

    /** A cell that has no times of single operations. */
    public RunExample noServiceTime(String scenario, Mode mode, DriverKind kind, String why) {
        return add(new Fact.ServiceTimeMeasured(cell(scenario, mode, kind).key(), AT, null, why));
    }

    /** A host is unsuitable for measuring. */
    public RunExample unfit(String host, String... reasons) {
        return add(new Fact.HostUnfit(host, List.of(reasons)));
    }

    /** The following forks have these RTTs before and after them. */
    public RunExample around(List<Double> before, List<Double> after) {
        around = new RttAround(before, after);
        return this;
    }

    /** The counts of a cell that another call adds. */
    public RunExample explained(
            String scenario, Mode mode, DriverKind kind, double roundTrips, long bytesUp, long bytesDown) {
        return explained(
                scenario,
                mode,
                kind,
                new Exchange(
                        roundTrips,
                        roundTrips + 0.02,
                        0.05,
                        bytesUp,
                        bytesDown,
                        0,
                        Map.of("COM_QUERY", roundTrips),
                        7,
                        null,
                        null,
                        null,
                        null));
    }

    /** Counts of the last cell. */
    public RunExample explained(double roundTrips, long bytesUp, long bytesDown) {
        Map<String, Double> commands = Map.of("COM_QUERY", roundTrips);
        String key = entries.get(entries.size() - 1).cell().key();
        return add(new Fact.CellExplained(
                key,
                new Exchange(roundTrips, roundTrips, 0.05, bytesUp, bytesDown, 0, commands, 7, null, null, null, null),
                null));
    }

    /** The counts of a cell that another call adds. */
    public RunExample explained(String scenario, Mode mode, DriverKind kind, Exchange exchange) {
        return add(new Fact.CellExplained(cell(scenario, mode, kind).key(), exchange, null));
    }

    /** The counts and own of a cell that another call adds: one round trip. */
    public RunExample own(String scenario, Mode mode, DriverKind kind, OwnCost own) {
        Exchange once = new Exchange(1, 1.02, 0.05, 100, 200, 0, Map.of("COM_QUERY", 1.0), 7, null, null, null, null);
        return add(new Fact.CellExplained(cell(scenario, mode, kind).key(), once, null, own));
    }

    /** The counts and own of the last cell: one round trip. */
    public RunExample ownOfLast(OwnCost own) {
        Exchange once = new Exchange(1, 1.02, 0.05, 100, 200, 0, Map.of("COM_QUERY", 1.0), 7, null, null, null, null);
        return add(new Fact.CellExplained(entries.get(entries.size() - 1).cell().key(), once, null, own));
    }

    /** Time of a megabyte to the server and back, µs, in addition to the round trip. */
    public RunExample bandwidth(double upMicros, double downMicros) {
        return add(new Fact.BandwidthMeasured(topology, server, transfers(upMicros), transfers(downMicros), null));
    }

    private static List<Transfer> transfers(double microsPerMegabyte) {
        return List.of(
                new Transfer(1_000, List.of(352.0)),
                new Transfer(100_000, List.of(352 + 0.1 * microsPerMegabyte)),
                new Transfer(1_000_000, List.of(352 + microsPerMegabyte)));
    }

    /** A fact of the client host. */
    public RunExample fact(String name, String value) {
        Map<String, String> facts = new LinkedHashMap<>(hosts.getOrDefault("client", Map.of()));
        facts.put(name, value);
        hosts = Map.of("client", facts);
        return this;
    }

    /** Sets the time of the plan; the events keep theirs. */
    public RunExample createdAt(Instant time) {
        createdAt = time;
        return this;
    }

    /** Sets the user's own name and tags. */
    public RunExample named(@Nullable String name, String... tags) {
        naming = new Naming(name, List.of(tags));
        return this;
    }

    /** Sets the profile. */
    public RunExample profile(Profile other) {
        profile = other;
        return this;
    }

    /** Sets the goal. */
    public RunExample goal(Goal other) {
        goal = other;
        return this;
    }

    /** Sets the axis of comparison. */
    public RunExample contrast(Axis axis) {
        return goal(new Goal(axis, null, null, false, false));
    }

    /** Sets the topology of the following cells. */
    public RunExample at(Topology other) {
        topology = other;
        return this;
    }

    /** Sets the server label of the following cells. */
    public RunExample server(String label) {
        server = label;
        return this;
    }

    /** Sets the transport of the following cells. */
    public RunExample transport(Transport other) {
        transport = other;
        return this;
    }

    /** A cell that is known to be impossible. */
    public RunExample unsupported(String scenario, Mode mode, DriverKind kind) {
        entries.add(new Plan.Entry(
                cell(scenario, mode, kind),
                kind.unsupported(versionOf(kind), Usage.of(mode)).orElseThrow()));
        return this;
    }

    /** A cell with a finding of the check before the first block; it is not measured. */
    public RunExample found(String scenario, Mode mode, DriverKind kind, String remark, @Nullable String unsupported) {
        Cell cell = cell(scenario, mode, kind);
        entries.add(new Plan.Entry(cell, null));
        return add(new Fact.CellChecked(
                cell.key(), "1 row", remark, null, unsupported, Map.of("Questions", 1.0), 80, null, null));
    }

    /** A floor that is not measured, because the cell of another driver sends the same bytes. */
    public RunExample sharesFloor(String scenario, Mode mode, DriverKind kind, DriverKind with) {
        Cell cell = cell(scenario, mode, kind).withTransport(Transport.FLOOR);
        entries.add(new Plan.Entry(cell, null));
        return add(new Fact.CellChecked(
                cell.key(),
                "",
                "",
                null,
                "sends the same bytes",
                Map.of(),
                0,
                null,
                cell(scenario, mode, with).withTransport(Transport.FLOOR).key()));
    }

    /** A cell with virtual threads, checked but not measured. */
    public RunExample virtual(String scenario, Mode mode, DriverKind kind, @Nullable Double pinnedPerOp) {
        Cell plain = cell(scenario, mode, kind);
        Cell cell = new Cell(
                plain.topology(),
                plain.client(),
                plain.database(),
                plain.server(),
                plain.scenario(),
                ThreadKind.VIRTUAL.params(),
                plain.mode(),
                plain.driver(),
                plain.driverVersion(),
                plain.transport(),
                plain.threads(),
                null);
        entries.add(new Plan.Entry(cell, null));
        return add(new Fact.CellChecked(cell.key(), "100 rows: 1", "", null, null, Map.of(), 900, pinnedPerOp, null));
    }

    /** A cell that fails in its first block. */
    public RunExample failed(String scenario, Mode mode, DriverKind kind, String reason) {
        Cell cell = cell(scenario, mode, kind);
        entries.add(new Plan.Entry(cell, null));
        for (int attempt = 1; attempt <= 2; attempt++) {
            add(new Fact.ForkFailed(1, cell.key(), reason, "fork-01.log"));
        }
        return this;
    }

    /** RTT samples by one method. */
    public RunExample rtt(RttMethod method, Double... micros) {
        return add(new RttMeasured(topology, server, 1, method, List.of(micros), null));
    }

    /** A method that measured no RTT. */
    public RunExample noRtt(RttMethod method, String why) {
        return add(new RttMeasured(topology, server, 1, method, List.of(), why));
    }

    /** What the server derived from its host. */
    public RunExample derived(Map<String, String> settings) {
        derived = settings;
        return this;
    }

    /** The server's settings that differ from its defaults. */
    public RunExample variables(Map<String, String> settings) {
        variables = settings;
        return this;
    }

    /** Sets another build of the drivers. */
    public RunExample jars(String sha256) {
        jars = sha256;
        return this;
    }

    /** Sets another measuring JVM. */
    public RunExample jdk(String version) {
        jdk = version;
        return this;
    }

    /** Sets the number of threads of the following cells. */
    public RunExample threads(int number) {
        threads = number;
        return this;
    }

    /** Sets the noise on the client host during the following cells. */
    public RunExample noise(Noise meanwhile) {
        noise = meanwhile;
        return this;
    }

    /** Sets the values that bench cannot read on the client host. */
    public RunExample notReadable(String... reasons) {
        notReadable = List.of(reasons);
        return this;
    }

    /** Sets the noise on the server's host, as logged by its supervisor. */
    public RunExample noiseLog(String... lines) {
        noiseLog = List.of(lines);
        return this;
    }

    /** The log of the server's host. */
    public List<String> noiseLog() {
        return noiseLog;
    }

    /** The agent did not finish. */
    public RunExample cutShort() {
        outcome = null;
        return this;
    }

    /** How the agent ended. */
    public RunExample ended(String how) {
        outcome = how;
        return this;
    }

    /** The plan. */
    public Plan plan() {
        List<Driver> drivers = new ArrayList<>();
        for (DriverKind kind : DriverCatalogue.all()) {
            drivers.add(new Driver(
                    kind.id(),
                    kind,
                    versionOf(kind),
                    Map.of(),
                    List.of(new Driver.Jar(kind.id() + ".jar", jars)),
                    Map.of(),
                    null));
        }
        Set<String> known =
                new HashSet<>(drivers.stream().map(driver -> driver.id()).toList());
        for (Cell cell : cells()) {
            if (known.add(cell.driver() + "@" + cell.driverVersion())) {
                drivers.add(driver(cell));
            }
        }
        return new Plan(
                run,
                createdAt,
                42,
                profile,
                goal,
                List.of("-Xmx512M"),
                places().stream()
                        .map(place -> new Plan.Server(
                                place.topology(),
                                "client",
                                database(place.topology()),
                                place.server(),
                                ServerKind.MARIADB,
                                "portable",
                                Map.of(),
                                null,
                                null,
                                null,
                                null))
                        .toList(),
                drivers,
                List.of(),
                entries,
                twins,
                naming.name(),
                naming.tags(),
                clients.stream().map(ClientShare::client).toList(),
                null);
    }

    private record Place(Topology topology, String server) {}

    private List<Cell> cells() {
        List<Cell> cells =
                new ArrayList<>(entries.stream().map(Plan.Entry::cell).toList());
        twins.forEach(twin -> cells.add(twin.cell()));
        return cells;
    }

    private Set<Place> places() {
        Set<Place> places = new LinkedHashSet<>();
        cells().forEach(cell -> places.add(new Place(cell.topology(), cell.server())));
        return places.isEmpty() ? Set.of(new Place(topology, server)) : places;
    }

    private Driver driver(Cell cell) {
        return new Driver(
                cell.driver(),
                DriverCatalogue.of(cell.driver().replace("~twin", "")).orElseThrow(),
                cell.driverVersion(),
                Map.of(),
                List.of(new Driver.Jar(cell.driver() + ".jar", jars)),
                Map.of(),
                null);
    }

    /** The events, with their beginning and end. */
    public List<Event> events() {
        List<Event> all = new ArrayList<>();
        all.add(new Event(1, AT, Source.ORCHESTRATOR, new Fact.RunStarted(run, "0.1")));
        all.add(new Event(
                1,
                AT,
                Source.AGENT,
                new Fact.SessionStarted(
                        run,
                        4711,
                        new Jvm("/usr/bin/java", "17.0.15", "OpenJDK 64-Bit Server VM", jdk),
                        "ab12",
                        places().stream()
                                .map(place -> new ServerFacts(
                                        place.topology(),
                                        place.server(),
                                        "11.4.5-MariaDB",
                                        "MEMORY",
                                        variables,
                                        derived))
                                .toList(),
                        notReadable,
                        null)));
        NavigableMap<Integer, List<Event>> byBlock = byBlock();
        all.addAll(byBlock.getOrDefault(0, List.of()));
        for (int block = 1; block <= byBlock.lastKey(); block++) {
            all.add(new Event(1, AT, Source.AGENT, new Fact.BlockStarted(block)));
            all.addAll(byBlock.getOrDefault(block, List.of()));
        }
        if (outcome != null) {
            all.add(new Event(99, AT, Source.AGENT, new Fact.RunFinished(outcome)));
        }
        return numbered(all);
    }

    /** The events, with those of each source numbered from 1. */
    public static List<Event> numbered(List<Event> events) {
        Map<Source, Long> last = new EnumMap<>(Source.class);
        return events.stream()
                .map(event ->
                        new Event(last.merge(event.source(), 1L, Long::sum), event.at(), event.source(), event.fact()))
                .toList();
    }

    /** The events of each block; block 0 has those that happen once. */
    private NavigableMap<Integer, List<Event>> byBlock() {
        NavigableMap<Integer, List<Event>> byBlock = new TreeMap<>();
        byBlock.put(0, new ArrayList<>());
        int begun = 0;
        for (Event event : events) {
            if (event.fact() instanceof Fact.BlockStarted started) {
                begun = started.block();
                continue;
            }
            int block = 0;
            if (event.fact() instanceof ForkFinished fork) {
                block = fork.block();
            } else if (event.fact() instanceof Fact.ForkRejected fork) {
                block = fork.block();
            } else if (event.fact() instanceof Fact.ForkFailed fork) {
                block = fork.block();
            } else if (event.fact() instanceof Fact.ServerLost) {
                block = begun;
            }
            byBlock.computeIfAbsent(block, one -> new ArrayList<>()).add(event);
        }
        return byBlock;
    }

    /** The run as read from its directory. */
    public Fold fold() {
        Plan plan = plan();
        Map<Plan.Server, NoiseLog> database = new LinkedHashMap<>();
        NoiseLog.of(noiseLog).ifPresent(log -> database.put(plan.servers().get(0), log));
        return new Fold(plan, events(), database, hosts, List.of());
    }

    /** A local run with every kind of cell. */
    public static RunExample local() {
        return new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .notReadable("frequency: the hypervisor hides it")
                .noise(new Noise(0.0, 41.5, null, 1.2, 0L, 0L, 0L, null, null, null, 0L))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 83, 84, 82.5)
                .unsupported("Select1Row", Mode.HIT, DriverCatalogue.DRIZZLE)
                .measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, 1900, 1910, 1890)
                .measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 8000, 8100, 7900)
                .rtt(RttMethod.PROTOCOL, 20.0, 21.0, 22.0)
                .rtt(RttMethod.TCP, 30.0, 31.0, 32.0)
                .noRtt(RttMethod.ICMP, "no ping program");
    }

    /** Its distant partner, with one failed cell. */
    public static RunExample distant() {
        return new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 3, true)
                .noise(new Noise(0.1, 1.5, null, 0.9, 0L, 0L, null, 2400.0, 2600.0, 3200.0, 1L))
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 400, 402, 398)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MYSQL, 455, 457, 453)
                .unsupported("Select1Row", Mode.HIT, DriverCatalogue.DRIZZLE)
                .failed("InsertBatch100", Mode.TEXT, DriverCatalogue.MARIADB, "java.sql.SQLException: connection reset")
                .noise(new Noise(0.5, null, null, 1.1, 4L, 1500L, null, 1800.0, 2600.0, 3100.0, 2L))
                .measured("InsertBatch100", Mode.TEXT, DriverCatalogue.MYSQL, 43000, 43500, 42500)
                .noiseLog(
                        "1795258500 1000 0 500 8000 100 0 0 10 0 0 0.50",
                        "1795258506 1500 0 700 8900 100 0 0 10 0 0 2.25",
                        "1795258512 2000 0 900 9700 100 0 0 50 0 0 1.75")
                .rtt(RttMethod.PROTOCOL, 350.0, 352.0, 371.0)
                .rtt(RttMethod.TCP, 340.0)
                .rtt(RttMethod.ICMP, 330.0);
    }
}
