package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.run.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@OnThisMachine
class AnatomyIT {
    @TempDir
    private Path directory = Path.of("unused");

    private JsonNode json(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--install", "portable", "--format", "json", "--results", directory.toString()));
        Ended ended = BenchTest.bench(all.toArray(String[]::new));
        assertThat(ended.code()).as(ended.err()).isZero();
        return Json.read(ended.out(), JsonNode.class);
    }

    /** The names of replayed cells, and those of the others with the reason. */
    private record Rehearsed(List<String> replayed, List<String> refused) {}

    /** Every cell is rehearsed: its check has the same result from memory, and its operation repeats itself. */
    private Rehearsed rehearsed(String... scenarios) {
        JsonNode cells = json("explain", "--transport", "memory", "--scenario", String.join(",", scenarios))
                .get("cells");
        Rehearsed rehearsed = new Rehearsed(new ArrayList<>(), new ArrayList<>());
        for (JsonNode cell : cells) {
            String name = cell.get("scenario").asString() + " "
                    + cell.get("mode").asString() + " " + cell.get("driver").asString();
            if (cell.get("status").asString().equals("ok")) {
                rehearsed.replayed.add(name);
            } else {
                rehearsed.refused.add(name + ": " + cell.get("reason").asString());
            }
        }
        return rehearsed;
    }

    @Test
    void everyDriverIsReplayed() {
        Rehearsed rehearsed = rehearsed("Select1Row:hit", "InsertBatch100:rewrite", "Connect:plain");
        assertThat(rehearsed.replayed)
                .containsExactlyInAnyOrder(
                        "Select1Row hit mariadb",
                        "Select1Row hit mysql",
                        "InsertBatch100 rewrite mariadb",
                        "InsertBatch100 rewrite mysql",
                        "InsertBatch100 rewrite drizzle",
                        "Connect plain mariadb",
                        "Connect plain mysql",
                        "Connect plain drizzle");
        assertThat(rehearsed.refused).hasSize(1);
    }

    @Test
    @Full
    void operationsOfEveryKindAreReplayed() {
        Rehearsed rehearsed = rehearsed(
                "Do1:text",
                "Select1Row:miss",
                "Select1000BigRowsFetch:stream",
                "CallOutParameter:text",
                "PoolBorrow:text");
        assertThat(rehearsed.replayed)
                .containsExactlyInAnyOrder(
                        "Do1 text mariadb",
                        "Do1 text mysql",
                        "Do1 text drizzle",
                        "Select1Row miss mariadb",
                        "Select1Row miss mysql",
                        "CallOutParameter text mariadb",
                        "CallOutParameter text mysql",
                        "PoolBorrow text mariadb",
                        "PoolBorrow text mysql",
                        "PoolBorrow text drizzle");
        String tooMuch = "an operation exchanges too much to keep in memory (a recording has at most 48 MiB)";
        assertThat(rehearsed.refused)
                .contains(
                        "Select1000BigRowsFetch stream mariadb: " + tooMuch,
                        "Select1000BigRowsFetch stream mysql: " + tooMuch)
                .hasSize(5);
    }

    @Test
    void driversThatSendTheSameBytesHaveOneFloor() {
        JsonNode cells = json(
                        "explain", "--no-own", "--transport", "floor", "--scenario", "Do1:text,InsertBatch100:text")
                .get("cells");
        List<String> floors = new ArrayList<>();
        for (JsonNode cell : cells) {
            floors.add(cell.get("scenario").asString() + " "
                    + cell.get("driver").asString() + ": " + cell.get("reason").asString(""));
        }
        String same =
                "sends the same bytes as mariadb@" + "4.0.0" + ", so it has the same floor, which is measured once";
        assertThat(floors)
                .containsExactlyInAnyOrder(
                        "Do1 mariadb: ",
                        "Do1 mysql: " + same,
                        "Do1 drizzle: " + same,
                        "InsertBatch100 mariadb: ",
                        "InsertBatch100 mysql: ",
                        "InsertBatch100 drizzle: ");
    }

    @Test
    void explainLooksAtOwn() {
        JsonNode cells = json(
                        "explain",
                        "--scenario",
                        "Do1,OltpPointSelect",
                        "--mode",
                        "text",
                        "--driver",
                        "mariadb",
                        "--transport",
                        "tcp,tls")
                .get("cells");
        assertThat(cells).isNotEmpty();
        for (JsonNode cell : cells) {
            if (cell.get("transport").asString().equals("tls")) {
                assertThat(cell.get("own").get("unavailable").asString())
                        .contains("TLS connection has keys of its own");
                continue;
            }
            double own = cell.get("own").get("micros").asDouble();
            assertThat(own).isBetween(0.01, 100.0);
            assertThat(cell.get("own").get("allocBytes").asDouble()).isBetween(50.0, 100_000.0);
            assertThat(cell.get("predicted").get(1).get("micros").asDouble())
                    .isEqualTo(own + cell.get("roundTrips").asDouble() * 500);
        }
    }

    /** Measures, which takes minutes. */
    @Test
    @Full
    void ownIsMuchLessThanTheFloor() {
        JsonNode anatomy = json("anatomy", "--scenario", "Select1Row:text", "--groups", "2", "--measured");
        assertThat(anatomy.get("schema").asString()).isEqualTo("anatomy/1");
        assertThat(anatomy.get("operations")).hasSize(3);
        for (JsonNode operation : anatomy.get("operations")) {
            double own = operation.get("own").get("micros").asDouble();
            double floor = operation.get("floor").get("micros").asDouble();
            assertThat(own).isBetween(0.05, floor / 2);
            assertThat(operation.get("measured").get("micros").asDouble()).isGreaterThan(floor * 0.8);
            assertThat(operation.get("allocBytes").asDouble()).isBetween(50.0, 100_000.0);
            assertThat(operation.get("inPlace").get("groups").asInt()).isEqualTo(2);
        }
    }
}
