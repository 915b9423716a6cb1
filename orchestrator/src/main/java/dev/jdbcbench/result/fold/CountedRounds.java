package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.List;

/** The rounds of all groups after their warm-up, and which of them were dropped. */
final class CountedRounds {
    private CountedRounds() {}

    static Results.Rounds of(List<Event> events) {
        int number = 0;
        List<Results.DroppedRound> dropped = new ArrayList<>();
        for (Fact.GroupFinished group : Event.facts(events, Fact.GroupFinished.class)) {
            number += group.rounds() - group.warmUp();
            group.dropped()
                    .forEach(round -> dropped.add(new Results.DroppedRound(
                            group.block(), group.row(), round.round(), round.cause(), round.compiled())));
        }
        return new Results.Rounds(number, dropped);
    }
}
