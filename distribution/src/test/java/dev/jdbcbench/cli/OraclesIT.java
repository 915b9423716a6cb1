package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.Full;
import dev.jdbcbench.LabServers;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.WatchedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Counts what releases changed on the wire, as their changelogs say, each verified by the server's general log, its status, or
 * strace. Needs the releases, from the Maven repositories or from where Maven keeps them; skipped with the reason without them.
 */
@Full
@OnThisMachine
@RealMachine
class OraclesIT {
    @TempDir
    private Path directory = Path.of("");

    private static void needs(DriverKind kind, String... versions) {
        for (String version : versions) {
            String why = "";
            try {
                WatchedServer.jars(kind, version, Transport.TCP);
            } catch (Failure e) {
                why = e.getMessage() + ": " + e.why();
                System.err.println("SKIPPED: without " + kind.id() + " " + version + ", nothing is counted: " + why);
            }
            assumeTrue(why.isEmpty(), why);
        }
    }

    private Ended bench(String words) {
        List<String> all = new ArrayList<>(Arrays.asList(words.split(" ", -1)));
        all.addAll(List.of("--results", directory.resolve("results").toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }

    /**
     * Round trips and commands of each cell, like {@code 1: 100 QUERY}, or why there are none; by version.
     *
     * @param cell scenario and mode
     */
    private Map<String, String> counted(String drivers, String cell, String more) {
        Ended ended = bench("explain --no-own --format json --driver " + drivers + " --scenario " + cell + more);
        assertThat(ended.code()).as(ended.err()).isIn(0, 5);
        Map<String, String> counted = new TreeMap<>();
        Json.read(ended.out(), JsonNode.class)
                .get("cells")
                .forEach(one -> counted.put(one.get("driverVersion").asString(), told(one)));
        return counted;
    }

    private static String told(JsonNode cell) {
        if (cell.get("roundTrips").isNull()) {
            return cell.get("reason").asString();
        }
        List<String> commands = new ArrayList<>();
        cell.get("commands")
                .properties()
                .forEach(command -> commands.add(Math.round(command.getValue().asDouble()) + " "
                        + command.getKey().replace("COM_", "")));
        return Math.round(cell.get("roundTrips").asDouble()) + ": " + String.join(", ", commands);
    }

    private static String versions(String driver, String... versions) {
        return String.join(
                ",",
                Arrays.stream(versions).map(version -> driver + "@" + version).toList());
    }

    private Map<String, String> counted(String driver, String cell, String... versions) {
        needs(DriverCatalogue.of(driver).orElseThrow(), versions);
        return counted(versions(driver, versions), cell, "");
    }

    @Test
    void connectorJResetsNoStatementsFrom830() {
        for (String cell : List.of("Select1Row:hit", "Insert1Row:hit")) {
            assertThat(counted("mysql", cell, "8.0.33", "8.2.0", "8.3.0", "9.7.0"))
                    .isEqualTo(Map.of(
                            "8.0.33", "2: 1 STMT_EXECUTE, 1 STMT_RESET",
                            "8.2.0", "2: 1 STMT_EXECUTE, 1 STMT_RESET",
                            "8.3.0", "1: 1 STMT_EXECUTE",
                            "9.7.0", "1: 1 STMT_EXECUTE"));
        }
    }

    @Test
    void bisectionFindsThatImprovementOverBothCoordinates() {
        needs(DriverCatalogue.MYSQL, "8.0.28", "8.0.33", "8.2.0", "8.3.0", "8.4.0");
        Ended ended = bench("bisect --driver mysql@8.0.28..8.4.0 --scenario Select1Row:hit");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).startsWith("### mysql 8.3.0 is the first that differs from 8.0.28 in round-trips");
    }

    @Test
    void connector351WaitsForEachRowOnMySql() throws IOException {
        needs(DriverCatalogue.MARIADB, "3.5.0", "3.5.1", "3.5.2");
        Path archive = LabServers.mySqlArchive();
        Path hosts = Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { here: { address: localhost } }\nservers:\n  mysql: { kind: mysql, install: archive, archive: { path: "
                        + archive + ", sha256: " + Sha256.of(archive) + " } }\n");
        assertThat(counted(
                        versions("mariadb", "3.5.0", "3.5.1", "3.5.2"),
                        "InsertBatch100:text",
                        " --server mysql --topology local --hosts " + hosts))
                .isEqualTo(Map.of("3.5.0", "1: 100 QUERY", "3.5.1", "100: 100 QUERY", "3.5.2", "1: 100 QUERY"));
    }

    @Test
    void rewritingTakesNoEffectFrom300To355() {
        Map<String, String> counted =
                counted("mariadb", "InsertBatch100:rewrite", "2.7.12", "3.0.11", "3.5.5", "3.5.6", "4.0.0");
        for (String version : List.of("2.7.12", "3.5.6", "4.0.0")) {
            assertThat(counted.get(version)).isEqualTo("1: 1 QUERY");
        }
        assertThat(counted.get("3.0.11"))
                .startsWith("mode rewrite did not take effect")
                .contains("1 executes");
        assertThat(counted.get("3.5.5"))
                .startsWith("mode rewrite did not take effect")
                .contains("100 inserts");
    }

    @Test
    void rewritingThatLosesLiteralsFailsItsCheck() {
        Map<String, String> counted =
                counted("mariadb", "TransactionBatch100:rewrite", "3.5.6", "3.5.7", "3.5.8", "3.5.9");
        for (String version : List.of("3.5.6", "3.5.7", "3.5.8")) {
            assertThat(counted.get(version)).as(version).contains("Column count doesn't match value count");
        }
        assertThat(counted.get("3.5.9")).contains("QUERY");
    }

    @Test
    void readOnlyReachesTheServerFrom3510() {
        assertThat(counted("mariadb", "PoolReadOnly:default", "3.5.9", "3.5.10"))
                .isEqualTo(Map.of("3.5.9", "1: 1 QUERY", "3.5.10", "3: 3 QUERY"));
    }

    @Test
    void connector8032LosesTheCommit() throws IOException {
        needs(DriverCatalogue.MYSQL, "8.0.32", "8.0.33");
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
                hosts: { here: { address: localhost } }
                drivers:
                  old: { driver: mysql, version: 8.0.32, options: { useServerPrepStmts: true, useLocalTransactionState: true } }
                  new: { driver: mysql, version: 8.0.33, options: { useServerPrepStmts: true, useLocalTransactionState: true } }
                """);
        Map<String, String> counted =
                counted("old,new", "TransactionBatch100:text", " --topology local --hosts " + hosts);
        assertThat(counted.get("8.0.32")).contains("wrong result");
        // it passes the check of what it leaves; the options prepare what mode text would not
        assertThat(counted.get("8.0.33")).startsWith("mode text did not take effect");
    }

    @Test
    void connectSetsNamesOnceFrom8026() {
        assertThat(counted("mysql", "Connect:plain", "8.0.24", "8.0.25", "8.0.26"))
                .isEqualTo(Map.of(
                        "8.0.24", "7: 4 QUERY, 1 QUIT",
                        "8.0.25", "7: 4 QUERY, 1 QUIT",
                        "8.0.26", "6: 3 QUERY, 1 QUIT"));
    }

    /** CONJ-1223 saves CPU time only. */
    @Test
    void connectingWithTlsTakesFiveRoundTripsInEachVersion() {
        needs(DriverCatalogue.MARIADB, "3.5.8", "3.5.9", "4.0.0");
        Map<String, String> counted = counted(versions("mariadb", "3.5.8", "3.5.9", "4.0.0"), "Connect:tls", "");
        assertThat(counted).hasSize(3);
        assertThat(counted.values()).allMatch(told -> told.startsWith("5: "));
    }

    /** All cells of all scenarios, which takes some minutes. */
    @Test
    void newestConnectorsExchangeTheSame() {
        needs(DriverCatalogue.MYSQL, "9.7.0", "26.7.0", "26.10.0");
        Ended ended = bench("explain --no-own --format json --scenario all --driver "
                + versions("mysql", "9.7.0", "26.7.0", "26.10.0"));
        assertThat(ended.code()).as(ended.err()).isIn(0, 5);
        Map<String, Set<String>> told = new TreeMap<>();
        Json.read(ended.out(), JsonNode.class).get("cells").forEach(one -> {
            if (!one.get("roundTrips").isNull()) {
                told.computeIfAbsent(
                                one.get("key")
                                        .asString()
                                        .replace(one.get("driverVersion").asString(), ""),
                                cell -> new TreeSet<>())
                        .add(told(one));
            }
        });
        assertThat(told).hasSizeGreaterThan(100);
        assertThat(told).allSatisfy((cell, each) -> assertThat(each).as(cell).hasSize(1));
    }

    @Test
    void wrapperAsksOnceMoreWhenConnecting() throws IOException {
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
                hosts: { here: { address: localhost } }
                drivers:
                  aws:
                    coordinates: [ software.amazon.jdbc:aws-advanced-jdbc-wrapper:4.3.0, com.mysql:mysql-connector-j:9.7.0 ]
                    class: software.amazon.jdbc.Driver
                    url: jdbc:aws-wrapper:mysql://{address}/{database}
                    driver: mysql
                """);
        Ended ended = bench(
                "explain --no-own --format json --driver mysql@9.7.0,aws --scenario Connect:plain --topology local"
                        + " --hosts " + hosts);
        assumeTrue(ended.code() != 2, ended.err());
        Map<String, String> counted = new TreeMap<>();
        Json.read(ended.out(), JsonNode.class)
                .get("cells")
                .forEach(one -> counted.put(one.get("driver").asString(), told(one)));
        assertThat(counted.get("mysql")).startsWith("6: ");
        assertThat(counted.get("aws")).startsWith("7: ");
    }

    @Test
    void switchingAutocommitTakesFourRoundTripsInEachVersion() {
        assertThat(counted("mariadb", "PoolAutoCommit:default", "3.3.0", "3.4.0", "3.5.0", "3.5.11", "4.0.0"))
                .hasSize(5)
                .allSatisfy((version, told) -> assertThat(told).startsWith("4: "));
    }
}
