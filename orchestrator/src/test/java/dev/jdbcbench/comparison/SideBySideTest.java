package dev.jdbcbench.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.Collected.Unpaired;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SideBySideTest {
    private final Collected collected =
            of(List.of(RunExample.local().fold(), RunExample.distant().fold()));

    private static Collected of(List<Fold> runs) {
        return SideBySide.of(runs, SideBySide.Question.DEFAULT);
    }

    @Test
    void rowHasBothSidesWithRatioAndDifference() {
        Row row = collected.rows().get(0);
        assertThat(row.key()).isEqualTo("mariadb/Select1Row/text/mariadb@4.0.0/tcp/1");
        assertThat(row.differenceMicros()).isCloseTo(338.0, within(0.1));
        assertThat(row.ratio()).isCloseTo(6.45, within(0.01));
    }

    @Test
    void differenceIsAlsoGivenInRtts() {
        // 43000 − 8000 µs over an RTT of 352 µs, less the 21 µs of a single host
        Collected.Value implied =
                Objects.requireNonNull(collected.rows().get(2).traffic().roundTripsImplied());
        assertThat(implied.value()).isCloseTo(35000 / 331.0, within(0.1));
        assertThat(Objects.requireNonNull(implied.low())).isLessThan(implied.value());
        assertThat(Objects.requireNonNull(implied.high())).isGreaterThan(implied.value());
    }

    @Test
    void unpairedCellsAreListedWithReasons() {
        assertThat(collected.rows()).hasSize(3);
        assertThat(collected.unpaired())
                .extracting(Unpaired::key, Unpaired::reason)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(
                                "local/client/client/mariadb/Select1Row/hit/drizzle@1.4/tcp/1",
                                "Drizzle JDBC cannot prepare statements on the server"),
                        org.assertj.core.groups.Tuple.tuple(
                                "distant/client/db1/mariadb/Select1Row/hit/drizzle@1.4/tcp/1",
                                "Drizzle JDBC cannot prepare statements on the server"),
                        org.assertj.core.groups.Tuple.tuple(
                                "local/client/client/mariadb/InsertBatch100/text/mariadb@4.0.0/tcp/1",
                                "its distant partner is failed: java.sql.SQLException: connection reset (logs/fork-01.log)"),
                        org.assertj.core.groups.Tuple.tuple(
                                "distant/client/db1/mariadb/InsertBatch100/text/mariadb@4.0.0/tcp/1",
                                "java.sql.SQLException: connection reset (logs/fork-01.log)"));
    }

    @Test
    void singleSideIsUnpaired() {
        Collected local = of(List.of(RunExample.local().fold()));
        assertThat(local.rows()).isEmpty();
        assertThat(local.rtt()).isNull();
        assertThat(local.unpaired()).hasSize(5).anyMatch(cell -> cell.reason().equals("no distant run has this cell"));
    }

    @Test
    void duplicateCellIsTakenFromTheFirstRun() {
        RunExample again = new RunExample("20261121-101500-local-0001", Topology.LOCAL, 1, true)
                .measured("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 1);
        Collected three = of(List.of(
                RunExample.local().fold(), again.fold(), RunExample.distant().fold()));
        assertThat(Objects.requireNonNull(three.rows().get(0).local().score())).isCloseTo(62, within(0.1));
        assertThat(three.unpaired())
                .anyMatch(cell -> cell.run().endsWith("0001") && cell.reason().contains("has this cell, too"));
    }

    private static RunExample tls(String run, Topology topology) {
        double micros = topology == Topology.LOCAL ? 60 : 400;
        return new RunExample(run, topology, 3, true)
                .transport(Transport.TLS)
                .threads(4)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, micros, micros + 1, micros + 2)
                .measured("Do1", Mode.HIT, DriverCatalogue.MARIADB, micros - 5, micros - 4, micros - 6)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, micros + 20, micros + 21, micros + 22)
                .threads(1)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, micros, micros + 1, micros + 2)
                .transport(Transport.TCP)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, micros, micros + 1, micros + 2);
    }

    private static List<String> subjects(Axis axis) {
        return SideBySide.of(
                        List.of(
                                tls("20261121-091500-local-7f3a", Topology.LOCAL)
                                        .fold(),
                                tls("20261121-094500-distant-1c9d", Topology.DISTANT)
                                        .fold()),
                        SideBySide.Question.of(Goal.DEFAULT.comparing(axis, null)))
                .comparisons()
                .stream()
                .map(Collected.Comparison::subject)
                .toList();
    }

    @Test
    void subjectNamesWhatTheAxisDoesNot() {
        assertThat(subjects(Axis.DRIVER)).containsExactly("Do1 text tls ×4");
        assertThat(subjects(Axis.MODE)).containsExactly("Do1 mariadb@4.0.0 tls ×4");
        assertThat(subjects(Axis.THREADS)).containsExactly("Do1 text mariadb@4.0.0 tls");
        assertThat(subjects(Axis.TRANSPORT)).containsExactly("Do1 text mariadb@4.0.0");
    }

    @Test
    void comparisonFollowsTheGoalOfTheRun() {
        SideBySide.Question modes = SideBySide.Question.of(Goal.DEFAULT.comparing(Axis.MODE, "hit"));
        assertThat(modes.axis()).isEqualTo(Axis.MODE);
        assertThat(modes.base()).contains("hit");
        assertThat(SideBySide.Question.of(Goal.DEFAULT.comparing(Axis.TOPOLOGY, null)))
                .as("both topologies are already side by side")
                .isEqualTo(SideBySide.Question.DEFAULT);
    }

    @Test
    void differencesBesidesTheDistanceAreNamed() {
        assertThat(collected.comparable()).isTrue();
        Collected otherJdk = of(List.of(
                RunExample.local().fold(), RunExample.distant().jdk("25.0.3+9").fold()));
        assertThat(otherJdk.comparable()).isFalse();
        assertThat(otherJdk.differences())
                .singleElement()
                .asString()
                .startsWith("JDK: ")
                .contains("17.0.15+6", "25.0.3+9");
    }

    @Test
    void profileSettingsAreComparedNotOnlyNames() {
        Profile longer = new Profile(
                "example",
                3,
                3,
                8,
                Duration.ofSeconds(1),
                2,
                null,
                true,
                false,
                "the same name, other iterations",
                false);
        Collected other = of(List.of(
                RunExample.local().fold(), RunExample.distant().profile(longer).fold()));
        assertThat(other.differences())
                .containsExactly("profile: example with 6 × 250 ms in 20261121-091500-local-7f3a;"
                        + " example with 8 × 1000 ms, 2 of them warm-up in 20261121-094500-distant-1c9d");
    }

    @Test
    void changedServerSettingIsNamedWithBothValues() {
        Collected changed = of(List.of(
                RunExample.local().fold(),
                RunExample.distant()
                        .variables(Map.of("skip_log_bin", "ON", "innodb_flush_log_at_trx_commit", "2"))
                        .fold()));
        assertThat(changed.differences())
                .containsExactly("setting innodb_flush_log_at_trx_commit of mariadb: its default in"
                        + " 20261121-091500-local-7f3a; 2 in 20261121-094500-distant-1c9d");
    }

    @Test
    void settingsThatServersDeriveFromTheirHostsAreANoteBesideTheRows() {
        Collected sides = of(List.of(
                RunExample.local()
                        .derived(Map.of("thread_pool_size", "2", "back_log", "80"))
                        .fold(),
                RunExample.distant()
                        .derived(Map.of("thread_pool_size", "1", "back_log", "80"))
                        .fold()));
        assertThat(sides.differences()).isEmpty();
        assertThat(sides.notes())
                .contains("mariadb derived these settings from its hosts, which differ:"
                        + " thread_pool_size 2 local, 1 distant.");
    }

    @Test
    void controlIsNeitherARowNorADriver() {
        RunExample local = RunExample.local().twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61);
        RunExample distant = RunExample.distant()
                .twin("Select1Row", Mode.TEXT, DriverCatalogue.MARIADB, 400, 402)
                .jars("fedcba9876543210".repeat(4));
        Collected twins = of(List.of(local.fold(), distant.fold()));
        assertThat(twins.rows()).hasSize(3);
        assertThat(twins.unpaired()).hasSize(collected.unpaired().size());
        assertThat(twins.differences())
                .as("each driver is from another build; the A/A control is not listed separately")
                .hasSize(DriverCatalogue.all().size())
                .noneMatch(difference -> difference.contains("~twin"));
    }

    /** Scripts read this format, and its keys are documented. */
    @Test
    void jsonMatchesItsSchema() {
        JsonNode json = Json.read(Json.pretty(collected), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("collect/1");
        assertThat(json.propertyNames())
                .contains("schema", "runs", "comparable", "differences", "rtt", "rows", "comparisons", "unpaired");
        assertThat(json.at("/rtt/medianMicros").asDouble()).isEqualTo(352.0);
        assertThat(json.at("/rtt/source").asString()).isEqualTo("measured");
        assertThat(json.at("/rows/0").propertyNames())
                .contains(
                        "key",
                        "server",
                        "scenario",
                        "params",
                        "mode",
                        "driver",
                        "driverVersion",
                        "transport",
                        "threads",
                        "local",
                        "distant",
                        "unit",
                        "ratio",
                        "differenceMicros",
                        "roundTripsCounted",
                        "roundTripsImplied",
                        "predicted",
                        "residualMicros",
                        "label");
        assertThat(json.at("/rows/0/local").propertyNames()).containsExactly("score", "low", "high");
    }
}
