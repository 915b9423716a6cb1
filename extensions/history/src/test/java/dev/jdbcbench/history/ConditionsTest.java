package dev.jdbcbench.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.SqlScenario.Line;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is known of each cell. */
class ConditionsTest {
    private static final Line CREATE = new Line("create table t (a int)", 2);

    private static Conditions conditions(Consumer<ObjectNode> change) {
        RunExample example = new RunExample("20261121-101500-local-000b", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61, 62);
        ObjectNode changed = Json.read(Json.line(example.plan()), ObjectNode.class);
        change.accept(changed);
        List<Event> events = example.events().stream()
                .map(event -> Json.read(Json.line(event).replace("\"ab12\"", "\"0123456789abcdef\""), Event.class))
                .toList();
        Plan plan = Json.read(changed.toString(), Plan.class);
        Fold fold = new Fold(
                plan,
                events,
                Map.of(),
                Map.of("client", Map.of("cpu", "Fast 2", "kernel", "6.1", "hostname", "c1")),
                List.of());
        return Conditions.of(plan, fold.times(), plan.cells().get(0));
    }

    private static void own(ObjectNode plan) {
        ArrayNode all = plan.putArray("sql");
        for (String name : List.of("other", "Do1")) {
            Line statement = new Line(name.equals("other") ? "select 1" : "select 2", 4);
            all.add(Json.read(
                    Json.line(new SqlScenario(name, "totals.sql", statement, List.of(), List.of(CREATE), List.of())),
                    ObjectNode.class));
        }
    }

    @Test
    void eachAspectIsKnown() {
        Conditions conditions = conditions(plan ->
                ((ObjectNode) plan.get("servers").get(0)).put("clientCpus", "0").put("databaseCpus", "1"));
        assertThat(conditions.known())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("JDK", "OpenJDK 64-Bit Server VM 17.0.15+6"),
                        Map.entry("JVM arguments", "-Xmx512M"),
                        Map.entry("iterations", "6 × 250 ms"),
                        Map.entry("scenarios jar", "0123456789ab"),
                        Map.entry("options of the driver", "{}"),
                        Map.entry("source of the server", "portable"),
                        Map.entry("server options", "{}"),
                        Map.entry("pinning of the client", "0"),
                        Map.entry("pinning of the server", "1"),
                        Map.entry("server", "11.4.5-MariaDB (inserts into MEMORY)"),
                        Map.entry("cpu of client", "Fast 2"),
                        Map.entry("kernel of client", "6.1")));
        assertThat(conditions.server()).isNotNull();
        assertThat(conditions.server().variables()).containsExactly(Map.entry("skip_log_bin", "ON"));
    }

    @Test
    void ownStatementHasItsTextAndData() {
        SetUp dump = new SetUp("shop.sql", List.of(CREATE));
        Map<String, String> known = conditions(plan -> {
                    own(plan);
                    plan.set("setUp", Json.read(Json.line(dump), ObjectNode.class));
                })
                .known();
        assertThat(known)
                .containsEntry("scenario Do1", "select 2 [] after [create table t (a int)]")
                .doesNotContainKey("scenario other");
        assertThat(known.get("data of --setup")).matches("[0-9a-f]{6,8}");
        assertThat(conditions(ConditionsTest::own).known()).doesNotContainKey("data of --setup");
    }
}
