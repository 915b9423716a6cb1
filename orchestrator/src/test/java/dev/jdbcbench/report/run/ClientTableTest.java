package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ClientTableTest {
    private static String times(long nanos, long number) {
        Histogram times = new Histogram(1, 3_600_000_000_000L, 3);
        times.recordValueWithCount(nanos, number);
        ByteBuffer buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int length = times.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static Results onThreeClients() {
        return new RunExample("20261121-091500-distant-7f3a", Topology.DISTANT, 3, true)
                .onClients(
                        new ClientShare("c1", 2, 6000, 600, 0.2, times(100_000, 6000)),
                        new ClientShare("c2", 1, 3000, 300, 3.5, times(200_000, 3000)),
                        new ClientShare("c3", 1, 1000, 100, 1.5, times(900_000, 1000)))
                .lostClient(2, "c2", "its agent ended")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101, 102)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 110, 111, 112)
                .fold()
                .results();
    }

    @Test
    void shareOfEachClientIsShown() {
        String text = Rendered.wide(onThreeClients());
        assertThat(text)
                .contains("all clients together")
                .contains("c1 60.0, c2 30.0, c3 10.0")
                .contains("1000");
        String flat = text.replaceAll("\\s+", " ");
        assertThat(flat)
                .contains(
                        "3 clients measured together, with these shares of the operations: c1 60.0 %, c2 30.0 %, c3 10.0 %;"
                                + " the latest turn began 3.5 ms after the common start; RTT and noise are those of c1.")
                .contains(
                        "the client c2 was lost during block 2, so its group was measured again by all clients: its agent ended.");
    }

    @Test
    void timesAreThoseOfAllOperations() {
        CellResult cell = onThreeClients().cells().get(0);
        assertThat(Objects.requireNonNull(cell.clients()).times().operations()).isEqualTo(30_000);
        assertThat(cell.clients().times().p50Micros()).isBetween(99.9, 100.1);
        assertThat(cell.clients().times().p95Micros()).isBetween(899.0, 901.0);
        JsonNode json = Json.read(Json.line(cell), JsonNode.class);
        assertThat(json.at("/clients/parts/1/client").asString()).isEqualTo("c2");
        assertThat(json.at("/clients/parts/1/sharePercent").asDouble()).isEqualTo(30);
    }

    @Test
    void singleClientHasNoShares() {
        Results results = RunExample.local().fold().results();
        assertThat(Rendered.wide(results)).doesNotContain("clients");
        assertThat(Json.line(results.cells().get(0))).doesNotContain("\"clients\"");
    }
}
