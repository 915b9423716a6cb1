package dev.jdbcbench.run;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A small plan for tests: two scenarios, two drivers, both topologies. */
public final class PlanExample {
    static final Profile PROFILE =
            new Profile("tiny", 3, 3, 4, Duration.ofMillis(250), null, null, true, false, "for tests", false);

    private PlanExample() {}

    public static Cell cell(Topology topology, String scenario, Mode mode, String driver) {
        String version = driver.equals("mysql") ? "9.7.0" : "4.0.0";
        return new Cell(
                topology,
                "client",
                topology == Topology.LOCAL ? "client" : "db1",
                "mariadb",
                scenario,
                Map.of(),
                mode,
                driver,
                version,
                Transport.TCP,
                1,
                null);
    }

    /** The same cell under open load. */
    public static Cell atRate(Cell cell, Rate rate) {
        return new Cell(
                cell.topology(),
                cell.client(),
                cell.database(),
                cell.server(),
                cell.scenario(),
                cell.params(),
                cell.mode(),
                cell.driver(),
                cell.driverVersion(),
                cell.transport(),
                cell.threads(),
                rate);
    }

    public static Plan plan() {
        return plan(42);
    }

    public static Plan plan(long seed) {
        return plan(seed, PROFILE);
    }

    public static Plan plan(long seed, Profile profile) {
        List<Plan.Entry> entries = new ArrayList<>();
        for (Topology topology : Topology.values()) {
            for (String scenario : List.of("Select1Row", "Insert1Row")) {
                for (String driver : List.of("mariadb", "mysql")) {
                    entries.add(new Plan.Entry(cell(topology, scenario, Mode.TEXT, driver), null));
                }
            }
        }
        entries.add(new Plan.Entry(cell(Topology.LOCAL, "Select1Row", Mode.HIT, "drizzle"), "it cannot"));
        return new Plan(
                "20261121-091500-local-distant-7f3a",
                Instant.parse("2026-11-21T09:15:00Z"),
                seed,
                profile,
                Goal.DEFAULT,
                List.of("-Xmx512M"),
                List.of(
                        new Plan.Server(
                                Topology.LOCAL,
                                "client",
                                "client",
                                "mariadb",
                                ServerKind.MARIADB,
                                "portable",
                                Map.of("join_buffer_size", "256K"),
                                null,
                                "2-3",
                                null,
                                null),
                        new Plan.Server(
                                Topology.DISTANT,
                                "client",
                                "db1",
                                "mariadb",
                                ServerKind.MARIADB,
                                "portable",
                                Map.of("join_buffer_size", "256K"),
                                null,
                                "2-3",
                                null,
                                null)),
                List.of(
                        new Driver(
                                "mariadb",
                                DriverCatalogue.MARIADB,
                                "4.0.0",
                                Map.of(),
                                List.of(jar("mariadb")),
                                Map.of(),
                                null),
                        new Driver(
                                "mysql",
                                DriverCatalogue.MYSQL,
                                "9.7.0",
                                Map.of(),
                                List.of(jar("mysql")),
                                Map.of(),
                                null)),
                List.of(),
                entries,
                List.of(),
                null,
                List.of(),
                List.of(),
                null);
    }

    /** A copy of a plan with other cells. */
    public static Plan with(Plan like, List<Plan.Entry> entries, List<Plan.Twin> twins) {
        return new Plan(
                like.run(),
                like.createdAt(),
                like.seed(),
                like.profile(),
                like.goal(),
                like.jvmArgs(),
                like.servers(),
                like.drivers(),
                like.sql(),
                entries,
                twins,
                null,
                List.of(),
                List.of(),
                null);
    }

    private static Driver.Jar jar(String name) {
        return new Driver.Jar(name + ".jar", "0123456789abcdef".repeat(4));
    }
}
