package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.database.InstalledServer;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.run.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Compares the round trips that {@code bench explain} counts with the known ones of each driver version, and the
 * server's counters with the promises of each mode. Downloads older and newer drivers.
 */
@OnThisMachine
@RealMachine
class ExplainIT {
    /** Divisor for batches of 1000 that wait for each row: a tenth of the rows takes a tenth of the time. */
    private static final int SMALLER = 10;

    private static final int ROW_BY_ROW = 1000;
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    @TempDir
    private Path directory = Path.of("unused");

    private final Map<String, String> seen = new TreeMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** The servers of the table's columns. */
    enum Column {
        MARIADB_10(ServerKind.MARIADB, "10.", "host", 0),
        MARIADB_11(ServerKind.MARIADB, "11.", "portable", 1),
        MYSQL_9(ServerKind.MYSQL, "9.", "host", 2);

        private final ServerKind kind;
        private final String version;
        private final String install;
        /** The column's index among the numbers of a line. */
        private final int place;

        Column(ServerKind kind, String version, String install, int place) {
            this.place = place;
            this.kind = kind;
            this.version = version;
            this.install = install;
        }

        private boolean here() {
            return install.equals("portable")
                    || InstalledServer.find(new LocalHost("localhost"), kind)
                            .filter(found -> found.version().startsWith(version))
                            .isPresent();
        }
    }

    /** One line of a table; it expects a number of round trips, or the numbers of questions, prepares and executes. */
    private record Line(String driver, String scenario, String mode, String expected) {
        String name() {
            return driver + " " + scenario + "/" + mode;
        }

        /** The line for a tenth of the rows, if the driver waits for every row. */
        Line smaller() {
            boolean waits = !driver.startsWith("mariadb") || mode.equals("unpipelined");
            if (!scenario.equals("InsertBatch1000") || !waits) {
                return this;
            }
            String fewer = Stream.of(expected.split("/", -1)).map(Line::tenth).collect(Collectors.joining("/"));
            return new Line(driver, "InsertBatch100", mode, fewer);
        }

        /** Divides commands that occur once per row, and keeps those that occur once per batch. */
        private static String tenth(String number) {
            if (!NUMBER.matcher(number).matches()) {
                return number;
            }
            int all = Integer.parseInt(number);
            int perRow = all / ROW_BY_ROW * ROW_BY_ROW;
            return String.valueOf(perRow / SMALLER + all - perRow);
        }
    }

