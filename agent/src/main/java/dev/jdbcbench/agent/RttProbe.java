package dev.jdbcbench.agent;

import dev.jdbcbench.run.Plan;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A short look at the RTT to a server on another host, around each fork: on a connection that stays open between them, so it costs
 * some milliseconds. Not thread safe.
 */
final class RttProbe {
    private final Servers servers;
    private final Duration limit;
    private final Map<Plan.Server, Connection> open = new HashMap<>();

    /**
     * Nothing is open yet.
     *
     * @param limit how long the first look at a server may take
     */
    RttProbe(Servers servers, Duration limit) {
        this.servers = servers;
        this.limit = limit;
    }

    /** Some RTTs, µs; empty when the server does not answer, which the fork will show better. */
    List<Double> micros(Plan.Server server) throws InterruptedException {
        try {
            Connection known = open.get(server);
            if (known != null) {
                return TimeLimits.within(TimeLimits.SHORT, () -> Rtt.probe(known));
            }
            Connection fresh = TimeLimits.within(TimeLimits.SHORT, () -> servers.connect(server));
            open.put(server, fresh);
            return TimeLimits.within(limit, () -> {
                Rtt.protocol(fresh); // what is cold is slow
                return Rtt.probe(fresh);
            });
        } catch (SQLException e) {
            System.err.println("no RTT to " + server.server() + ": " + e.getMessage());
            drop(server);
            return List.of();
        }
    }

    /** Closes all connections. */
    void close() throws InterruptedException {
        for (Connection connection : open.values()) {
            end("close", connection::close);
        }
        open.clear();
    }

    /** Forgets the connection to a server, which may be broken: the next look opens another one. */
    void drop(Plan.Server server) throws InterruptedException {
        Connection connection = open.remove(server);
        if (connection != null) {
            end("break off", () -> connection.abort(Runnable::run));
        }
    }

    private interface End {
        void of() throws SQLException;
    }

    private static void end(String what, End end) throws InterruptedException {
        try {
            TimeLimits.within(TimeLimits.SHORT, () -> {
                end.of();
                return what;
            });
        } catch (SQLException e) {
            System.err.println("cannot " + what + " a connection: " + e.getMessage());
        }
    }
}
