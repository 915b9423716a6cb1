package dev.jdbcbench.agent.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.traffic.ClientCommands.Asked;
import dev.jdbcbench.agent.traffic.Traffic.Chunk;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnConnectionsTest {
    private static final int SCENARIO = 0;
    private static final int OTHER = 1;

    private final OwnConnections own = new OwnConnections();
    private long nanos;

    private Chunk asks(int connection) {
        return new Chunk(connection, Kind.UP, nanos++, 10, new Asked(true, 1));
    }

    private Chunk chunk(int connection, Kind kind) {
        return new Chunk(connection, kind, nanos++, 0);
    }

    @Test
    void whoSendsWhileTheOperationWaitsIsNotTheOperation() {
        boolean unused =
                own.during(List.of(asks(SCENARIO), asks(OTHER), chunk(SCENARIO, Kind.DELIVERED)), Set.of(SCENARIO), 0);
        assertThat(own.found()).containsExactly(OTHER);
    }

    @Test
    void whoSendsWhileNothingRunsIsNotTheOperation() {
        own.whileIdle(List.of(asks(OTHER), asks(SCENARIO)), Set.of(SCENARIO));
        assertThat(own.found()).containsExactly(OTHER);
    }

    /** As with a replication URL: the operation switches to another server. */
    @Test
    void secondConnectionInTurnBelongsToTheOperation() {
        boolean unused = own.during(
                List.of(
                        asks(SCENARIO),
                        chunk(SCENARIO, Kind.DELIVERED),
                        asks(OTHER),
                        chunk(OTHER, Kind.DELIVERED),
                        asks(SCENARIO)),
                Set.of(SCENARIO),
                0);
        assertThat(own.found()).isEmpty();
    }

    @Test
    void poolThatSendsOverSeveralConnectionsAtOnceBelongsToTheOperation() {
        boolean unused = own.during(List.of(asks(SCENARIO), asks(OTHER)), Set.of(SCENARIO, OTHER), 0);
        assertThat(own.found()).isEmpty();
    }

    @Test
    void connectionThatTheOperationOpensAndClosesIsItsOwn() {
        boolean unused = own.during(
                List.of(
                        chunk(OTHER, Kind.OPENED),
                        asks(2),
                        chunk(OTHER, Kind.DELIVERED),
                        asks(OTHER),
                        chunk(OTHER, Kind.CLOSED)),
                Set.of(SCENARIO),
                0);
        assertThat(own.found()).containsExactly(2);
    }

    private List<Chunk> twoAtOnce() {
        return List.of(
                chunk(SCENARIO, Kind.OPENED),
                chunk(OTHER, Kind.OPENED),
                chunk(SCENARIO, Kind.CLOSED),
                chunk(OTHER, Kind.CLOSED));
    }

    /** The scenario opens one connection, and one of the driver's own comes and goes at the same time. */
    @Test
    void connectionsThatComeAndGoAtTheSameTimeAreUnclear() {
        assertThat(own.during(twoAtOnce(), Set.of(), 1)).isTrue();
        assertThat(own.during(twoAtOnce(), Set.of(), 2))
                .as("the scenario opens both")
                .isFalse();
    }
}
