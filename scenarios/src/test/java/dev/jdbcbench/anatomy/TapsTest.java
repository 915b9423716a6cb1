package dev.jdbcbench.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TapsTest {
    private final Taps taps = new Taps();
    private final List<String> broken = new ArrayList<>();
    private final Random random = new Random(1);
    private ToyServer server;
    private ToyDriver driver;

    @BeforeEach
    void connect() throws IOException {
        server = new ToyServer();
        driver = new ToyDriver(taps, server.address());
        taps.whenBroken(broken::add);
    }

    @AfterEach
    void close() throws IOException {
        taps.pass();
        driver.close();
        server.close();
    }

    private Recording recorded(ToyDriver.Work<?> operation) throws SQLException, RefusedException {
        return taps.record(() -> ToyDriver.sql(operation));
    }

    private void replays(ToyDriver.Work<?> operation) throws SQLException, RefusedException {
        taps.replay(recorded(operation));
    }

    @Test
    void aRecordedOperationNeedsNoServer() throws Exception {
        replays(() -> driver.query("one") + driver.query("two"));
        int before = server.commands();
        for (int i = 0; i < 100; i++) {
            assertThat(driver.query("one")).isEqualTo("you said one");
            assertThat(driver.query("two")).isEqualTo("you said two");
        }
        assertThat(server.commands()).isEqualTo(before);
        assertThat(taps.turns()).isEqualTo(200);
        assertThat(taps.turnsPerOperation()).isEqualTo(2);
        assertThat(broken).isEmpty();
    }

    @Test
    void theServerAnswersAgainAfterwards() throws Exception {
        replays(() -> driver.query("one"));
        driver.query("one");
        taps.pass();
        assertThat(driver.query("something else")).isEqualTo("you said something else");
    }

    @Test
    void severalCommandsMayBeSentAtOnce() throws Exception {
        ToyDriver.Work<String> pipelined = () -> {
            driver.send(ToyServer.QUERY, "one");
            driver.send(ToyServer.QUERY, "two");
            return driver.answer() + driver.answer();
        };
        replays(pipelined);
        assertThat(pipelined.get()).isEqualTo("you said oneyou said two");
        assertThat(taps.turns()).isEqualTo(1);
    }

    @Test
    void whatAnOperationSendsLastBelongsToTheNext() throws Exception {
        replays(() -> driver.prepared("select"));
        for (int i = 0; i < 10; i++) {
            assertThat(driver.prepared("select")).isEqualTo("executed");
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void parametersMayVaryInLength() throws Exception {
        ToyDriver.Work<String> varying = () -> driver.query("x".repeat(10 + random.nextInt(20)));
        replays(varying);
        for (int i = 0; i < 100; i++) {
            assertThat(varying.get()).startsWith("you said x");
        }
        assertThat(broken).isEmpty();
        assertThatThrownBy(() -> driver.query("x".repeat(200)))
                .hasMessageContaining("it sends 205 bytes")
                .hasMessageContaining("recorded:");
    }

    @Test
    void shorterRequestsThanThoseThatWereRecordedAreCaught() throws Exception {
        replays(() -> driver.query("x".repeat(100 + random.nextInt(20))));
        assertThat(driver.query("x".repeat(100))).startsWith("you said x");
        assertThatThrownBy(() -> driver.query("x")).hasMessageContaining("it sends 6 bytes");
        assertThat(broken).hasSize(1);
    }

    /** A key with four digits in most operations, and with three in one of ten, may also have one. */
    @Test
    void aNumberMayHaveFewerDigitsThanInAnyRecordedOperation() throws Exception {
        int[] done = {0};
        replays(() -> driver.query("SELECT " + (done[0]++ % 10 == 5 ? 123 : 1234)));
        assertThat(driver.query("SELECT 7")).startsWith("you said SELECT");
        assertThat(broken).isEmpty();
        assertThatThrownBy(() -> driver.query("SELECT 123456789")).hasMessageContaining("it sends");
    }

    /** It does as recorded at first, and prepares its statement after some operations. */
    @Test
    void aDriverThatChangesItsExchangeLaterIsCaught() throws Exception {
        int[] done = {0};
        ToyDriver.Work<String> operation = () -> done[0]++ < 200 ? driver.query("select") : driver.prepared("select");
        replays(operation);
        while (done[0] < 200) {
            assertThat(operation.get()).isEqualTo("you said select");
        }
        assertThatThrownBy(operation::get).hasMessageContaining("does not repeat itself");
        assertThat(broken).singleElement().asString().contains("it sends", "recorded:");
    }

    @Test
    void anOperationMayOpenAConnection() throws Exception {
        ToyDriver.Work<String> connect = () -> {
            try (ToyDriver another = new ToyDriver(taps, server.address())) {
                return another.query("one");
            }
        };
        replays(connect);
        int before = server.commands();
        for (int i = 0; i < 30; i++) {
            assertThat(connect.get()).isEqualTo("you said one");
        }
        assertThat(server.commands()).isEqualTo(before);
        assertThat(taps.turns()).isEqualTo(60);
        assertThat(broken).isEmpty();
    }

    @Test
    void theConnectionsOfAPoolRepeatInAnyOrder() throws Exception {
        try (ToyDriver other = new ToyDriver(taps, server.address())) {
            ToyDriver.Work<String> borrowing = () -> (random.nextInt(3) == 0 ? driver : other).query("one");
            replays(borrowing);
            for (int i = 0; i < 100; i++) {
                assertThat(borrowing.get()).isEqualTo("you said one");
            }
            assertThat(broken).isEmpty();
            taps.pass();
        }
    }

    @Test
    void anotherCommandOfTheSameLengthIsCaught() throws Exception {
        replays(() -> driver.query("one"));
        driver.query("one");
        assertThatThrownBy(() -> {
                    driver.send(ToyServer.PING, "one");
                    driver.answer();
                })
                .isInstanceOf(IOException.class);
        assertThat(broken)
                .singleElement()
                .asString()
                .contains("does not repeat itself")
                .contains("8 bytes (04 00 00 00 0e)")
                .contains("recorded: 8 bytes (04 00 00 00 03)");
        assertThat(taps.broken()).contains(broken.get(0));
    }

    @Test
    void anAdditionalCommandIsCaught() throws Exception {
        replays(() -> driver.query("one") + driver.query("a longer one"));
        driver.query("one");
        assertThatThrownBy(() -> driver.query("one")).hasMessageContaining("it sends 8 bytes");
    }

    @Test
    void anAdditionalTurnOfTheSameKindShowsInTheirNumber() throws Exception {
        replays(() -> driver.query("one"));
        driver.query("one");
        driver.query("one");
        OwnTurn turn = new OwnTurn(1, taps.turns(), taps.turnsPerOperation());
        assertThat(turn.fits(2)).isTrue();
        assertThat(turn.fits(1)).isFalse();
    }

    @Test
    void waitingForMoreThanTheRecordedAnswerIsCaught() throws Exception {
        replays(() -> driver.query("one"));
        driver.query("one");
        assertThatThrownBy(driver::answer)
                .hasMessageContaining("it waits for more than the recorded answer of 17 bytes");
    }

    @Test
    void goingOnBeforeTheAnswerWasReadIsCaught() throws Exception {
        server.answers(text -> "x".repeat(20_000)); // more than the driver's buffer
        replays(() -> driver.query("one"));
        driver.send(ToyServer.QUERY, "one");
        driver.answer(5);
        assertThatThrownBy(() -> driver.send(ToyServer.QUERY, "one"))
                .hasMessageContaining("it writes before it has read the whole answer");
    }

    @Test
    void openingAConnectionThatWasNotRecordedIsCaught() throws Exception {
        replays(() -> driver.query("one"));
        assertThatThrownBy(() -> new ToyDriver(taps, server.address())).hasMessageContaining("it opens a connection");
        assertThat(broken).hasSize(1);
    }

    @Test
    void anUnusedConnectionMustStaySilent() throws Exception {
        try (ToyDriver other = new ToyDriver(taps, server.address())) {
            replays(() -> driver.query("one"));
            assertThatThrownBy(() -> other.query("one")).hasMessageContaining("recorded: nothing");
            taps.pass();
        }
    }

    @Test
    void anExchangeThatVariesIsRefused() {
        int[] done = {0};
        assertThatThrownBy(() ->
                        recorded(() -> done[0]++ % 2 == 0 ? driver.query("a") : driver.query("a") + driver.query("b")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("does not repeat itself: 2 turns, then 1");
    }

    @Test
    void commandsThatVaryAreRefusedAndBothAreShown() {
        int[] done = {0};
        assertThatThrownBy(() -> recorded(() -> {
                    driver.send(done[0]++ % 2 == 0 ? ToyServer.PING : ToyServer.QUERY, "a");
                    return driver.answer();
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("(02 00 00 00 03), then 6 bytes (02 00 00 00 0e)");
    }

    @Test
    void aDriverThatReadsInAnotherThreadIsRefused() {
        assertThatThrownBy(() -> recorded(() -> {
                    driver.send(ToyServer.QUERY, "one");
                    return inAnotherThread(driver::answer);
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("the driver reads answers in another thread (");
    }

    private static String inAnotherThread(ToyDriver.Work<String> work) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> {
                        try {
                            return work.get();
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
    }

    @Test
    void anEncryptedConnectionIsRefused() {
        server.answers(text -> "a secret");
        byte[] record = new byte[4 + 0x030317]; // looks like a packet to the server
        record[0] = 0x17;
        record[1] = 0x03;
        record[2] = 0x03;
        record[4] = ToyServer.QUERY;
        assertThatThrownBy(() -> recorded(() -> {
                    driver.sendRaw(record);
                    return driver.answer();
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("encrypted");
    }

    @Test
    void anOperationThatUsesNoSocketIsRefused() {
        assertThatThrownBy(() -> recorded(() -> "nothing"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no byte went through a java.net.Socket");
    }

    @Test
    void tooMuchToKeepIsRefused() {
        byte[] large = new byte[4 + 0xffffff];
        large[0] = large[1] = large[2] = (byte) 0xff;
        large[4] = ToyServer.QUERY;
        server.answers(text -> "too large");
        assertThatThrownBy(() -> recorded(() -> {
                    driver.sendRaw(large);
                    driver.sendRaw(large);
                    return driver.answer() + driver.answer();
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("too much to keep in memory (a recording has at most 48 MiB)");
    }

    @Test
    void aConnectionThatStaysOpenIsRefused() {
        assertThatThrownBy(() -> recorded(() -> new ToyDriver(taps, server.address())))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("opens 1 connections, and closes 0");
    }

    @Test
    void theReportOfATurnIsReadAsItWasWritten() {
        OwnTurn turn = new OwnTurn(123, 456, 7);
        assertThat(OwnTurn.isLine(turn.line())).isTrue();
        assertThat(OwnTurn.of(turn.line())).isEqualTo(turn);
        assertThatThrownBy(() -> OwnTurn.of("OWN 1 2")).isInstanceOf(NumberFormatException.class);
    }
}
