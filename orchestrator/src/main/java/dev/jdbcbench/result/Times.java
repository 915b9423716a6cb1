package dev.jdbcbench.result;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.event.RunFacts.SessionStarted;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What comparing runs over time needs of one, in addition to its plan: a hundredth of its events.
 *
 * @param closed see {@code fold.Fold#closed}
 * @param complete see {@code fold.Fold#complete}
 * @param session see {@code fold.Fold#session}; null if the agent never started
 * @param hosts facts by the host's name
 * @param cells the cells that have a score, in the order of the plan
 */
public record Times(
        boolean closed,
        boolean complete,
        @MayBeMissing @Nullable SessionStarted session,
        Map<String, Map<String, String>> hosts,
        List<OfCell> cells) {
    public Times {
        hosts = Map.copyOf(hosts);
        cells = List.copyOf(cells);
    }

    /**
     * The time of a cell.
     *
     * @param key the cell's key
     * @param time has a score
     * @param forks score of each fork, µs/op
     */
    public record OfCell(String key, Score time, List<Double> forks) {
        public OfCell {
            forks = List.copyOf(forks);
        }
    }

    /** See {@code fold.Fold#fact}. */
    public Optional<String> fact(String host, String name) {
        return fact(hosts, host, name);
    }

    public static Optional<String> fact(Map<String, Map<String, String>> hosts, String host, String name) {
        return Optional.ofNullable(hosts.get(host))
                .map(facts -> facts.get(name))
                .filter(text -> !text.startsWith("unknown"));
    }

    /** See {@code fold.Fold#serverFacts}. */
    public Optional<ServerFacts> serverFacts(Topology topology, String server) {
        return session == null ? Optional.empty() : session.server(topology, server);
    }
}
