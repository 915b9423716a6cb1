package dev.jdbcbench.event;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jdbcbench.event.Event.Source;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SequenceTest {
    private final Sequence sequence = new Sequence();

    private void accept(long seq, Source source) {
        sequence.accept(new Event(seq, Instant.EPOCH, source, new Fact.Note("text")));
    }

    @Test
    void numbersOfEachSourceAreConsecutive() {
        accept(1, Source.ORCHESTRATOR);
        accept(1, Source.AGENT);
        accept(2, Source.AGENT);
        accept(2, Source.ORCHESTRATOR);
        accept(3, Source.AGENT);
    }

    @Test
    void duplicateEventIsRefused() {
        accept(1, Source.AGENT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> accept(1, Source.AGENT))
                .withMessage("event 1 of the agent is here a second time");
    }

    @Test
    void missingEventIsRefused() {
        accept(1, Source.AGENT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> accept(3, Source.AGENT))
                .withMessage("event 3 of the agent is here, but event 2 is missing");
    }
}
