package dev.jdbcbench.anatomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BareLoopTest {
    private final Taps taps = new Taps();
    private ToyServer server;
    private ToyDriver driver;

    @BeforeEach
    void connect() throws IOException {
        server = new ToyServer();
        driver = new ToyDriver(taps, server.address());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private BareLoop of(ToyDriver.Work<?> operation) throws Exception {
        return BareLoop.of(taps.record(() -> ToyDriver.sql(operation)), Duration.ofMillis(200));
    }

    @Test
    void theServerSeesTheSameCommands() throws Exception {
        BareLoop loop = of(() -> driver.query("one") + driver.query("two"));
        int before = server.commands();
        for (int i = 0; i < 50; i++) {
            assertThat(loop.run()).isEqualTo(2 * (5 + "you said one".length()));
        }
        assertThat(server.commands() - before).isEqualTo(100);
        assertThat(driver.query("three")).isEqualTo("you said three");
    }

    @Test
    void statementsHaveTheNumbersThatTheServerGaveThem() throws Exception {
        BareLoop loop = of(() -> driver.prepared("select"));
        for (int i = 0; i < 50; i++) {
            loop.run();
        }
        assertThat(server.unknownStatements()).isZero();
        assertThat(server.openStatements()).isEqualTo(1); // the next operation closes it
    }

    @Test
    void anAnswerOfAnotherLengthIsCaught() throws Exception {
        BareLoop loop = of(() -> driver.query("one"));
        loop.run();
        server.answers(text -> "a longer answer than before");
        assertThatThrownBy(loop::run).hasMessageContaining("longer than the recorded one of 17 bytes");
    }

    @Test
    void aShorterAnswerIsNotAwaitedForEver() throws Exception {
        BareLoop loop = of(() -> driver.query("one"));
        loop.run();
        server.answers(text -> "-");
        assertThatThrownBy(loop::run).hasMessageContaining("shorter than the recorded one: 11 of 17 bytes are missing");
    }

    @Test
    void whatItSendsIsToldWithoutTheNumbersOfStatements() throws Exception {
        BareLoop first = of(() -> driver.prepared("select"));
        driver.prepared("another"); // the server gives the next one another number
        BareLoop second = of(() -> driver.prepared("select"));
        assertThat(second.requests()).isEqualTo(first.requests());
        assertThat(of(() -> driver.prepared("SELECT")).requests()).isNotEqualTo(first.requests());
        assertThat(of(() -> driver.query("one")).answers()).isEqualTo(5 + "you said one".length());
    }

    @Test
    void aLoginCannotBeSentAgain() {
        assertThatThrownBy(() -> of(() -> {
                    try (ToyDriver another = new ToyDriver(taps, server.address())) {
                        return another.query("one");
                    }
                }))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a login differs each time");
    }
}
