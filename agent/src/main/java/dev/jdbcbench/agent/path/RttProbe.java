package dev.jdbcbench.agent.path;

import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.run.Plan;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures a few RTTs to a server on another host before and after each fork. Its connection stays open between forks, so a
 * probe takes only some milliseconds. Not thread safe.
 */
public final class RttProbe {
    private final Servers servers;
    private final Duration limit;
    private final Map<Plan.Server, Connection> open = new HashMap<>();

    /**
     * Starts without open connections.
     *
     * @param limit time limit of the first probe of a server
     */
    public RttProbe(Servers servers, Duration limit) {
        this.servers = servers;
        this.limit = limit;
    }

    /** Some RTTs, µs; empty when the server does not answer, in which case the fork will report the failure in more detail. */
    public List<Double> micros(Plan.Server server) throws InterruptedException {
        try {
            Connection known = open.get(server);
            if (known != null) {
                return TimeLimits.within(TimeLimits.SHORT, () -> Rtt.probe(known));
            }
            Connection fresh = TimeLimits.within(TimeLimits.SHORT, () -> servers.connect(server));
            open.put(server, fresh);
            return TimeLimits.within(limit, () -> {
                Rtt.protocol(fresh); // warm-up
                return Rtt.probe(fresh);
            });
        } catch (SQLException e) {
            System.err.println("no RTT to " + server.server() + ": " + e.getMessage());
            drop(server);
            return List.of();
        }
    }

    /** Closes all connections. */
    public void close() throws InterruptedException {
        for (Connection connection : open.values()) {
            end("close", connection::close);
        }
        open.clear();
    }

    /** Discards the connection to a server, which may be broken; the next probe opens a new one. */
    public void drop(Plan.Server server) throws InterruptedException {
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
