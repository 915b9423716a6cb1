package dev.jdbcbench.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests under which conditions a collection has each note. */
class NotesTest {
    private static final String SHARED = "Local: client and database share the CPUs";
    private static final String RUNS = "Local and distant were measured in different runs";
    private static final String IMPORTED = "Imported runs:";
    private static final String NO_RTT = "The RTT was not measured.";
    private static final String IMPLIED = "Implied round trips:";
    private static final String NOT_COUNTED = "No run counted round trips";

    private static List<String> notes(Fold... runs) {
        return SideBySide.of(List.of(runs), SideBySide.Question.DEFAULT).notes().stream()
                .map(note -> List.of(SHARED, RUNS, IMPORTED, NO_RTT, IMPLIED, NOT_COUNTED).stream()
                        .filter(note::startsWith)
                        .findFirst()
                        .orElse(note))
                .toList();
    }

    private static RunExample both() {
        return new RunExample("20261121-091500-local-000a", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 61, 62)
                .at(Topology.DISTANT)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 400, 402, 404);
    }

    private static Fold apart(RunExample example) {
        ObjectNode plan = Json.read(Json.line(example.plan()), ObjectNode.class);
        for (JsonNode server : plan.get("servers")) {
            if (server.get("topology").asString().equals("local")) {
                ((ObjectNode) server).put("clientCpus", "0").put("databaseCpus", "1");
            }
        }
        return new Fold(Json.read(plan.toString(), Plan.class), example.events());
    }

    @Test
    void separateCpusAreNotShared() {
        RunExample measured = both().rtt(RttMethod.PROTOCOL, 340.0, 341.0, 342.0);
        assertThat(notes(measured.fold())).contains(SHARED).doesNotContain(RUNS, IMPORTED, NO_RTT);
        assertThat(notes(apart(measured))).doesNotContain(SHARED, RUNS);
    }

    @Test
    void twoRunsAreNamed() {
        assertThat(notes(RunExample.local().fold(), RunExample.distant().fold()))
                .contains(RUNS, SHARED)
                .doesNotContain(IMPORTED);
        assertThat(notes(RunExample.local().fold())).as("nothing is paired").doesNotContain(RUNS, SHARED, NOT_COUNTED);
    }

    @Test
    void importedRunsAreNamed() {
        Profile imported =
                new Profile("imported", 3, 3, 6, Duration.ofMillis(250), null, null, true, false, "from a file", false);
        assertThat(imported.interleaved()).isFalse();
        assertThat(notes(
                        RunExample.local().profile(imported).fold(),
                        RunExample.distant().profile(imported).fold()))
                .contains(IMPORTED)
                .as("how its servers were pinned is unknown")
                .doesNotContain(SHARED);
    }

    @Test
    void roundTripsThatNobodyCountedAreNamed() {
        assertThat(notes(both().fold())).contains(NOT_COUNTED);
        assertThat(notes(RunExample.local().fold(), RunExample.distant().fold()))
                .contains(IMPLIED);
    }
}
