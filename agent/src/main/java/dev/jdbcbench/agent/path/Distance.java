package dev.jdbcbench.agent.path;

import dev.jdbcbench.agent.server.ServerLosses;
import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.Transfer;
import dev.jdbcbench.run.Plan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures the distance to the servers of a plan: round-trip times and bandwidth. Not thread safe. */
public final class Distance {
    private final Plan plan;
    private final Servers servers;
    private final ServerLosses losses;
    private final EventLog log;

    public Distance(Plan plan, Servers servers, ServerLosses losses, EventLog log) {
        this.plan = plan;
        this.servers = servers;
        this.losses = losses;
        this.log = log;
    }

    /**
     * Measures the RTT with every method.
     *
     * @return the state of the server; if it was lost, nothing was recorded
     */
    public ServerLosses.Verdict measureRtt(int block, Plan.Server server) throws InterruptedException {
        long began = System.nanoTime();
        Session.Endpoint endpoint = servers.endpoint(server);
        Rtt.Series icmp = Rtt.icmp(endpoint.host());
        Rtt.Series tcp = endpoint.external().isEmpty()
                ? Rtt.tcp(endpoint)
                : Rtt.Series.none(
                        RttMethod.TCP,
                        "not measured on a server that bench did not start: after some hundred bare connects it would block this"
                                + " host (error 1129)");
        Rtt.Series protocol;
        try {
            protocol = TimeLimits.within(TimeLimits.besideForks(plan), () -> {
                try (Connection connection = servers.connect(server)) {
                    return Rtt.protocol(connection);
                }
            });
        } catch (SQLException e) {
            ServerLosses.Verdict verdict = losses.afterFailure(server, began);
            if (verdict.lost()) {
                return verdict;
            }
            protocol = Rtt.Series.none(RttMethod.PROTOCOL, String.valueOf(e.getMessage()));
        }
        record(block, server, icmp);
        record(block, server, tcp);
        record(block, server, protocol);
        return ServerLosses.Verdict.THERE;
    }

    private void record(int block, Plan.Server server, Rtt.Series series) {
        log.append(new Fact.RttMeasured(
                server.topology(), server.server(), block, series.method(), series.micros(), series.unavailable()));
    }

    /**
     * Measures the bandwidth to a server.
     *
     * @return the state of the server; if it was lost, nothing was recorded
     */
    public ServerLosses.Verdict measureBandwidth(Plan.Server server) throws InterruptedException {
        long began = System.nanoTime();
        List<Transfer> up = List.of();
        List<Transfer> down = List.of();
        @Nullable String unavailable = null;
        try {
            Bandwidth.Sweep sweep = TimeLimits.within(TimeLimits.LONG, () -> {
                try (Connection connection = servers.connect(server)) {
                    return Bandwidth.measure(connection);
                }
            });
            up = sweep.up();
            down = sweep.down();
        } catch (SQLException e) {
            ServerLosses.Verdict verdict = losses.afterFailure(server, began);
            if (verdict.lost()) {
                return verdict;
            }
            unavailable = String.valueOf(e.getMessage());
        }
        log.append(new Fact.BandwidthMeasured(server.topology(), server.server(), up, down, unavailable));
        return ServerLosses.Verdict.THERE;
    }
}
