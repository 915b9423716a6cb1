package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests runs with client and database on two hosts of the lab. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunDistantLabIT {
    /** Long enough to stand out from the overhead of the link, short enough for a batch of 100 round trips. */
    private static final String RTT = "2ms";

    @TempDir
    private Path directory = Path.of("");

    /** One lab for all tests: its caches then hold what hosts have after a first run. */
    private final Lab lab = Lab.up(RTT);

    @BeforeEach
    void hostsAreEmpty() {
        assertThat(left("client") + left("db")).isEmpty();
    }

    @AfterEach
    void nothingIsLeftOnTheHosts() {
        assertThat(left("client")).isEmpty();
        assertThat(left("db")).isEmpty();
    }

    @AfterAll
    void down() {
        lab.close();
    }

    /** Processes of bench's login user, and files that bench keeps only during a run. */
    private String left(String host) {
        return lab.exec(
                        host,
                        "sh",
                        "-c",
                        "ps -u bench -o args= | grep -v sshd; ls -A /home/bench/.cache/bench/runs"
                                + " /home/bench/.cache/bench/journal 2>/dev/null | grep -v :$")
                .out()
                .strip();
    }

    private Ended bench(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--results";
        all[args.length + 1] = directory.resolve("results").toString();
        return BenchTest.bench(all);
    }

    private String hosts() {
        return lab.hosts().toString();
    }

    private Path hostsWith(String from, String to) throws IOException {
        String text = Files.readString(lab.hosts());
        assertThat(text).contains(from);
        Path identity = lab.hosts().resolveSibling("id_ed25519");
        return Files.writeString(
                directory.resolve("hosts.yaml"),
                text.replace(from, to).replace("identity: id_ed25519", "identity: " + identity));
    }

    /** A server sizes itself by CPUs, memory and limits of its host. In the lab, that of db is pinned to half of the CPUs. */
    @Test
    @Full
    void localAndDistantRunsOnUnlikeHostsAreComparable() {
        lab.script("db", """
            sed 's/^MemTotal:.*/MemTotal: 2097152 kB/' /proc/meminfo >/run/meminfo
            mount --bind /run/meminfo /proc/meminfo
            for pid in $(pgrep -x sshd); do prlimit --pid "$pid" --nofile=1500:1500; done
            """);
        try {
            for (String[] topology : new String[][] {{"local"}, {"distant", "--db-host", "db"}}) {
                String[] words = Stream.of(
                                Stream.of("run", "--topology"),
                                Stream.of(topology),
                                Stream.of("--hosts", hosts(), "--profile", "smoke", "--scenario", "Do1,Select1Row"),
                                Stream.of("--driver", "mariadb", "--mode", "text"))
                        .flatMap(part -> part)
                        .toArray(String[]::new);
                Ended run = bench(words);
                assertThat(run.code()).as(run.err()).isZero();
            }
            Ended collect = bench("collect", "--format", "json");
            assertThat(collect.code()).as(collect.err()).isZero();
            JsonNode json = Json.read(collect.out(), JsonNode.class);
            assertThat(json.get("differences").size()).isZero();
            assertThat(json.get("rows").size()).isPositive();
            assertThat(json.get("notes").toString())
                    .contains("derived these settings from its hosts", "thread_pool_size ", "open_files_limit ");
        } finally {
            lab.script("db", "umount /proc/meminfo");
            lab.reboot("db");
        }
    }

    @Test
    void runOfBothTopologiesShowsTheCostOfDistance() {
        // fewer groups give no interval
        Ended run = bench(Words.of(
                "run --topology local,distant --hosts {} --install portable --profile quick --forks 3 --iterations 4 --iteration-time 100ms "
                        + "--scenario Select1Row,InsertBatch100 --mode text --driver mariadb,mysql",
                hosts()));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("local: client and database on client")
                .contains("distant: client on client, database on db");

        Ended collect = bench("collect", "--format", "json");
        assertThat(collect.code()).isZero();
        JsonNode json = Json.read(collect.out(), JsonNode.class);
        assertThat(json.get("comparable").asBoolean()).isTrue();
        assertThat(json.get("unpaired").size()).isZero();
        // The lab's link has no bandwidth limit, so this may be lost in the noise.
        assertThat(json.at("/links/mariadb/downMicrosPerMegabyte").asDouble(-1)).isNotNegative();
        assertThat(directory
                        .resolve("results")
                        .resolve(json.at("/runs/0").asString())
                        .resolve("report.html"))
                .content()
                .contains("figure-dumbbell", "\"waiting\":");
        double rtt = json.at("/rtt/medianMicros").asDouble();
        assertThat(rtt).as("the RTT inside the protocol, µs").isBetween(2000.0, 12_000.0);
        for (JsonNode row : json.get("rows")) {
            double waits = row.at("/roundTripsImplied/value").asDouble();
            String key = row.get("key").asString();
            boolean rowByRow = key.contains("InsertBatch100/text/mysql");
            assertThat(row.get("roundTripsCounted").asDouble()).as(key).isEqualTo(rowByRow ? 101 : 1);
            if (!key.contains("InsertBatch100/text/mariadb")) { // its 100 packets take time on the lab's link
                assertThat(row.get("predicted").asDouble()
                                / row.at("/distant/score").asDouble())
                        .as(row.toString())
                        .isBetween(0.2, 5.0);
            }
            if (rowByRow) {
                assertThat(waits).as(key).isBetween(25.0, 400.0);
            } else if (key.contains("Select1Row/text")) {
                assertThat(waits).as(key).isBetween(0.05, 20.0);
            } else {
                assertThat(waits).as(key + ", sent ahead").isLessThan(25.0);
            }
        }
        assertThat(bench("collect", "--wide").out()).contains("k implied").contains(" in the protocol (p95 ");
        assertThat(bench("collect").out()).contains("BOTTOM LINE", "mainly because", "  101  ");
        Ended ping = bench("ping", "--topology", "distant", "--rounds", "1", "--hosts", hosts());
        assertThat(ping.code()).as(ping.err()).isZero();
        assertThat(ping.out())
                .containsPattern("distant +client +db mariadb +protocol +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9]+ +–")
                .containsPattern("distant +client +db mariadb +icmp ");
    }

    /** A user's own statement with its tables is a scenario like any other: local and distant, with every driver. */
    @Test
    @Full
    void userStatementIsMeasuredInBothTopologies() throws IOException {
        Path sql = Files.writeString(directory.resolve("totals.sql"), """
            -- setup
            create table customers (id int primary key, name varchar(50));
            create table orders (id int primary key, customer int, total decimal(10,2), day date, key (customer));
            insert into customers values (1, 'Ada'), (2, 'Björn'), (3, null);
            insert into orders values (1, 1, 9.50, '2026-11-21'), (2, 1, 20.00, '2026-11-22'), (3, 2, 1.25, '2026-11-23');
            -- measure
            select c.name, o.total, o.day from orders o join customers c on c.id = o.customer where c.id = ?;
            -- param: int 1..3
            -- teardown
            drop table orders;
            drop table customers;
            """);
        Ended run = bench(Words.of(
                "run --topology local,distant --hosts {} --profile smoke --iterations 6 --iteration-time 150ms "
                        + "--sql {} --mode text",
                hosts(),
                sql));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("totals");
        Ended collect = bench("collect", "--format", "json");
        JsonNode json = Json.read(collect.out(), JsonNode.class);
        assertThat(json.get("rows").size()).as("one row for each driver").isEqualTo(3);
        for (JsonNode row : json.get("rows")) {
            assertThat(row.get("scenario").asString()).isEqualTo("totals");
            assertThat(row.at("/roundTripsImplied/value").asDouble())
                    .as("such a short run shows only that the driver does not wait for each row")
                    .isBetween(0.1, 10.0);
        }
    }

    @Test
    void unreachableDatabaseHostIsNamed() {
        lab.link("db", "mgmt", "down");
        Ended ended = bench("run", "--topology", "distant", "--hosts", hosts(), "--profile", "smoke");
        lab.link("db", "mgmt", "up");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("cannot connect on db (bench@").contains("Is it up");
    }

    @Test
    @Full
    void unreachableDataAddressIsNamed() throws IOException {
        Path wrong = hostsWith("dataAddress: 10.213.78.12", "dataAddress: 10.213.78.99");
        Ended ended = bench("run", "--topology", "distant", "--hosts", wrong.toString(), "--profile", "smoke");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("cannot talk to mariadb (distant, bench@10.213.78.99:")
                .contains("dataAddress:");
    }
}
