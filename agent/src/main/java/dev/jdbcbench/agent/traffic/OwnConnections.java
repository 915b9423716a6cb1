package dev.jdbcbench.agent.traffic;

import dev.jdbcbench.agent.traffic.Traffic.Chunk;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the connections that a driver keeps for itself, to watch servers for instance. A connection counts as one only with
 * proof that the thread of the operation does not use it: it sends while no operation runs, or while the operation waits for
 * an answer on another connection. A second connection that the operation itself uses, as with a replication URL, never does.
 * Not thread safe.
 */
public final class OwnConnections {
    private final Set<Integer> own = new HashSet<>();

    /** The connections found so far. */
    public Set<Integer> found() {
        return Set.copyOf(own);
    }

    /**
     * Looks at the traffic while no operation runs.
     *
     * @param used connections of the scenario, which a pool of its own may test at any time
     */
    public void whileIdle(List<Chunk> chunks, Set<Integer> used) {
        chunks.stream()
                .filter(chunk -> chunk.asks() && !used.contains(chunk.connection()))
                .forEach(chunk -> own.add(chunk.connection()));
    }

    /**
     * Looks at the traffic of an operation.
     *
     * @param used connections of the scenario that are still open
     * @param opened how many the scenario opened meanwhile
     * @return whether it is unclear which connections are its own: more were opened and closed than the scenario opened, and were used
     *     at the same time
     */
    public boolean during(List<Chunk> chunks, Set<Integer> used, int opened) {
        Set<Integer> brief = openedAndClosed(chunks);
        Set<Integer> theirs = new HashSet<>(used);
        theirs.addAll(brief);
        boolean together = false;
        Set<Integer> waiting = new HashSet<>();
        for (Chunk chunk : chunks) {
            if (chunk.kind() == Kind.DELIVERED) {
                waiting.remove(chunk.connection());
            } else if (chunk.asks() && theirs.contains(chunk.connection())) {
                waiting.add(chunk.connection());
                together |= waiting.size() > 1;
            } else if (chunk.asks() && !waiting.isEmpty()) {
                own.add(chunk.connection());
            }
        }
        return together && brief.size() > opened;
    }

    private static Set<Integer> openedAndClosed(List<Chunk> chunks) {
        Set<Integer> opened = connections(chunks, Kind.OPENED);
        opened.retainAll(connections(chunks, Kind.CLOSED));
        return opened;
    }

    private static Set<Integer> connections(List<Chunk> chunks, Kind kind) {
        Set<Integer> connections = new HashSet<>();
        chunks.stream().filter(chunk -> chunk.kind() == kind).forEach(chunk -> connections.add(chunk.connection()));
        return connections;
    }
}
