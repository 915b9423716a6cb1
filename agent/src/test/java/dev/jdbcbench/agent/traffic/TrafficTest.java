package dev.jdbcbench.agent.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.agent.traffic.ClientCommands.Asked;
import dev.jdbcbench.agent.traffic.Traffic.Chunk;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Times are in tenths of a millisecond. One way takes 2 ms, so a waiting client is silent for 4 ms. */
class TrafficTest {
    private static final long TENTH = 100_000;

    private final List<Chunk> chunks = new ArrayList<>();
    private int connection;

    /** Sends all following data through this connection. */
    private TrafficTest through(int number) {
        connection = number;
        return this;
    }

    /** Bytes that want an answer. */
    private TrafficTest up(int... times) {
        for (int time : times) {
            chunks.add(new Chunk(connection, Kind.UP, time * TENTH, 10, new Asked(true, 1)));
        }
        return this;
    }

    /** Bytes from the server, which reach the client after the way. */
    private TrafficTest down(int... times) {
        for (int time : times) {
            add(Kind.DELIVERED, time + 20);
        }
        return add(Kind.DOWN, times);
    }

    private TrafficTest add(Kind kind, int... times) {
        for (int time : times) {
            chunks.add(new Chunk(connection, kind, time * TENTH, 10));
        }
        return this;
    }

    private int roundTrips() {
        return traffic(Long.MAX_VALUE).roundTrips();
    }

    private Traffic traffic(long ended) {
        chunks.sort(java.util.Comparator.comparingLong(Chunk::nanos));
        return new Traffic(chunks, Map.of(), List.of(), true, Duration.ofMillis(2), ended);
    }

    /** The end of a TLS 1.3 handshake, the server's tickets, and a login that is sent 5 ms later. */
    @Test
    void pauseAfterBytesThatWantNoAnswerIsNotAWait() {
        assertThat(up(0).down(21).add(Kind.UP, 42).down(63).up(92).down(113).roundTrips())
                .isEqualTo(2);
    }

    /** The server begins its answer before it has the second command, as after a pause of the client. */
    @Test
    void bytesThatLeftTheServerBeforeTheQuestionDoNotAnswerIt() {
        assertThat(up(0).down(21).up(42).down(61).up(83).roundTrips()).isEqualTo(1);
    }

    @Test
    void answerAfterTheEndIsNotWaitedFor() {
        up(0, 42).down(21, 63);
        assertThat(traffic(43 * TENTH).roundTrips()).isEqualTo(1);
        assertThat(traffic(84 * TENTH).roundTrips()).isEqualTo(2);
    }

    @Test
    void commandsThatWaitForEachOtherDoNotOverlap() {
        assertThat(up(0, 42).down(21, 63).traffic(Long.MAX_VALUE).overlaps()).isFalse();
        assertThat(up(70).traffic(Long.MAX_VALUE).overlaps()).isTrue();
    }

    @Test
    void commandsOfTwoConnectionsDoNotOverlap() {
        assertThat(up(0).down(21)
                        .through(1)
                        .up(5)
                        .down(26)
                        .traffic(Long.MAX_VALUE)
                        .overlaps())
                .isFalse();
    }

    @Test
    void requestWithItsResponseIsOneRoundTrip() {
        assertThat(up(0).down(21).roundTrips()).isEqualTo(1);
    }

    @Test
    void sequentialRequestsAreOneRoundTripEach() {
        assertThat(up(0, 42, 84).down(21, 63, 105).roundTrips()).isEqualTo(3);
    }

    @Test
    void pipelinedRequestsAreOneRoundTrip() {
        assertThat(up(0, 1, 2, 3).down(21, 22, 23, 24).roundTrips()).isEqualTo(1);
    }

    @Test
    void sendingDuringResponsesIsNotAWait() {
        // 100 commands sent within 10 ms; the first answers arrive after 4 ms
        for (int i = 0; i < 100; i++) {
            up(i).down(i + 21);
        }
        assertThat(roundTrips()).isEqualTo(1);
    }

    @Test
    void roundTripsOfSuccessiveConnectionsAddUp() {
        assertThat(up(0).down(21).through(1).up(42).down(63).roundTrips()).isEqualTo(2);
    }

    /** The second connection always sends while the first waits, so the client as a whole is never silent for 4 ms. */
    @Test
    void busiestOfConcurrentConnectionsCounts() {
        up(0, 42, 84).down(21, 63, 105);
        through(1).up(25, 67).down(46, 88);
        assertThat(roundTrips()).isEqualTo(3);
    }

    @Test
    void commandWithoutResponseIsNotARoundTrip() {
        // EXECUTE, its answer, and CLOSE, which gets no answer
        assertThat(up(0).down(21).add(Kind.UP, 45).roundTrips()).isEqualTo(1);
    }

    @Test
    void commandWithoutResponseAddsNothingToTheNextRequest() {
        assertThat(up(0).down(21).up(43, 44).down(65).roundTrips()).isEqualTo(2);
    }

    @Test
    void fragmentedResponseIsOneRoundTrip() {
        assertThat(up(0).down(21, 22, 40, 80, 120).roundTrips()).isEqualTo(1);
    }

    @Test
    void openingAConnectionAddsTwoRoundTrips() {
        // greeting, login and its answer, one query
        assertThat(add(Kind.OPENED, 0)
                        .down(61)
                        .up(82)
                        .down(103)
                        .up(124)
                        .down(145)
                        .roundTrips())
                .isEqualTo(4);
    }

    @Test
    void unsolicitedServerDataIsNotARoundTrip() {
        assertThat(down(5).roundTrips()).isZero();
    }

    @Test
    void bytesAndConnectionsAreCountedByKind() {
        add(Kind.OPENED, 0).down(61).up(82, 83);
        Traffic traffic = traffic(Long.MAX_VALUE);
        assertThat(traffic.bytes(Kind.UP)).isEqualTo(20);
        assertThat(traffic.bytes(Kind.DOWN)).isEqualTo(10);
        assertThat(traffic.connections()).isEqualTo(1);
    }
}
