package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AxisTest {
    private final List<Plan.Entry> entries = new ArrayList<>();

    private Cell cell(Topology topology, String server, Mode mode, String driver, String version, int threads) {
        return cell(topology, server, mode, driver, version, threads, Map.of());
    }

    private Cell cell(
            Topology topology,
            String server,
            Mode mode,
            String driver,
            String version,
            int threads,
            Map<String, String> params) {
        Cell cell = new Cell(
                topology,
                "client",
                topology == Topology.LOCAL ? "client" : "db1",
                server,
                "Select1Row",
                params,
                mode,
                driver,
                version,
                Transport.TCP,
                threads,
                null);
        entries.add(new Plan.Entry(cell, null));
        return cell;
    }

    private List<Axis.Pair> pairs(Axis axis, String... base) {
        Plan example = PlanExample.plan();
        List<Driver> drivers = new ArrayList<>();
        entries.stream()
                .map(entry -> entry.cell().driver() + "@" + entry.cell().driverVersion())
                .distinct()
                .forEach(id -> drivers.add(new Driver(
                        id.split("@", 2)[0],
                        id.startsWith("mysql") ? DriverCatalogue.MYSQL : DriverCatalogue.MARIADB,
                        id.split("@", 2)[1],
                        Map.of(),
                        List.of(),
                        Map.of(),
                        null)));
        Plan plan = new Plan(
                example.run(),
                example.createdAt(),
                1,
                example.profile(),
                Goal.DEFAULT,
                List.of(),
                example.servers(),
                drivers,
                List.of(),
                entries,
                List.of(),
                null,
                List.of(),
                List.of(),
                null);
        return axis.pairs(plan, base.length == 0 ? Optional.empty() : Optional.of(base[0]));
    }

    /** Otherwise, a run until all comparisons are decided would go on for the floors of drivers that send the same bytes. */
    @Test
    void floorsOfDriversAreNotCompared() {
        for (String driver : List.of("mariadb", "mysql")) {
            Cell cell = cell(Topology.LOCAL, "mariadb", Mode.TEXT, driver, "1", 1);
            entries.add(new Plan.Entry(cell.withTransport(Transport.FLOOR), null));
        }
        assertThat(pairs(Axis.DRIVER))
                .singleElement()
                .satisfies(pair -> assertThat(pair.cell().transport()).isEqualTo(Transport.TCP));
        assertThat(pairs(Axis.TRANSPORT)).hasSize(2);
    }

    @Test
    void driversAreComparedWithTheFirstOfTheirRow() {
        Cell mysql = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1);
        Cell newer = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mariadb", "4.0.0", 1);
        Cell older = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mariadb", "2.7.12", 1);
        Cell hit = cell(Topology.LOCAL, "mariadb", Mode.HIT, "mariadb", "4.0.0", 1);
        assertThat(pairs(Axis.DRIVER)).containsExactly(new Axis.Pair(newer, mysql), new Axis.Pair(older, mysql));
        assertThat(pairs(Axis.DRIVER, "mariadb@2*"))
                .containsExactly(new Axis.Pair(mysql, older), new Axis.Pair(newer, older));
        assertThat(pairs(Axis.VERSION)).containsExactly(new Axis.Pair(older, newer));
        assertThat(pairs(Axis.MODE)).containsExactly(new Axis.Pair(hit, newer));
        assertThat(pairs(Axis.MODE, "hit")).containsExactly(new Axis.Pair(newer, hit));
    }

    @Test
    void publishedGoalComparesWithTheFirstMariaDbCell() {
        Cell mysql = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1);
        Cell first = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mariadb", "4.0.0", 1);
        Cell hit = cell(Topology.LOCAL, "mariadb", Mode.HIT, "mariadb", "4.0.0", 1);
        Cell mysqlHit = cell(Topology.LOCAL, "mariadb", Mode.HIT, "mysql", "9.7.0", 1);
        assertThat(pairs(Axis.SCENARIO))
                .containsExactly(
                        new Axis.Pair(mysql, first), new Axis.Pair(hit, first), new Axis.Pair(mysqlHit, first));
    }

    @Test
    void topologiesServersAndThreadsAreAxesToo() {
        Cell local = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1);
        Cell distant = cell(Topology.DISTANT, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1);
        Cell threads = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 4);
        Cell other = cell(Topology.LOCAL, "mysql", Mode.TEXT, "mysql", "9.7.0", 1);
        assertThat(pairs(Axis.TOPOLOGY)).containsExactly(new Axis.Pair(distant, local));
        assertThat(pairs(Axis.THREADS)).containsExactly(new Axis.Pair(threads, local));
        assertThat(pairs(Axis.SERVER)).containsExactly(new Axis.Pair(other, local));
        assertThat(pairs(Axis.DRIVER)).isEmpty();
    }

    @Test
    void onlyThreadKindsOfParametersAreAnAxis() {
        Cell platform = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1, Map.of("rows", "1"));
        Cell virtual = cell(
                Topology.LOCAL,
                "mariadb",
                Mode.TEXT,
                "mysql",
                "9.7.0",
                1,
                Map.of("rows", "1", "threadKind", "virtual"));
        cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1, Map.of("rows", "2"));
        assertThat(pairs(Axis.THREAD_KIND)).containsExactly(new Axis.Pair(virtual, platform));
        assertThat(pairs(Axis.THREAD_KIND, "virtual")).containsExactly(new Axis.Pair(platform, virtual));
        assertThat(pairs(Axis.DRIVER)).isEmpty();
        assertThat(Axis.of("thread-kind")).contains(Axis.THREAD_KIND);
    }

    /** Servers often have the same names as drivers. */
    @Test
    void baseIsLookedUpOnTheAxisFirst() {
        Cell mysql = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mysql", "9.7.0", 1);
        Cell mariadb = cell(Topology.LOCAL, "mariadb", Mode.TEXT, "mariadb", "4.0.0", 1);
        assertThat(pairs(Axis.DRIVER, "mariadb")).containsExactly(new Axis.Pair(mysql, mariadb));
        Cell other = cell(Topology.LOCAL, "mysql", Mode.TEXT, "mariadb", "4.0.0", 1);
        assertThat(pairs(Axis.SERVER, "mysql")).containsExactly(new Axis.Pair(mariadb, other));
    }
}
