package dev.jdbcbench.report.host;

import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.Table;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Drift;
import dev.jdbcbench.result.Results.RttResult;
import dev.jdbcbench.result.Results.TopologyResult;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text output of {@code ping}. */
public final class PingText {
    private PingText() {}

    /** One line per server and method. */
    public static String of(Results results) {
        Table table = new Table()
                .names("RTT, µs", "from", "to", "measured by")
                .numbers("min", "median", "p95", "samples")
                .names("drift");
        List<String> unavailable = new ArrayList<>();
        results.topologies()
                .forEach((topology, place) -> place.rttByServer()
                        .forEach((server, methods) -> methods.forEach((method, rtt) -> {
                            String name = server + " (" + topology + ")";
                            if (rtt.unavailable() != null) {
                                unavailable.add(name + ", " + method + ": " + rtt.unavailable());
                            }
                            if (rtt.medianMicros() != null) {
                                table.row(row(topology, place, server, method, rtt));
                            }
                        })));
        StringBuilder text = new StringBuilder(table.text());
        unavailable.forEach(
                line -> text.append(Page.wrapped("not measured: " + line, "  ")).append('\n'));
        text.append('\n')
                .append(Page.wrapped(
                        "protocol: DO 1 on an open connection, which is what operations wait for, the work of client and server included;"
                                + " tcp: opening a connection; icmp: the ping program.",
                        ""))
                .append('\n');
        return text.toString();
    }

    private static List<String> row(
            Topology topology, TopologyResult place, String server, String method, RttResult rtt) {
        return List.of(
                topology.id(),
                place.client(),
                place.database().equals(server) ? server : place.database() + " " + server,
                method,
                micros(rtt.minMicros()),
                micros(rtt.medianMicros()),
                micros(rtt.p95Micros()),
                String.valueOf(rtt.samples()),
                drift(rtt.drift()));
    }

    private static String micros(@Nullable Double value) {
        return value == null ? "–" : Numbers.micros(value);
    }

    /** The drift in a few words; a dash if there were too few measurements. */
    static String drift(@Nullable Drift drift) {
        if (drift == null) {
            return "–";
        }
        return drift.steady()
                ? "steady"
                : Numbers.micros(drift.leastMicros()) + " to " + Numbers.micros(drift.mostMicros());
    }
}
