package dev.jdbcbench.agent.traffic;

import dev.jdbcbench.agent.traffic.Traffic.Chunk;
import dev.jdbcbench.agent.traffic.Traffic.Kind;
import dev.jdbcbench.wire.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a {@link Relay} recorded in some time.
 *
 * @param sent by connection, including the ones without traffic
 */
public record Taken(List<Chunk> chunks, Map<Integer, Sent> sent, Duration oneWay) {
    /**
     * What a client sent over one connection.
     *
     * @param id the server's ID of the connection
     */
    public record Sent(OptionalLong id, Map<String, Integer> commands, List<String> statements, boolean readable) {}

    /**
     * The traffic of an operation.
     *
     * @param own connections that are not the operation's
     * @param ended when it ended
     */
    public Traffic without(Set<Integer> own, long ended) {
        Map<String, Integer> commands = new HashMap<>();
        List<String> statements = new ArrayList<>();
        boolean readable = true;
        for (Map.Entry<Integer, Sent> entry : sent.entrySet()) {
            if (!own.contains(entry.getKey())) {
                entry.getValue().commands().forEach((name, count) -> commands.merge(name, count, Integer::sum));
                statements.addAll(entry.getValue().statements());
                readable &= entry.getValue().readable();
            }
        }
        List<Chunk> others = chunks.stream()
                .filter(chunk -> !own.contains(chunk.connection()))
                .toList();
        return new Traffic(others, commands, statements, readable, oneWay, ended);
    }

    /**
     * Adds to the traffic of the operation before what wants no answer, such as the end of a prepared statement.
     *
     * @param own connections that are not the operation's
     */
    public Traffic addUnanswered(Set<Integer> own, Traffic before) {
        Map<String, Integer> commands = new HashMap<>(before.commands());
        sent.forEach((number, later) -> {
            if (!own.contains(number)) {
                Command.UNANSWERED.forEach(
                        name -> commands.merge(name, later.commands().getOrDefault(name, 0), Integer::sum));
            }
        });
        commands.values().removeIf(count -> count == 0);
        List<Chunk> both = new ArrayList<>(before.chunks());
        chunks.stream()
                .filter(chunk -> chunk.kind() == Kind.UP && !chunk.asks() && !own.contains(chunk.connection()))
                .forEach(both::add);
        return new Traffic(both, commands, before.statements(), before.readable(), before.oneWay(), before.ended());
    }
}
