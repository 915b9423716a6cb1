package dev.jdbcbench.agent;

import dev.jdbcbench.run.Plan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A short look at the RTT to a server on another host, around each fork: on a connection that stays open between them, so that it costs
 * some milliseconds. Not thread safe.
 */
final class RttProbe {
    private final Servers servers;
    private final Map<Plan.Server, Connection> open = new HashMap<>();

    RttProbe(Servers servers) {
        this.servers = servers;
    }

    /** Some RTTs, µs; empty when the server does not answer, which the fork will show better. */
    List<Double> micros(Plan.Server server) {
        try {
            Connection connection = open.get(server);
            if (connection == null) {
                connection = servers.connect(server);
                open.put(server, connection);
                Rtt.protocol(connection); // what is cold is slow
            }
            return Rtt.probe(connection);
        } catch (SQLException e) {
            System.err.println("no RTT to " + server.server() + ": " + e.getMessage());
            close(server);
            return List.of();
        }
    }

    /** Closes all connections. */
    void close() {
        List.copyOf(open.keySet()).forEach(this::close);
    }

    private void close(Plan.Server server) {
        Connection connection = open.remove(server);
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                System.err.println("cannot close a connection to " + server.server() + ": " + e.getMessage());
            }
        }
    }
}
