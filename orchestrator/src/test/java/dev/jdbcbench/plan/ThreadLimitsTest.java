package dev.jdbcbench.plan;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Plans two drivers with quick: with the A/A control three JVMs are alive at once. */
class ThreadLimitsTest {
    private static ServerSpec server(Map<String, String> options) {
        return new ServerSpec(
                "mariadb",
                ServerKind.MARIADB,
                Optional.empty(),
                Install.named("portable"),
                Optional.empty(),
                options,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Selection select(
            Map<String, String> options, List<String> threads, List<String> jvmArgs, Request.What what) {
        Hosts none = Hosts.none();
        Hosts hosts = new Hosts(
                Map.of("client", HostSpec.at("client", "198.51.100.10", Optional.empty(), Optional.empty())),
                Optional.of("client"),
                Optional.empty(),
                Map.of("mariadb", server(options)),
                none.heap(),
                none.jvmArgs(),
                Map.of(),
                Map.of(),
                List.of());
        Request request = Request.of(
                        Request.Where.DEFAULT.withTopologies(List.of("local")).withDrivers(List.of("mariadb", "mysql")))
                .with(copy -> copy.what(what.withThreads(threads))
                        .effort(Request.Effort.of("quick"))
                        .seed(7)
                        .jvmArgs(jvmArgs));
        return Planner.select(Inputs.of(request, hosts));
    }

    private static Request.What oltp(Request.Tables tables) {
        return Request.What.CORE.with(copy ->
                copy.scenarios(List.of("OltpReadOnly")).modes(List.of("text")).tables(tables));
    }

    private static Selection select(String... threads) {
        return select(Map.of(), List.of(threads), List.of(), oltp(Request.Tables.DEFAULT));
    }

    /** Each JVM waits with one connection per thread; during its turn, a thread may open another one. */
    @Test
    void privateServerAllowsAllJvmsOfARow() {
        assertThat(select("1", "128").needs(Topology.LOCAL).connections()).isEqualTo(3 * 128 + 128 + 20);
        assertThat(select("1").needs(Topology.LOCAL).connections()).isEqualTo(24);
    }

    @Test
    void threadsBeyondTheServerOptionsAreRefused() {
        assertWhy(
                        Failure.Input.class,
                        () -> select(
                                Map.of("max-connections", "300"),
                                List.of("16", "128"),
                                List.of(),
                                oltp(Request.Tables.DEFAULT)))
                .isEqualTo("--threads 128: OltpReadOnly text needs 532 connections to mariadb, because 3"
                        + " JVMs have one for each thread; but max_connections of servers.mariadb"
                        + " in the hosts file is 300: at most 70 threads");
        assertThat(select(Map.of("max_connections", "300"), List.of("70"), List.of(), oltp(Request.Tables.DEFAULT))
                        .what()
                        .threads())
                .containsExactly(70);
        assertThatThrownBy(() -> select(
                        Map.of("max_connections", "300"), List.of("71"), List.of(), oltp(Request.Tables.DEFAULT)))
                .isInstanceOf(Failure.Input.class);
    }

    /** A server with few connections is measured as far as they go: each cell that needs more says so. */
    @Test
    void oneThreadIsNeverRefused() {
        assertThat(select(Map.of("max_connections", "6"), List.of("1"), List.of(), oltp(Request.Tables.DEFAULT))
                        .what()
                        .threads())
                .containsExactly(1);
    }

    @Test
    void threadsBeyondTheHeapAreRefused() {
        assertWhy(
                        Failure.Input.class,
                        () -> select(Map.of(), List.of("1", "257"), List.of("-Xmx64m"), oltp(Request.Tables.DEFAULT)))
                .isEqualTo("--threads 257: each needs about 256 KB of heap, and the measured JVMs have 64"
                        + " MB: at most 256 threads. Use fewer, or more heap:"
                        + " --jvm-args=-Xmx65m");
        select(Map.of(), List.of("256"), List.of("-Xmx64m"), oltp(Request.Tables.DEFAULT));
    }

    @Test
    void externalServerIsCheckedAgainstItsReportedLimit() {
        Selection selection = select("1", "64");
        ServerSpec server = selection.servers().get(0);
        assertThat(ThreadLimits.connections(selection, Topology.LOCAL, server, 276, "it allows 276"))
                .isEmpty();
        assertThat(ThreadLimits.connections(
                        selection, Topology.LOCAL, server, 141, "it allows 151, of which others have 10"))
                .contains(
                        "--threads 64: OltpReadOnly text needs 276 connections to mariadb, because 3 JVMs have one for"
                                + " each thread; but it allows 151, of which others have 10: at most 30 threads");
    }

    @Test
    void openFilesLimitConnections() {
        Selection selection = select("64");
        ServerSpec server = selection.servers().get(0);
        assertThat(ThreadLimits.files(selection, Topology.LOCAL, server, 1176)).isEmpty();
        assertThat(ThreadLimits.files(selection, Topology.LOCAL, server, 1024))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("client allows it 1024 open files (ulimit -Hn)")
                        .endsWith("at most 26 threads"));
    }

    @Test
    void clientHostLimitsThreads() {
        Selection selection = select("64");
        assertThat(ThreadLimits.client(selection, 150 + 3 * 104, "")).isEmpty();
        assertThat(ThreadLimits.client(selection, 300, "client allows 1000 (pids.max), 700 in use"))
                .contains("--threads 64: 3 measured JVMs need 462 threads and processes, but client allows 1000"
                        + " (pids.max), 700 in use: at most 10 threads in each JVM");
    }

    private static Request.Tables tables(String number, String size, String distribution) {
        return new Request.Tables(Optional.of(number), Optional.of(size), Optional.of(distribution));
    }

    @Test
    void tableSettingsArePartOfTheCellKey() {
        Selection selection = select(Map.of(), List.of("1"), List.of(), oltp(tables("4", "100000", "special")));
        assertThat(Cells.of(selection, Map.of()))
                .extracting(entry -> entry.cell().scenarioWithParams())
                .containsOnly("OltpReadOnly(distribution=special,tableSize=100000,tables=4)");
        List<Plan.Entry> usual =
                Cells.of(select(Map.of(), List.of("1"), List.of(), oltp(tables("1", "10000", "uniform"))), Map.of());
        assertThat(usual)
                .extracting(entry -> entry.cell().scenarioWithParams())
                .as("default tables keep the cell key of earlier versions")
                .containsOnly("OltpReadOnly");
    }

    @Test
    void wrongTablesAreAllReported() {
        assertThatThrownBy(() -> select(Map.of(), List.of("1"), List.of(), oltp(tables("0", "10k", "specail"))))
                .isInstanceOfSatisfying(
                        Failure.Input.class,
                        failure -> assertThat(failure.why().lines())
                                .containsExactly(
                                        "--tables needs a number from 1 to 1000, not 0",
                                        "--table-size needs a number from 1000 to 100000000, not 10k",
                                        "--distribution: unknown distribution: specail (did you mean special?)"));
        assertWhy(
                        Failure.Input.class,
                        () -> select(
                                Map.of(),
                                List.of("1"),
                                List.of(),
                                Request.What.CORE
                                        .withScenarios(List.of("Do1"))
                                        .withTables(tables("2", "10000", "uniform"))))
                .isEqualTo(
                        "--tables, --table-size and --distribution apply to the scenarios Oltp* only, and none is chosen");
    }
}
