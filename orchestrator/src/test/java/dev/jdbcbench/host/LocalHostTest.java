package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.failure.Failure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LocalHostTest {
    private static final Command ENDED_BY_SIGINT = Command.of("sh", "-c", "exit 130");
    private final LocalHost host = new LocalHost("localhost");

    @Test
    void childKilledByCtrlCIsTreatedAsAnInterrupt() {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        outcome.complete(host.run(ENDED_BY_SIGINT));
                    } catch (Failure e) {
                        outcome.completeExceptionally(e);
                    }
                },
                "run");
        thread.start();
        // Waiting for the child has no time limit. So a timed wait means that the child has died and the interrupt is
        // due.
        await().until(() -> outcome.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        assertThat(outcome)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(Failure.Interrupted.class);
    }

    @Test
    void childKilledByAnotherProcessIsAResult() {
        assertThat(host.run(ENDED_BY_SIGINT).exit()).isEqualTo(130);
    }
}
