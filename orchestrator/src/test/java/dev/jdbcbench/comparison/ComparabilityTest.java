package dev.jdbcbench.comparison;

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
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests which differences between two runs are named, one changed aspect at a time. */
class ComparabilityTest {
    private static final String FIRST = "20261121-091500-local-000a";
    private static final String SECOND = "20261121-101500-local-000b";

    private static final Fold BEFORE = run(FIRST, plan -> {}, session -> {}, Map.of());

    private static Fold run(
            String id,
            Consumer<ObjectNode> plan,
            Consumer<ObjectNode> session,
            Map<String, Map<String, String>> hosts) {
        RunExample example = new RunExample(id, Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61, 62);
        ObjectNode changed = Json.read(Json.line(example.plan()), ObjectNode.class);
        plan.accept(changed);
        List<Event> events = example.events().stream()
                .map(event -> {
                    ObjectNode node = Json.read(Json.line(event), ObjectNode.class);
                    if (node.get("type").asString().equals("SessionStarted")) {
                        session.accept(node);
                    }
                    return Json.read(node.toString(), Event.class);
                })
                .toList();
        return new Fold(Json.read(changed.toString(), Plan.class), events, Map.of(), hosts, List.of());
    }

    private static Fold planned(Consumer<ObjectNode> change) {
        return run(SECOND, change, session -> {}, Map.of());
    }

    private static Fold inSession(Consumer<ObjectNode> change) {
        return run(SECOND, plan -> {}, change, Map.of());
    }

    private static ObjectNode first(ObjectNode node, String list) {
        return (ObjectNode) node.get(list).get(0);
    }

    private static List<String> differences(Fold after) {
        return Comparability.differences(List.of(BEFORE, after));
    }

    private static String line(String aspect, String before, String after) {
        return aspect + ": " + before + " in " + FIRST + "; " + after + " in " + SECOND;
    }

    @Test
    void equalRunsDoNotDiffer() {
        assertThat(differences(planned(plan -> {}))).isEmpty();
    }

    @Test
    void planIsCompared() {
        assertThat(differences(planned(plan -> ((ArrayNode) plan.get("jvmArgs")).add("-Xss1M"))))
                .containsExactly(line("JVM arguments", "-Xmx512M", "-Xmx512M -Xss1M"));
        assertThat(differences(planned(
                        plan -> ((ObjectNode) first(plan, "servers").get("options")).put("sort_buffer_size", "1M"))))
                .containsExactly(line("server options", "[mariadb {}]", "[mariadb {sort_buffer_size=1M}]"));
        assertThat(differences(planned(plan -> first(plan, "servers").put("install", "host"))))
                .containsExactly(line("source of the server", "[mariadb portable]", "[mariadb host]"));
        assertThat(differences(planned(plan -> first(plan, "servers").put("image", "mariadb:11.8@sha256:ab"))))
                .containsExactly(
                        line("source of the server", "[mariadb portable]", "[mariadb image mariadb:11.8@sha256:ab]"));
        assertThat(differences(planned(plan -> first(plan, "servers").put("client", "c2"))))
                .containsExactly(line("client host", "[mariadb client]", "[mariadb c2]"));
        assertThat(differences(planned(plan -> first(plan, "servers").put("clientCpus", "1"))))
                .containsExactly(line("pinning of the client", "[mariadb none]", "[mariadb 1]"));
        assertThat(differences(planned(plan -> {
                    ObjectNode driver = first(plan, "drivers");
                    ((ObjectNode) driver.get("options")).put("useCompression", "true");
                })))
                .singleElement()
                .asString()
                .startsWith("driver ")
                .contains(" {} in " + FIRST, "{useCompression=true} in " + SECOND);
    }

    @Test
    void sessionIsCompared() {
        assertThat(differences(inSession(session -> session.put("scenariosSha256", "cd34"))))
                .containsExactly(line("scenarios jar", "ab12", "cd34"));
        assertThat(differences(inSession(session -> first(session, "servers").put("version", "12.0.1-MariaDB"))))
                .containsExactly(line(
                        "server",
                        "[mariadb 11.4.5-MariaDB (inserts into MEMORY)]",
                        "[mariadb 12.0.1-MariaDB (inserts into MEMORY)]"));
    }

    @Test
    void processorIsComparedIfBothRunsKnowIt() {
        Fold slow = run(FIRST, plan -> {}, session -> {}, Map.of("client", Map.of("cpu", "Slow 1")));
        Fold fast = run(SECOND, plan -> {}, session -> {}, Map.of("client", Map.of("cpu", "Fast 2")));
        assertThat(Comparability.differences(List.of(slow, fast)))
                .containsExactly(line("CPU of the client", "Slow 1", "Fast 2"));
        assertThat(differences(fast)).isEmpty();
    }

    private static void own(ObjectNode plan, String sql, String setUp) {
        ArrayNode all = plan.putArray("sql");
        SqlScenario.Line create = new SqlScenario.Line(setUp, 2);
        for (String name : List.of("other", "totals")) {
            String statement = name.equals("other") ? "select 1" : sql;
            all.add(Json.read(
                    Json.line(new SqlScenario(
                            name,
                            "totals.sql",
                            new SqlScenario.Line(statement, 4),
                            List.of(),
                            List.of(create),
                            List.of())),
                    ObjectNode.class));
        }
    }

    @Test
    void ownStatementsAreCompared() {
        Fold one = run(FIRST, plan -> own(plan, "select 2", "create table t (a int)"), session -> {}, Map.of());
        Fold other = planned(plan -> own(plan, "select 3", "create table t (a int)"));
        assertThat(Comparability.differences(List.of(one, other)))
                .containsExactly(line(
                        "scenario totals",
                        "select 2 [] after [create table t (a int)]",
                        "select 3 [] after [create table t (a int)]"));
        assertThat(Comparability.differences(List.of(BEFORE, other)))
                .as("only one of them has the scenarios")
                .isEmpty();
    }

    private static void dump(ObjectNode plan) {
        SetUp dump = new SetUp("shop.sql", List.of(new SqlScenario.Line("create table t (a int)", 1)));
        plan.set("setUp", Json.read(Json.line(dump), ObjectNode.class));
    }

    @Test
    void dataOfTheSetUpIsCompared() {
        assertThat(differences(planned(ComparabilityTest::dump)))
                .singleElement()
                .asString()
                .matches("data of --setup: none in " + FIRST + "; [0-9a-f]{6,8} in " + SECOND);
        assertThat(Comparability.differences(List.of(
                        run(FIRST, ComparabilityTest::dump, session -> {}, Map.of()),
                        planned(ComparabilityTest::dump))))
                .isEmpty();
    }
}
