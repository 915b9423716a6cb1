package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import java.util.ArrayList;
import java.util.List;

/** Describes which databases and clients died or became unreachable during a run, in sentences. */
final class ServerLosses {
    private ServerLosses() {}

    /** In chronological order. */
    static List<String> of(List<Event> events) {
        List<String> sentences = new ArrayList<>();
        int block = 0;
        for (Event event : events) {
            block = event.as(Fact.BlockStarted.class)
                    .map(Fact.BlockStarted::block)
                    .orElse(block);
            String when = block == 0 ? "before the first block" : "during block " + block;
            event.as(Fact.ServerLost.class).ifPresent(lost -> sentences.add(sentence(lost, when)));
            event.as(Fact.ClientLost.class)
                    .ifPresent(lost -> sentences.add("the client " + lost.client() + " was lost during block "
                            + lost.block() + ", so its group was measured again by all clients: " + lost.reason()));
        }
        return sentences;
    }

    private static String sentence(Fact.ServerLost lost, String when) {
        String database = "the database " + lost.server() + " of " + lost.topology() + " ";
        if (lost.neverStarted()) {
            return database + "did not start, so nothing was measured with it: " + lost.reason();
        }
        if (!lost.returned()) {
            return database + "was lost " + when + ", and its remaining measurements were given up: " + lost.reason();
        }
        if (lost.restarted()) {
            return database + "died " + when + " and was started again; interrupted work was repeated";
        }
        return database + "was lost " + when + " and came back; interrupted work was repeated: " + lost.reason();
    }
}
