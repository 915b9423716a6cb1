package dev.jdbcbench.report.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PingJsonTest {
    private static final String CELL = "distant/client/db1/mariadb/Do1/text/mariadb@4.0.0/tcp/1";

    private static RunExample example() {
        return new RunExample("r", Topology.DISTANT, 2, true)
                .rtt(RttMethod.PROTOCOL, 350.0, 352.0)
                .noRtt(RttMethod.ICMP, "no ping program")
                .around(List.of(360.0, 361.0), List.of(370.0))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 400, 402)
                .around(List.of(), List.of(900.0))
                .rejected("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 2, 800, "20 segments sent again");
    }

    @Test
    void everySampleIsIncludedEvenAroundForks() {
        JsonNode json = Json.read(Json.pretty(PingJson.of(example().fold())), JsonNode.class);
        assertThat(json.get("schema").asString()).isEqualTo("ping/1");
        JsonNode series = json.get("series");
        assertThat(series.size())
                .as("two before the block, two around each of two forks, and one after a rejected fork")
                .isEqualTo(7);
        assertThat(series.get(0).propertyNames())
                .containsExactly(
                        "topology", "server", "block", "method", "at", "micros", "unavailable", "cell", "position");
        assertThat(series.at("/0/cell").isNull()).isTrue();
        assertThat(series.at("/0/position").isNull()).isTrue();
        assertThat(series.at("/1/unavailable").asString()).isEqualTo("no ping program");
        assertThat(series.at("/2/method").asString()).isEqualTo("protocol");
        assertThat(series.at("/2/cell").asString()).isEqualTo(CELL);
        assertThat(series.at("/2/position").asString()).isEqualTo("before");
        assertThat(series.at("/2/micros/1").asDouble()).isEqualTo(361.0);
        assertThat(series.at("/5/block").asInt()).isEqualTo(2);
        assertThat(series.at("/5/position").asString()).isEqualTo("after");
        assertThat(series.at("/6/micros/0").asDouble()).isEqualTo(900.0);
    }

    @Test
    void jsonCanBeReadBack() {
        PingJson ping = PingJson.of(example().fold());
        assertThat(Json.read(Json.pretty(ping), PingJson.class)).isEqualTo(ping);
    }

    @Test
    void rttOfARunUsesAllSamples() {
        RttResult protocol = Objects.requireNonNull(
                Objects.requireNonNull(example().fold().results().topologies().get(Topology.DISTANT))
                        .rtt()
                        .get("protocol"));
        // 350, 352, 360, 361, 370, 360, 361, 370, 900
        assertThat(protocol.samples()).isEqualTo(9);
        assertThat(protocol.medianMicros()).isEqualTo(361.0);
        assertThat(protocol.p95Micros()).isEqualTo(900.0);
    }
}
