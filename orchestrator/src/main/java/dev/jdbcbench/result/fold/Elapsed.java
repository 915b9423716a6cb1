package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How long a run took, by the agent's clock. */
final class Elapsed {
    private Elapsed() {}

    /** The time from first to last event of each session, summed. */
    static Duration of(List<Event> events) {
        Duration elapsed = Duration.ZERO;
        Optional<Instant> last = Optional.empty();
        for (Event event : events) {
            if (event.source() != Event.Source.AGENT) {
                continue;
            }
            Duration since =
                    last.map(before -> Duration.between(before, event.at())).orElse(Duration.ZERO);
            boolean begins = event.is(Fact.SessionStarted.class);
            elapsed = begins || since.isNegative() ? elapsed : elapsed.plus(since);
            last = Optional.of(event.at());
        }
        return elapsed;
    }
}
