package dev.jdbcbench.report;

import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.RttResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The table that {@code run} prints: a row per scenario and mode, a column per driver. */
public final class RunText {
    private static final String NOTHING = "–";

    private RunText() {}

    /** The results for a terminal, of any width from 80 columns. */
    public static String of(Results results) {
        StringBuilder text = new StringBuilder();
        text.append("run ")
                .append(results.run())
                .append(" · profile ")
                .append(results.profile())
                .append(results.claims() ? "" : " (no claims)")
                .append(" · seed ")
                .append(results.seed())
                .append(results.complete() ? "" : " · INCOMPLETE")
                .append('\n');
        Map<String, List<CellResult>> parts = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            parts.computeIfAbsent(cell.topology() + " " + cell.server(), key -> new ArrayList<>())
                    .add(cell);
        }
        parts.values().forEach(cells -> text.append('\n').append(part(results, cells)));
        text.append('\n').append(notes(results));
        return text.toString();
    }

    private static String part(Results results, List<CellResult> cells) {
        CellResult first = cells.get(0);
        StringBuilder text = new StringBuilder();
        text.append(first.topology())
                .append(": ")
                .append(
                        first.topology() == Topology.LOCAL
                                ? "client and database on " + first.client()
                                : "client on " + first.client() + ", database on " + first.database())
                .append(" · ")
                .append(first.serverVersion() == null ? first.server() : first.server() + " " + first.serverVersion())
                .append('\n')
                .append("RTT: ")
                .append(rtt(results.topologies().get(first.topology())))
                .append("\n\n");
        Set<String> drivers = new LinkedHashSet<>();
        Map<String, Map<String, CellResult>> rows = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String driver = cell.driver() + " " + cell.driverVersion();
            drivers.add(driver);
            rows.computeIfAbsent(cell.scenario() + "\t" + cell.mode(), key -> new LinkedHashMap<>())
                    .put(driver, cell);
        }
        Table table = new Table().names("µs per operation", "mode").numbers(drivers.toArray(String[]::new));
        rows.forEach((name, byDriver) -> {
            List<String> row = new ArrayList<>(List.of(name.split("\t", 2)));
            drivers.forEach(driver -> row.add(score(results, byDriver.get(driver))));
            table.row(row);
        });
        return text.append(table.text()).toString();
    }

    private static String rtt(Results.@org.jspecify.annotations.Nullable TopologyResult topology) {
        if (topology == null) {
            return "not measured";
        }
        List<String> methods = new ArrayList<>();
        topology.rtt().forEach((method, rtt) -> methods.add(rtt(method, rtt)));
        return String.join(" · ", methods);
    }

    private static String rtt(String method, RttResult rtt) {
        return rtt.medianMicros() == null || rtt.p95Micros() == null
                ? method + " " + NOTHING
                : method + " " + Numbers.micros(rtt.medianMicros()) + " µs (p95 " + Numbers.micros(rtt.p95Micros())
                        + ")";
    }

    private static String score(Results results, @org.jspecify.annotations.Nullable CellResult cell) {
        if (cell == null || cell.score() == null) {
            return cell != null && cell.status() == Status.FAILED ? "failed" : NOTHING;
        }
        String score = Numbers.micros(cell.score());
        if (!results.claims()) {
            return score;
        }
        return cell.low() == null || cell.high() == null
                ? score + " ±?"
                : score + " " + Numbers.halfWidth(Math.sqrt(cell.high() / cell.low()) - 1);
    }

    private static String notes(Results results) {
        Set<String> notes = new LinkedHashSet<>();
        notes.add("Service time of a closed loop, one connection per thread"
                + (results.claims()
                        ? "; ± is the 95 % interval of the fork means."
                        : "; too few forks to claim that one is faster."));
        if (results.topologies().containsKey(Topology.LOCAL)) {
            notes.add("local: client and database share the CPUs of one host.");
        }
        Map<String, Set<String>> engines = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            if (cell.engine() != null && !cell.engine().equals("BLACKHOLE")) {
                engines.computeIfAbsent(
                                cell.server() + " inserts into " + cell.engine() + ": it has no BLACKHOLE",
                                key -> new TreeSet<>())
                        .add(cell.scenario());
            }
        }
        engines.forEach((note, scenarios) -> notes.add(note + " (" + String.join(", ", scenarios) + ")."));
        results.topologies()
                .forEach((topology, result) -> result.rtt().forEach((method, rtt) -> {
                    if (rtt.unavailable() != null) {
                        notes.add(topology + ", RTT by " + method + ": " + rtt.unavailable());
                    }
                }));
        Map<String, Set<String>> reasons = new LinkedHashMap<>();
        for (CellResult cell : results.cells()) {
            if (cell.status() != Status.OK) {
                String mark = cell.status() == Status.UNSUPPORTED
                        ? NOTHING
                        : cell.status().toString();
                reasons.computeIfAbsent(
                                mark + " " + cell.driver() + " %s: " + cell.reason(), key -> new LinkedHashSet<>())
                        .add(
                                cell.status() == Status.UNSUPPORTED
                                        ? cell.mode().id()
                                        : cell.topology() + " " + cell.scenario() + " " + cell.mode());
            }
        }
        reasons.forEach((note, cells) -> notes.add(note.replaceFirst("%s", String.join(", ", cells))));
        return String.join("\n", notes) + "\n";
    }
}
