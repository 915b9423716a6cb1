package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.result.Results.RttResult;
import dev.jdbcbench.result.Results.TopologyResult;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text output of {@code run}: a table per topology and server, followed by notes. */
public final class RunText {
    private RunText() {}

    /**
     * The results: if they compare drivers, in 80 columns or the width of the terminal if they need more; otherwise as
     * {@link #wide}.
     *
     * @param columns the width of the terminal
     */
    public static String of(Results results, int columns) {
        return RunBrief.of(results, columns)
                .map(text -> text
                        + ServiceTimeTable.of(results)
                        + LoadCurveText.of(List.of(results))
                        + LoadTable.of(results)
                        + ClientTable.of(results))
                .orElseGet(() -> wide(results));
    }

    /** The current tables of a run in progress; empty if it has none that compare drivers. */
    public static List<String> live(Results results, int columns) {
        return RunBrief.live(results, columns);
    }

    /** The current results of a row: {@code Select1Row text: mariadb 26.0 µs, mysql ▲ +41 % [+19 +68]}. */
    public static String row(Results results, String row) {
        return RowText.of(results, row);
    }

    /**
     * Why a group took longer than planned, by the causes of its dropped rounds: {@code · 5 rounds measured again
     * (steal)}; empty if none were dropped.
     */
    public static String again(int block, String row, List<String> causes) {
        return causes.isEmpty()
                ? ""
                : " · " + causes.size() + (causes.size() == 1 ? " round" : " rounds") + " measured again ("
                        + DisturbanceText.causes(causes.stream()
                                .map(cause -> new Disturbance(block, row, cause, true))
                                .toList())
                        + ")";
    }

    /** The results with all details, for a terminal of 100 columns. */
    public static String wide(Results results) {
        StringBuilder text = new StringBuilder(RunHeader.of(results));
        Map<String, List<CellResult>> parts = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            parts.computeIfAbsent(cell.cell().topology() + " " + cell.cell().server(), key -> new ArrayList<>())
                    .add(cell);
        }
        parts.values().forEach(cells -> text.append('\n').append(part(results, cells)));
        text.append(betweenServers(results));
        return text.append(ServiceTimeTable.of(results))
                .append(LoadCurveText.of(List.of(results)))
                .append(LoadTable.of(results))
                .append(ClientTable.of(results))
                .append('\n')
                .append(RunNotes.of(results))
                .toString();
    }

    /** The cost of each operation, on the client and in the server's counters. */
    public static String counters(Results results) {
        return CostTable.of(results);
    }

    /** Means over rows that span two servers; no part of the report contains them. */
    private static String betweenServers(Results results) {
        String means = results.means().stream()
                .filter(mean -> mean.server() == null && mean.rows() > 1)
                .map(mean -> mean.topology() + ", " + RatioTable.mean(mean) + "\n")
                .collect(Collectors.joining());
        return means.isEmpty() ? "" : "\n" + means;
    }

    private static String part(Results results, List<CellResult> cells) {
        CellResult first = cells.get(0);
        TopologyResult topology = results.topologies().get(first.cell().topology());
        StringBuilder text = new StringBuilder();
        text.append(first.cell().topology())
                .append(": ")
                .append(
                        first.cell().topology() == Topology.LOCAL
                                ? "client and database on " + first.cell().client()
                                : "client on " + first.cell().client() + ", database on "
                                        + first.cell().database())
                .append(" · ")
                .append(
                        first.serverVersion() == null
                                ? first.cell().server()
                                : first.cell().server() + " " + first.serverVersion())
                .append(cpus(results, first))
                .append('\n')
                .append("RTT: ")
                .append(
                        results.imported()
                                ? "not known"
                                : rtt(topology, first.cell().server()))
                .append('\n')
                .append(NoiseText.of(topology, first.cell().server()))
                .append('\n')
                .append(results.claims() ? RatioTable.of(results, cells) : CompactTable.of(results, cells));
        results.means().stream()
                .filter(mean -> mean.topology() == first.cell().topology()
                        && first.cell().server().equals(mean.server())
                        && mean.rows() > 1)
                .forEach(mean -> text.append(RatioTable.mean(mean)).append('\n'));
        return text.toString();
    }

    /** The CPUs to which client and database were pinned. */
    private static String cpus(Results results, CellResult cell) {
        return results.servers().stream()
                .filter(server -> server.topology() == cell.cell().topology()
                        && server.server().equals(cell.cell().server()))
                .findFirst()
                .flatMap(server -> CpuText.of(server.clientCpus(), server.databaseCpus()))
                .map(cpus -> " · " + cpus)
                .orElse("");
    }

    private static String rtt(@Nullable TopologyResult topology, String server) {
        if (topology == null) {
            return "not measured";
        }
        List<String> methods = new ArrayList<>();
        topology.rttByServer()
                .getOrDefault(server, topology.rtt())
                .forEach((method, rtt) -> methods.add(rtt(method, rtt)));
        return String.join(" · ", methods);
    }

    private static String rtt(String method, RttResult rtt) {
        return rtt.medianMicros() == null || rtt.p95Micros() == null
                ? method + " " + ScoreText.NOTHING
                : method + " " + Numbers.micros(rtt.medianMicros()) + " µs (p95 " + Numbers.micros(rtt.p95Micros())
                        + ")";
    }
}
