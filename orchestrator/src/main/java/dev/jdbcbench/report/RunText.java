package dev.jdbcbench.report;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
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

/** The table that {@code run} prints: a row per scenario and mode, a column per driver. */
public final class RunText {
    private static final String NOTHING = "–";
    private static final int PAGE_WIDTH = 100;

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
                .append(rtt(results.topologies().get(first.topology()), first.server()))
                .append('\n')
                .append(NoiseText.of(results.topologies().get(first.topology()), first.server()))
                .append('\n');
        return text.append(table(results, cells)).toString();
    }

    /** A column per driver; where that is wider than a page, a line per driver. */
    private static String table(Results results, List<CellResult> cells) {
        RowNames names = RowNames.of(cells);
        Set<String> drivers = new LinkedHashSet<>();
        Map<List<String>, Map<String, CellResult>> rows = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String driver = driver(cell);
            drivers.add(driver);
            rows.computeIfAbsent(names.of(cell), key -> new LinkedHashMap<>()).put(driver, cell);
        }
        Table wide = new Table().names(names.headings("µs per operation")).numbers(drivers.toArray(String[]::new));
        rows.forEach((name, byDriver) -> {
            List<String> row = new ArrayList<>(name);
            drivers.forEach(driver -> row.add(score(results, byDriver.get(driver))));
            wide.row(row);
        });
        String text = wide.text();
        if (text.lines().allMatch(line -> line.length() <= PAGE_WIDTH)) {
            return text;
        }
        Table narrow = new Table()
                .names(names.headings("µs per operation"))
                .names("driver")
                .numbers("score");
        rows.forEach((name, byDriver) -> byDriver.forEach((driver, cell) -> {
            List<String> row = new ArrayList<>(name);
            row.add(driver);
            row.add(score(results, cell));
            narrow.row(row);
        }));
        return narrow.text();
    }

    private static String driver(CellResult cell) {
        return cell.driver() + " " + cell.driverVersion();
    }

    /** What each operation costs: of the client, and as the server counts it. */
    public static String counters(Results results) {
        List<CellResult> cells = results.cells().stream()
                .filter(cell -> cell.status() == Status.OK)
                .toList();
        RowNames names = RowNames.of(cells);
        boolean manyPlaces = cells.stream()
                        .map(cell -> cell.topology() + " " + cell.server())
                        .distinct()
                        .count()
                > 1;
        Table table = new Table().names(names.headings("per operation"));
        if (manyPlaces) {
            table.names("topology", "server");
        }
        table.names("driver")
                .numbers("alloc B", "CPU µs", "questions", "prepares", "executes", "closes", "B up", "B down");
        for (CellResult cell : cells) {
            List<String> row = new ArrayList<>(names.of(cell));
            if (manyPlaces) {
                row.addAll(List.of(cell.topology().id(), cell.server()));
            }
            row.add(driver(cell));
            row.add(cell.allocBytesPerOp() == null ? NOTHING : Numbers.fixed(cell.allocBytesPerOp(), 0));
            row.add(cell.cpuMicrosPerOp() == null ? NOTHING : Numbers.micros(cell.cpuMicrosPerOp()));
            for (String counter : List.of(
                    "Questions",
                    "Com_stmt_prepare",
                    "Com_stmt_execute",
                    "Com_stmt_close",
                    "Bytes_received",
                    "Bytes_sent")) {
                Double value = cell.counters().get(counter);
                row.add(value == null ? NOTHING : Numbers.count(value));
            }
            table.row(row);
        }
        return table.text()
                + "\nalloc, CPU: of the measured JVM, all its threads; the rest: session status of the server, before the"
                + " measurement.\n";
    }

    private static String rtt(Results.@org.jspecify.annotations.Nullable TopologyResult topology, String server) {
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
                ? method + " " + NOTHING
                : method + " " + Numbers.micros(rtt.medianMicros()) + " µs (p95 " + Numbers.micros(rtt.p95Micros())
                        + ")";
    }

    private static String score(Results results, @org.jspecify.annotations.Nullable CellResult cell) {
        if (cell == null || cell.score() == null) {
            return cell != null && cell.status() == Status.FAILED ? "failed" : NOTHING;
        }
        String score = Numbers.micros(cell.score());
        if (results.claims()) {
            score += cell.low() == null || cell.high() == null
                    ? " ±?"
                    : " " + Numbers.halfWidth(Math.sqrt(cell.high() / cell.low()) - 1);
        }
        return cell.threads() == 1 || cell.operationsPerSecond() == null
                ? score
                : score + " (" + Numbers.rate(cell.operationsPerSecond()) + "/s)";
    }

    /** Which cell it is, but for its topology and driver. */
    private static String name(CellResult cell, boolean manyServers) {
        return (manyServers ? cell.server() + " " : "")
                + cell.scenario()
                + " "
                + cell.mode()
                + (cell.transport() == Transport.TCP || cell.mode() == Mode.TLS ? "" : " " + cell.transport())
                + (cell.threads() == 1 ? "" : " ×" + cell.threads());
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
        if (results.cells().stream().anyMatch(cell -> cell.threads() > 1)) {
            notes.add(
                    "threads: connections that work at the same time; in brackets, operations per second of all together.");
        }
        if (results.cells().stream().anyMatch(cell -> cell.threads() > 1 && "MEMORY".equals(cell.engine()))) {
            notes.add("Threads that insert into one table in MEMORY wait for its lock: that is in their times.");
        }
        boolean manyServers =
                results.cells().stream().map(CellResult::server).distinct().count() > 1;
        Groups engines = new Groups();
        Groups remarks = new Groups();
        Groups reasons = new Groups();
        for (CellResult cell : results.cells()) {
            String operation = name(cell, manyServers);
            if (cell.engine() != null && !cell.engine().equals("BLACKHOLE")) {
                engines.add(cell.server() + ": engine " + cell.engine(), cell.scenario());
            }
            if (cell.remark() != null) {
                remarks.add(driver(cell) + ": " + cell.remark(), operation);
            }
            if (cell.status() == Status.UNSUPPORTED) {
                reasons.add(NOTHING + " " + driver(cell) + ": " + cell.reason(), operation);
            } else if (cell.status() != Status.OK) {
                reasons.add(
                        cell.status() + " " + driver(cell) + ": " + cell.reason(), cell.topology() + " " + operation);
            }
        }
        notes.addAll(engines.notes());
        notes.addAll(remarks.notes());
        results.topologies()
                .forEach((topology, result) -> result.rtt().forEach((method, rtt) -> {
                    if (rtt.unavailable() != null) {
                        notes.add(topology + ", RTT by " + method + ": " + rtt.unavailable());
                    }
                }));
        notes.addAll(reasons.notes());
        return String.join("\n", notes) + "\n";
    }
}
