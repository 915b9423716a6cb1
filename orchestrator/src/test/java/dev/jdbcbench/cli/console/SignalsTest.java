package dev.jdbcbench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.failure.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalsTest {
    private static final long SECOND = 1_000_000_000;

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong(SECOND);
    private final CountDownLatch undone = new CountDownLatch(1);
    private final Thread working = new Thread(this::work, "work under test");
    private volatile Signals signals = withLastWord(Duration.ofSeconds(10));
    private final Signals.Work work = new Signals.Work() {
        @Override
        public void stopRequested(String signal) {
            happened.add("asked " + signal);
        }

        @Override
        public void left() {
            happened.add("left");
        }
    };
    private int swallow;

    private Signals withLastWord(Duration lastWord) {
        return new Signals(
                working,
                nanos::get,
                code -> happened.add("halt " + code),
                new Signals.Waits(Duration.ofMillis(10), lastWord));
    }

    /** Measures until it is interrupted, but swallows some interrupts; then undoes until the test releases it. */
    private void work() {
        for (int interrupts = 0; interrupts <= swallow; interrupts++) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                happened.add("interrupt");
            }
        }
        signals.cleaningUp();
        Thread.interrupted(); // another one may have come before, and a clean-up clears it, too
        try {
            undone.await();
        } catch (InterruptedException e) {
            happened.add("disturbed");
        }
    }

    private void begin() {
        signals.begin(work);
        working.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        undone.countDown();
        while (working.isAlive()) { // in case an expected signal never came
            working.interrupt();
            working.join(10);
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void firstSignalRequestsAnEndAndSetsTheExitCode(String signal, int code) {
        swallow = 1;
        begin();
        assertThat(signals.exitCode(0)).isZero();
        signals.arrived(signal);
        await().untilAsserted(() ->
                assertThat(happened).containsExactlyInAnyOrder("asked " + signal, "interrupt", "interrupt"));
        assertThat(signals.exitCode(4)).isEqualTo(code);
    }

    @Test
    void secondSignalListsLeftoversAndKeepsTheFirstExitCode() {
        begin();
        signals.arrived("TERM");
        nanos.addAndGet(SECOND);
        signals.arrived("INT");
        assertThat(happened).contains("interrupt").endsWith("left", "halt 143").doesNotContain("disturbed");
    }

    @Test
    void workAfterACleanUpCanStillBeInterrupted() {
        begin();
        signals.cleaningUp();
        signals.continueWork();
        signals.arrived("INT");
        await().untilAsserted(() -> assertThat(happened).contains("interrupt"));
        signals.cleaningUp();
        assertThatThrownBy(signals::continueWork).isInstanceOf(Failure.Interrupted.class);
    }

    @Test
    void simultaneousSignalsAreOneRequest() {
        begin();
        signals.arrived("HUP");
        nanos.addAndGet(SECOND / 10);
        signals.arrived("HUP");
        signals.arrived("TERM");
        assertThat(happened).doesNotContain("left", "halt 129");
        nanos.addAndGet(SECOND);
        signals.arrived("HUP");
        assertThat(happened).contains("left", "halt 129");
    }

    @Test
    void withoutWorkASignalExitsAtOnce() {
        working.start();
        signals.arrived("INT");
        assertThat(happened).containsExactly("halt 130");
        signals.cleaningUp();
        working.interrupt();
    }

    @Test
    void blockedLastMessageDoesNotPreventTheExit() {
        CountDownLatch never = new CountDownLatch(1);
        signals = withLastWord(Duration.ofMillis(20));
        signals.begin(new Signals.Work() {
            @Override
            public void stopRequested(String signal) {
                left();
            }

            @Override
            public void left() {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    happened.add("disturbed");
                }
            }
        });
        working.start();
        signals.arrived("INT");
        nanos.addAndGet(SECOND);
        signals.arrived("INT");
        assertThat(happened).containsExactly("interrupt", "halt 130");
        never.countDown();
    }
}
