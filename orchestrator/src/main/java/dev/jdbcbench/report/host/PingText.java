package dev.jdbcbench.report.host;

import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.result.TopologyResult.Drift;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text output of {@code ping}. */
public final class PingText {
    private PingText() {}

    private record Line(Topology topology, TopologyResult place, String server, String method, RttResult rtt) {}

    /** One line per server and method. */
    public static List<Block> of(Results results) {
        List<Line> lines = new ArrayList<>();
        results.topologies()
                .forEach((topology, place) -> place.rttByServer()
                        .forEach((server, methods) -> methods.forEach(
                                (method, rtt) -> lines.add(new Line(topology, place, server, method, rtt)))));
        Grid grid = new Columns<Line>()
                .name("topology", "RTT, µs", line -> line.topology().id())
                .name("from", "from", line -> line.place().client())
                .name(
                        "to",
                        "to",
                        line -> line.place().database().equals(line.server())
                                ? line.server()
                                : line.place().database() + " " + line.server())
                .name("method", "measured by", Line::method)
                .number("min", "min", line -> line.rtt().minMicros(), Numbers::micros)
                .number("median", "median", line -> line.rtt().medianMicros(), Numbers::micros)
                .number("p95", "p95", line -> line.rtt().p95Micros(), Numbers::micros)
                .number(
                        "samples",
                        "samples",
                        line -> Cell.of(String.valueOf(line.rtt().samples())))
                .name("drift", "drift", line -> drift(line.rtt().drift()))
                .grid(lines.stream()
                        .filter(line -> line.rtt().medianMicros() != null)
                        .toList());
        List<String> missing = lines.stream()
                .filter(line -> line.rtt().unavailable() != null)
                .map(line -> "not measured: " + line.server() + " (" + line.topology() + "), " + line.method() + ": "
                        + line.rtt().unavailable())
                .toList();
        return List.of(
                Block.table(grid),
                Block.lines(missing),
                Block.part(Block.text(
                        "protocol: DO 1 on an open connection, which is what operations wait for, the work of client and server included;"
                                + " tcp: opening a connection; icmp: the ping program.")));
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
