package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class FoldTest {
    private static CellResult cell(Results results, String scenario, DriverKind kind) {
        return results.cells().stream()
                .filter(cell ->
                        cell.scenario().equals(scenario) && cell.driver().equals(kind.id()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aForkIsTheMeanOfItsIterationsAfterTheWarmUpAndACellTheMeanOfItsForks() {
        CellResult cell = cell(RunExample.local().fold().results(), "Select1Row", DriverKind.MARIADB);
        assertThat(cell.status()).isEqualTo(Status.OK);
        assertThat(cell.forks()).hasSize(3).allMatch(fork -> fork.cut() == 2 && fork.iterations() == 6);
        assertThat(cell.forks().get(0).score()).isCloseTo(62, within(1e-9));
        // geometric mean of 62, 63, 61; interval ȳ ± t(2) s/√3 with t = 4.30265, s = 0.016130
        assertThat(Objects.requireNonNull(cell.score())).isCloseTo(61.9946, within(1e-3));
        assertThat(Objects.requireNonNull(cell.low())).isCloseTo(61.9946 * Math.exp(-0.04007), within(0.01));
        assertThat(Objects.requireNonNull(cell.high())).isCloseTo(61.9946 * Math.exp(0.04007), within(0.01));
        assertThat(cell.allocBytesPerOp()).isEqualTo(1480.0);
    }

    @Test
    void whatAnOperationCostsStandsBesideItsScore() {
        CellResult cell = cell(RunExample.local().fold().results(), "Select1Row", DriverKind.MARIADB);
        assertThat(cell.counters()).containsEntry("Questions", 1.0);
        assertThat(cell.bytesUp()).isEqualTo(140);
        assertThat(cell.bytesDown()).isEqualTo(180);
        assertThat(cell.cpuMicrosPerOp()).as("after the warm-up").isEqualTo(71.0);
        assertThat(Objects.requireNonNull(cell.operationsPerSecond())).isCloseTo(1e6 / 61.9946, within(0.1));
    }

    @Test
    void whatTheCheckFoundIsThePartOfTheResult() {
        Results results = RunExample.local()
                .found("Do1", Mode.HIT, DriverKind.MYSQL, "", "cannot log in: no")
                .found("InsertBatch100Keys", Mode.REWRITE, DriverKind.MYSQL, "keys are lost", null)
                .fold()
                .results();
        CellResult cannot = cell(results, "Do1", DriverKind.MYSQL);
        assertThat(cannot.status()).isEqualTo(Status.UNSUPPORTED);
        assertThat(cannot.reason()).isEqualTo("cannot log in: no");
        assertThat(cell(results, "InsertBatch100Keys", DriverKind.MYSQL).remark())
                .isEqualTo("keys are lost");
    }

    @Test
    void theEngineIsNamedWhereTheScenarioHasTables() {
        Results results = RunExample.local().fold().results();
        assertThat(cell(results, "InsertBatch100", DriverKind.MYSQL).engine()).isEqualTo("MEMORY");
        assertThat(cell(results, "Select1Row", DriverKind.MYSQL).engine()).isNull();
    }

    @Test
    void everyPlannedCellHasAnEnd() {
        Results results = RunExample.distant().fold().results();
        assertThat(results.cells()).hasSize(5);
        assertThat(results.complete()).isFalse();
        CellResult failed = cell(results, "InsertBatch100", DriverKind.MARIADB);
        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.reason()).isEqualTo("java.sql.SQLException: connection reset (logs/fork-01.log)");
        CellResult unsupported = cell(results, "Select1Row", DriverKind.DRIZZLE);
        assertThat(unsupported.status()).isEqualTo(Status.UNSUPPORTED);
    }

    @Test
    void aRunWithoutFailuresIsComplete() {
        assertThat(RunExample.local().fold().results().complete()).isTrue();
        assertThat(RunExample.local().cutShort().fold().results().complete()).isFalse();
    }

    @Test
    void aCellWithOneForkOfManyIsMissingButKeepsItsScore() {
        Results results = new RunExample("r", Topology.LOCAL, 5, true)
                .measured("Select1Row", Mode.TEXT, DriverKind.MARIADB, 62)
                .measured("Select1Row", Mode.TEXT, DriverKind.MYSQL, 83, 84)
                .fold()
                .results();
        CellResult one = cell(results, "Select1Row", DriverKind.MARIADB);
        assertThat(one.status()).isEqualTo(Status.MISSING);
        assertThat(one.reason()).isEqualTo("1 of 5 forks were measured");
        assertThat(one.score()).isNotNull();
        assertThat(one.high()).isNull();
        assertThat(cell(results, "Select1Row", DriverKind.MYSQL).status()).isEqualTo(Status.OK);
        assertThat(results.complete()).isFalse();
    }

    @Test
    void theRttIsTheMedianOfAllSamplesByMethod() {
        Results.TopologyResult distant = Objects.requireNonNull(
                RunExample.distant().fold().results().topologies().get(Topology.DISTANT));
        Results.RttResult protocol = Objects.requireNonNull(distant.rtt().get("protocol"));
        assertThat(protocol.medianMicros()).isEqualTo(352.0);
        assertThat(protocol.p95Micros()).isEqualTo(371.0);
        assertThat(protocol.samples()).isEqualTo(3);
    }

    @Test
    void theNoiseOfTheForksIsThatOfTheirHost() {
        Results.HostNoise client = noise(RunExample.distant(), "client");
        // nine forks: six of Select1Row, three of InsertBatch100; the failed cell has none
        assertThat(client)
                .isEqualTo(new Results.HostNoise(
                        new Results.ClientNoise(
                                (6 * 0.1 + 3 * 0.5) / 9, 0.5, 1.5, 1.1, 4500L, null, 1800.0, 3200.0, 12L, 9, List.of()),
                        Map.of()));
        assertThat(noise(RunExample.local(), "client").client()).satisfies(local -> {
            assertThat(Objects.requireNonNull(local).frequencyMinMHz()).isNull();
            assertThat(local.thermalThrottles()).isZero();
            assertThat(local.notReadable()).containsExactly("frequency: the hypervisor hides it");
        });
    }

    @Test
    void theNoiseOfTheDatabaseHostIsThatOfItsLog() {
        Results.HostNoise database = noise(RunExample.distant(), "db1");
        assertThat(database.client()).isNull();
        Results.DatabaseNoise server =
                Objects.requireNonNull(database.database().get("mariadb"));
        assertThat(server.samples()).isEqualTo(3);
        assertThat(server.loadMax()).isEqualTo(2.25);
    }

    @Test
    void onOneHostBothAreOfTheSameHost() {
        RunExample run = RunExample.local().noiseLog("1795258500 1 0 1 8 1 0 0 1 0 0 0.50");
        Results.HostNoise both = noise(run, "client");
        assertThat(both.client()).isNotNull();
        assertThat(both.database()).containsOnlyKeys("mariadb");
    }

    @Test
    void aRunThatDidNotLookForNoiseHasNone() {
        Results results = new RunExample("r", Topology.LOCAL, 2, true)
                .measured("Select1Row", Mode.TEXT, DriverKind.MARIADB, 62, 63)
                .fold()
                .results();
        assertThat(Objects.requireNonNull(results.topologies().get(Topology.LOCAL))
                        .noise())
                .isEmpty();
    }

    private static Results.HostNoise noise(RunExample run, String host) {
        Results.TopologyResult topology =
                run.fold().results().topologies().values().iterator().next();
        return Objects.requireNonNull(topology.noise().get(host));
    }

    /** Scripts read this file: these keys are published. */
    @Test
    void theResultsHaveThePublishedForm() {
        JsonNode json = Json.read(Json.pretty(RunExample.distant().fold().results()), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("results/1");
        assertThat(json.propertyNames())
                .contains("schema", "run", "complete", "profile", "seed", "topologies", "cells", "contrasts");
        assertThat(json.at("/topologies/distant/rtt/protocol/medianMicros").asDouble())
                .isEqualTo(352.0);
        assertThat(json.at("/topologies/distant/client").asString()).isEqualTo("client");
        assertThat(json.at("/topologies/distant/database").asString()).isEqualTo("db1");
        assertThat(json.at("/topologies/distant/noise/client/client/stealMaxPercent")
                        .asDouble())
                .isEqualTo(0.5);
        assertThat(json.at("/topologies/distant/noise/db1/database/mariadb/samples")
                        .asInt())
                .isEqualTo(3);
        JsonNode cell = json.at("/cells/0");
        assertThat(cell.propertyNames())
                .containsExactlyInAnyOrder(
                        "key",
                        "topology",
                        "client",
                        "database",
                        "server",
                        "serverVersion",
                        "scenario",
                        "params",
                        "mode",
                        "driver",
                        "driverVersion",
                        "transport",
                        "threads",
                        "engine",
                        "status",
                        "reason",
                        "unit",
                        "score",
                        "low",
                        "high",
                        "forks",
                        "roundTrips",
                        "bytesUp",
                        "bytesDown",
                        "allocBytesPerOp",
                        "cpuMicrosPerOp",
                        "operationsPerSecond",
                        "counters",
                        "remark");
        assertThat(cell.get("status").asString()).isEqualTo("ok");
        assertThat(cell.get("reason").isNull()).isTrue();
        assertThat(cell.at("/forks/0").propertyNames())
                .containsExactlyInAnyOrder("block", "score", "cut", "iterations", "startedAt");
        assertThat(cell.at("/forks/0/startedAt").asString()).isEqualTo("2026-11-21T09:15:00Z");
    }
}