    private static List<Line> table(String name, Column column) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(Path.of("src/test/resources/dev/jdbcbench", name))) {
            if (!text.startsWith("#")) {
                String[] words = text.split("\\s+", 5);
                String[] cell = words[1].split("/", 2);
                String[] expected = {words[2], words[3], words[4].strip()};
                lines.add(new Line(words[0], cell[0], cell[1], expected[column.place]).smaller());
            }
        }
        return lines;
    }

    @ParameterizedTest
    @EnumSource(Column.class)
    void countedRoundTripsMatchTheKnownOnes(Column column) throws Exception {
        if (!column.here()) {
            System.err.println("SKIPPED: no " + column.kind.title() + " " + column.version
                    + "x is installed on this machine, so round trips to it are not counted");
        }
        assumeTrue(column.here(), "no " + column + " is installed on this machine");
        Path hosts = directory.resolve("hosts.yaml");
        Files.writeString(
                hosts,
                "hosts: { here: { address: localhost } }\nservers: { it: { kind: " + column.kind.id() + ", install: "
                        + column.install + " } }\n");
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> counted = new TreeMap<>();
        List<Line> lines = table("round-trips.txt", column);
        lines.forEach(line -> expected.put(line.name(), line.expected()));
        Map<String, String> sent = new TreeMap<>();
        for (Line line : table("wire.txt", column)) {
            boolean cannot = line.expected().equals("login")
                    || line.expected().equals("no")
                    // with MySQL, bulk is answered row by row and hit prepares again, so neither does what its name
                    // promises
                    || "-".equals(expected.get(line.name()));
            sent.put(line.name(), cannot ? "-" : line.expected());
        }
        sent.keySet().retainAll(expected.keySet());
        // A call tries all combinations of its drivers and modes, so different scenarios get separate calls.
        explain(
                hosts,
                lines,
                scenario -> !scenario.contains("Batch") && !scenario.contains("Big") && !scenario.startsWith("Call"),
                counted);
        explain(
                hosts,
                lines,
                scenario -> scenario.startsWith("Call") || scenario.equals("Select1000BigRowsFetch"),
                counted);
        explain(hosts, lines, scenario -> scenario.equals("InsertBatch100"), counted);
        explain(hosts, lines, scenario -> scenario.equals("InsertBatch1000"), counted);
        counted.keySet().retainAll(expected.keySet());
        expected.entrySet().removeIf(line -> line.getValue().equals("-") && !counted.containsKey(line.getKey()));
        assertThat(expected).hasSizeGreaterThan(4);
        assertThat(counted).containsExactlyEntriesOf(expected);
        sent.keySet().retainAll(counted.keySet());
        seen.keySet().retainAll(sent.keySet());
        assertThat(sent).hasSizeGreaterThan(2);
        assertThat(seen).as("questions/prepares/executes").containsExactlyEntriesOf(sent);
    }

    /** Explains the lines of the chosen scenarios, in all combinations of their drivers and modes. */
    private void explain(Path hosts, List<Line> all, Predicate<String> which, Map<String, String> counted) {
        List<Line> lines =
                all.stream().filter(line -> which.test(line.scenario())).toList();
        if (lines.isEmpty()) {
            return;
        }
        String drivers = lines.stream().map(Line::driver).distinct().collect(Collectors.joining(","));
        String scenarios = lines.stream().map(Line::scenario).distinct().collect(Collectors.joining(","));
        String modes = lines.stream().map(Line::mode).distinct().collect(Collectors.joining(","));
        out.reset();
        int code = bench(Words.of(
                "explain --no-own --hosts {} --results {} --driver {} --scenario {} --mode {} --format json",
                hosts,
                directory.resolve("results"),
                drivers,
                scenarios,
                modes));
        assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
        JsonNode json = Json.read(out.toString(StandardCharsets.UTF_8), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("explain/1");
        for (JsonNode cell : json.get("cells")) {
            String name = cell.get("driver").asString() + "@"
                    + cell.get("driverVersion").asString() + " "
                    + cell.get("scenario").asString() + "/"
                    + cell.get("mode").asString();
            JsonNode roundTrips = cell.get("roundTrips");
            boolean known = !roundTrips.isNull();
            counted.put(name, known ? String.valueOf(Math.round(roundTrips.asDouble())) : "-");
            seen.put(
                    name,
                    known
                            ? counter(cell, "Questions") + "/" + counter(cell, "Com_stmt_prepare") + "/"
                                    + counter(cell, "Com_stmt_execute")
                            : "-");
        }
    }

    private static long counter(JsonNode cell, String name) {
        return Math.round(cell.at("/counters/" + name).asDouble());
    }

    @Test
    void textShowsTheCounts() {
        assertThat(bench(Words.of(
                        "explain --no-own --results {} --driver mysql --scenario InsertBatch100 --mode text,rewrite",
                        directory.resolve("results"))))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .containsPattern("InsertBatch100 +text +mysql \\S+ +101 .*101 QUERY")
                .containsPattern("InsertBatch100 +rewrite +mysql \\S+ +2 ");
    }

    /** Uses the drivers of the build. 100 tasks need 16 connections up to seven times. */
    @Test
    void publishedFindingsMatchTheCommentsOfScenarios() {
        Map<String, String> counted =
                roundTrips("Do1000Params,Select100Cols,SelectIn,Pool*,Select1Pool,Select1PoolVirtual", "text");
        assertThat(counted)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "Do1000Params", "1",
                        "Select100Cols", "1",
                        "SelectIn", "1",
                        "PoolBorrow", "1",
                        "PoolReadOnly", "3",
                        "PoolIsValid", "2",
                        "PoolAutoCommit", "4",
                        "Select1Pool", "7",
                        "Select1Pool(threadKind=virtual)", Runtime.version().feature() < 21 ? "-" : "7"));
    }

    /** In sysbench, each of these round trips is one statement. The reference page has both numbers. */
    @Test
    void sysbenchTransactionsWaitForEachStatement() throws IOException {
        Map<String, String> counted = roundTrips("Oltp*", "text,hit");
        assertThat(counted)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "OltpPointSelect", "1",
                        "OltpReadOnly", "16",
                        "OltpReadWrite", "20",
                        "OltpWriteOnly", "6",
                        "OltpUpdateIndex", "1",
                        "OltpUpdateNonIndex", "1"));
        String page = Files.readString(Path.of("..", "docs", "reference", "scenarios.md"));
        counted.forEach((scenario, number) -> assertThat(page)
                .containsPattern("\\| `" + scenario + "` \\| `oltp_\\w+` \\| " + number + " \\| " + number + " \\|\n"));
    }

    /** Each statement uses a random table; the agent has filled all tables. */
    @Test
    void otherTablesNeedNoFurtherRoundTrips() {
        assertThat(roundTrips(
                        "OltpPointSelect,OltpReadWrite",
                        "text",
                        "--tables",
                        "3",
                        "--table-size",
                        "21000",
                        "--distribution",
                        "special"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "OltpPointSelect(distribution=special,tableSize=21000,tables=3)", "1",
                        "OltpReadWrite(distribution=special,tableSize=21000,tables=3)", "20"));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("filling the tables of mariadb (local): 100 % of 63000 rows");
    }

    /** One server has another version than the hosts file asks for, one does not start, and the third is explained. */
    @Test
    void serversThatAreNotThereDoNotEndTheOthers() throws IOException {
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
            hosts:
              here: { address: localhost }
            client: here
            database: here
            servers:
              good: { kind: mariadb, install: host }
              other: { kind: mariadb, install: host, version: "99.9" }
              broken: { kind: mariadb, install: host, options: { innodb_page_size: "12345" } }
            """);
        int code = bench(Words.of(
                "explain --no-own --hosts {} --results {} --server other,good,broken --driver mariadb --scenario Select1Row "
                        + "--mode text --format json",
                hosts,
                directory.resolve("results")));
        String errors = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(errors).isEqualTo(5);
        Map<String, JsonNode> roundTrips = new TreeMap<>();
        Json.read(out.toString(StandardCharsets.UTF_8), JsonNode.class)
                .get("cells")
                .forEach(cell -> roundTrips.put(cell.get("server").asString(), cell.get("roundTrips")));
        assertThat(roundTrips.keySet()).containsExactly("broken", "good", "other");
        assertThat(roundTrips.get("good").asDouble()).isEqualTo(1);
        assertThat(roundTrips.get("other").isNull()).isTrue();
        assertThat(roundTrips.get("broken").isNull()).isTrue();
        assertThat(errors)
                .contains("the round trips of some cells were not counted")
                .containsPattern("local/here/here/other/.*: MariaDB on here is not version 99.9")
                .containsPattern("local/here/here/broken/.*: cannot start ");
    }

    /** The round trips of each scenario; several numbers if the drivers or the modes differ. */
    private Map<String, String> roundTrips(String scenarios, String modes, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "explain",
                "--results",
                directory.resolve("results").toString(),
                "--driver",
                "mariadb,mysql",
                "--scenario",
                scenarios,
                "--mode",
                modes,
                "--format",
                "json"));
        words.addAll(List.of(more));
        assertThat(bench(words.toArray(String[]::new)))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        JsonNode json = Json.read(out.toString(StandardCharsets.UTF_8), JsonNode.class);
        Map<String, String> counted = new TreeMap<>();
        for (JsonNode cell : json.get("cells")) {
            JsonNode roundTrips = cell.get("roundTrips");
            String key = cell.get("key").asString();
            counted.merge(
                    key.split("/", -1)[4],
                    roundTrips.isNull() ? "-" : String.valueOf(Math.round(roundTrips.asDouble())),
                    (one, other) -> one.equals(other) ? one : one + " or " + other);
        }
        return counted;
    }

    private int bench(String... args) {
        return Bench.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
