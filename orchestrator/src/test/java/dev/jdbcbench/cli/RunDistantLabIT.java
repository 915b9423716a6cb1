package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Client and database on two hosts of the lab. */
class RunDistantLabIT {
    /** Long enough to stand out from what the link itself costs, short enough for a batch of 100 round trips. */
    private static final String RTT = "2ms";

    @TempDir
    private Path directory = Path.of("");

    private Lab lab = Lab.up(RTT);

    @BeforeEach
    void hostsAreEmpty() {
        assertThat(left("client") + left("db")).isEmpty();
    }

    @AfterEach
    void nothingIsLeftOnTheHosts() {
        try {
            assertThat(left("client")).isEmpty();
            assertThat(left("db")).isEmpty();
        } finally {
            lab.close();
        }
    }

    /** Processes of the user that bench logs in as, and what it keeps for the length of a run only. */
    private String left(String host) {
        return lab.exec(
                        host,
                        "sh",
                        "-c",
                        "ps -u bench -o args= | grep -v sshd; ls -A /home/bench/.cache/bench/runs /home/bench/.cache/bench/journal 2>/dev/null | grep -v :$")
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

    @Test
    void oneRunOfBothTopologiesShowsWhatDistanceCosts() {
        Ended run = bench(
                "run",
                "--topology",
                "local,distant",
                "--hosts",
                hosts(),
                "--profile",
                "smoke",
                "--iterations",
                "6",
                "--iteration-time",
                "150ms",
                "--scenario",
                "Select1Row,InsertBatch100",
                "--mode",
                "text",
                "--driver",
                "mariadb,mysql");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("local: client and database on client")
                .contains("distant: client on client, database on db");

        Ended collect = bench("collect", "--format", "json");
        assertThat(collect.code()).isZero();
        JsonNode json = Json.read(collect.out(), JsonNode.class);
        assertThat(json.get("comparable").asBoolean()).isTrue();
        assertThat(json.get("unpaired").size()).isZero();
        double rtt = json.at("/rtt/medianMicros").asDouble();
        assertThat(rtt).as("the RTT inside the protocol, µs").isBetween(2000.0, 6000.0);
        for (JsonNode row : json.get("rows")) {
            double waits = row.at("/roundTripsImplied/value").asDouble();
            String key = row.get("key").asString();
            if (key.contains("InsertBatch100/text/mysql")) {
                assertThat(waits).as(key).isBetween(75.0, 135.0);
            } else if (key.contains("Select1Row/text")) {
                assertThat(waits).as(key).isBetween(0.5, 1.7);
            } else {
                assertThat(waits).as(key + ", sent ahead").isLessThan(20.0);
            }
        }
        assertThat(bench("collect").out()).contains("in RTTs").contains("µs in the protocol");
    }

    /** A statement of the user's own, with its tables, like any other scenario: near and far, with every driver. */
    @Test
    void aStatementOfTheUsersOwnIsMeasuredInBothTopologies() throws IOException {
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
        Ended run = bench(
                "run",
                "--topology",
                "local,distant",
                "--hosts",
                hosts(),
                "--profile",
                "smoke",
                "--sql",
                sql.toString(),
                "--mode",
                "text");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("totals");
        Ended collect = bench("collect", "--format", "json");
        JsonNode json = Json.read(collect.out(), JsonNode.class);
        assertThat(json.get("rows").size()).as("one row for each driver").isEqualTo(3);
        for (JsonNode row : json.get("rows")) {
            assertThat(row.get("scenario").asString()).isEqualTo("totals");
            assertThat(row.at("/roundTripsImplied/value").asDouble()).isBetween(0.4, 1.8);
        }
    }

    @Test
    void aDatabaseHostThatIsDownIsNamed() {
        lab.link("db", "mgmt", "down");
        Ended ended = bench("run", "--topology", "distant", "--hosts", hosts(), "--profile", "smoke");
        lab.link("db", "mgmt", "up");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("cannot connect on db (bench@").contains("Is it up");
    }

    @Test
    void aDataAddressThatTheClientCannotReachIsNamed() throws IOException {
        Path wrong = hostsWith("dataAddress: 10.213.78.12", "dataAddress: 10.213.78.99");
        Ended ended = bench("run", "--topology", "distant", "--hosts", wrong.toString(), "--profile", "smoke");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("cannot talk to mariadb (distant, bench@10.213.78.99:")
                .contains("dataAddress:");
    }

    @Test
    void aClientHostWithoutJavaIsToldWhatToInstall() throws IOException {
        Path without = hostsWith("dataAddress: 10.213.78.11", "java: /nonexistent/java");
        Ended ended = bench("run", "--topology", "distant", "--hosts", without.toString(), "--profile", "smoke");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("cannot run /nonexistent/java on client")
                .contains("apt install openjdk-17-jre-headless");
    }

    @Test
    void aHostKeyThatIsNotTheOneOfTheHostsFileIsNeverTalkedTo() throws IOException {
        String text = Files.readString(lab.hosts());
        String key = text.replaceAll("(?s).*?(SHA256:\\S+).*", "$1");
        Path wrong = hostsWith(key, "SHA256:ThisIsAnExampleOfAFingerprintWith43Letters0");
        Ended ended = bench("run", "--topology", "distant", "--hosts", wrong.toString(), "--profile", "smoke");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .contains("the host key is not the one in the hosts file")
                .contains(key);
    }
}
