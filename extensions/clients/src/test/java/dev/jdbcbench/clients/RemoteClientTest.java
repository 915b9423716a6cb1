package dev.jdbcbench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.agent.group.GroupHosts;
import dev.jdbcbench.load.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoteClientTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration NOW = Duration.ZERO;

    @TempDir
    private Path directory = Path.of("");

    private RemoteClient client = new RemoteClient(new Share("c2", 1, 2), new Mailbox(Path.of("")));

    @BeforeEach
    void clientOfThisDirectory() {
        client = new RemoteClient(new Share("c2", 1, 2), new Mailbox(directory));
    }

    private List<String> sent() throws IOException {
        return Files.readAllLines(directory.resolve("to-clients"));
    }

    private void lost(RemoteClient.Request question, String reason) {
        assertThatThrownBy(() -> client.answer(question, SOON))
                .asInstanceOf(type(GroupHosts.LostException.class))
                .satisfies(lost -> {
                    assertThat(lost.host()).isEqualTo("c2");
                    assertThat(lost).hasMessage(reason);
                });
    }

    @Test
    void answersAreMatchedByRequestNumber() throws Exception {
        assertThat(client.absent(NOW)).contains("its agent has not started");
        client.received("0 CLOCK -1500000");
        client.received("0 HELLO 17.0.1");
        assertThat(client.absent(NOW)).isEmpty();
        assertThat(client.clockAheadNanos()).isEqualTo(-1_500_000);
        RemoteClient.Request first = client.ask("PING");
        RemoteClient.Request second = client.ask("PREPARE 0");
        assertThat(sent()).containsExactly("c2 1 PING", "c2 2 PREPARE 0");
        client.received("2 READY");
        client.received("1 PONG");
        assertThat(client.answer(first, SOON)).isEqualTo("PONG");
        assertThat(client.answer(second, SOON)).isEqualTo("READY");
    }

    @Test
    void requestFromBeforeALossIsNeverAnswered() throws Exception {
        client.received("0 HELLO 17");
        RemoteClient.Request before = client.ask("TURN 0 0 G");
        client.received("0 GONE its agent ended");
        lost(before, "its agent ended");
        assertThat(client.absent(NOW)).contains("its agent ended");
        client.received("0 HELLO 17");
        assertThat(client.absent(NOW)).isEmpty();
        lost(before, "its agent ended");
    }

    @Test
    void silentClientIsRestarted() throws Exception {
        client.received("0 HELLO 17");
        RemoteClient.Request question = client.ask("PING");
        assertThatThrownBy(() -> client.answer(question, NOW)).hasMessage("it did not answer within 0 s");
        assertThat(sent()).containsExactly("c2 1 PING", "c2 0 RESTART");
        assertThat(client.absent(NOW)).contains("it did not answer within 0 s");
    }

    @Test
    void malformedLinesAreIgnored() throws Exception {
        client.received("0 HELLO 17");
        for (String line :
                List.of("", " ", "x y", "0", "0 WHAT now", "0 CLOCK late", "99999999999999999999 PONG", "7")) {
            client.received(line);
        }
        assertThat(client.absent(NOW)).isEmpty();
        RemoteClient.Request question = client.ask("PING");
        client.received("1 PONG");
        assertThat(client.answer(question, SOON)).isEqualTo("PONG");
    }

    @Test
    void linesArriveWholeAndInOrder() throws Exception {
        Path in = Files.createFile(directory.resolve("from-clients"));
        LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
        new Mailbox(directory).listen(received::add);
        Files.writeString(in, "c2 1 PO", StandardOpenOption.APPEND);
        assertThat(received.poll(50, TimeUnit.MILLISECONDS))
                .as("an incomplete line is not passed on")
                .isNull();
        Files.writeString(in, "NG é\nc3 2 READY\n", StandardOpenOption.APPEND);
        assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo("c2 1 PONG é");
        assertThat(received.poll(5, TimeUnit.SECONDS)).isEqualTo("c3 2 READY");
    }

    @Test
    void startWaitsForTheAgreedTime() throws Exception {
        long start = WallClock.nanos() + 20_000_000;
        assertThat(WallClock.await(start)).isGreaterThanOrEqualTo(start);
        long past = WallClock.nanos() - 1;
        assertThat(WallClock.await(past)).isGreaterThan(past);
        assertThatThrownBy(() ->
                        WallClock.await(WallClock.nanos() + Duration.ofHours(1).toNanos()))
                .hasMessageContaining("s away");
    }
}
