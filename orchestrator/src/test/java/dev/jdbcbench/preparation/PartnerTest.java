package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.SavedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A distant run's partner is the newest local run, with which {@code collect} will compare it. */
class PartnerTest {
    private static final ServerSpec MARIADB = ServerSpec.of(ServerKind.MARIADB, Install.AUTO);

    @TempDir
    private Path results = Path.of("");

    private final List<String> warnings = new ArrayList<>();

    private static Selection selection(String... topologies) {
        Request request = Request.of(Request.Where.DEFAULT.withTopologies(List.of(topologies)));
        return Planner.select(Inputs.of(request, Hosts.none())
                .withDatabaseHost(
                        List.of(topologies).contains("distant")
                                ? HostSpec.parse("db1", "198.51.100.20")
                                : Optional.empty()));
    }

    private void save(RunExample example) throws IOException {
        SavedRun.in(results, example);
    }

    private static Binaries binaries(String version, boolean blackhole) {
        return new Binaries(
                ServerKind.MARIADB, Install.named("host"), version, "/usr", "/usr/sbin/mariadbd", "", blackhole);
    }

    @Test
    void runWithoutMeasurementsIsNotAPartner() throws IOException {
        save(RunExample.local());
        save(new RunExample("20261123-000000-ping-local-0001", Topology.LOCAL, 1, false)
                .goal(Goal.DEFAULT.explaining(false, Goal.Extent.PING)));
        assertThat(Partner.of(selection("distant"), MARIADB, results, warnings::add))
                .map(Partner::run)
                .contains("20261121-091500-local-7f3a");
    }

    @Test
    void newestRunOfTheOtherTopologyIsThePartner() throws IOException {
        assertThat(Partner.of(selection("distant"), MARIADB, results, warnings::add))
                .isEmpty();
        save(RunExample.local());
        Partner partner = Partner.of(selection("distant"), MARIADB, results, warnings::add)
                .orElseThrow();
        assertThat(partner.run()).isEqualTo(RunExample.local().plan().run());
        assertThat(partner.install()).contains(Install.named("portable"));
        assertThat(Partner.of(selection("local"), MARIADB, results, warnings::add))
                .as("local has no distant partner")
                .isEmpty();
        assertThat(Partner.of(selection("local", "distant"), MARIADB, results, warnings::add))
                .as("a run of both topologies needs no partner")
                .isEmpty();
        assertThat(Partner.of(
                        selection("distant"),
                        ServerSpec.of(ServerKind.MYSQL, Install.named("host")),
                        results,
                        warnings::add))
                .as("no run has this server")
                .isEmpty();
    }

    @Test
    void unpairedCellsAreNamed() throws IOException {
        save(RunExample.local());
        Partner partner = Partner.of(selection("distant"), MARIADB, results, warnings::add)
                .orElseThrow();
        assertThat(partner.differences(binaries("11.4.5-MariaDB", false))).isEmpty();
        assertThat(partner.differences(binaries("10.11.19-MariaDB", true)))
                .containsExactly(
                        "version 10.11.19-MariaDB here, 11.4.5-MariaDB there",
                        "engine of inserts BLACKHOLE here, MEMORY there");
    }

    @Test
    void damagedRunIsSkippedWithAWarning() throws IOException {
        save(RunExample.local());
        Path damaged = Files.createDirectory(results.resolve("20270101-000000-local-0000"));
        Files.writeString(damaged.resolve("plan.json"), "null");
        assertThat(Partner.of(selection("distant"), MARIADB, results, warnings::add))
                .map(Partner::run)
                .contains("20261121-091500-local-7f3a");
        assertThat(warnings).singleElement().asString().contains("20270101-000000-local-0000", "plan.json");
    }
}
