package dev.jdbcbench.jmh;

import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.CellFacts.CellChecked;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.event.RunFacts.SessionStarted;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.next.Forks;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.statistics.contrast.Pooled;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Version;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes results in JMH's JSON format, for other tools that read it, with all forks of a cell merged. JMH's own code
 * writes the recorded iterations without the warm-up. Only the errors differ: JMH pools iterations as if they were
 * independent; here they come from the fork means, by Student's t at 99.9 %, the level that JMH uses. The driver's
 * version is kept apart from the parameters, so tools that compare by parameters continue a series across versions.
 */
public final class JmhJson {
    /** A thousand seconds in ns; a million times this value is still exact. */
    private static final double LONG_NANOS = 1e12;

    /** Server labels that names omit: the default, and that of imported results. */
    private static final Set<String> USUAL_SERVERS = Set.of(ServerKind.MARIADB.id(), DriverName.UNKNOWN);

    /** An extra member next to those written by JMH. */
    public static final String DRIVER_VERSION = "driverVersion";

    private static final String BENCHMARK = "benchmark";
    private static final String UNIT = "scoreUnit";

    private final Fold fold;
    /** The cells with at least one fork. */
    private final List<Cell> cells;
    /** The versions of each driver. */
    private final Map<String, Set<String>> versions = new HashMap<>();
    /** The duration of each cell's operation in its check; a long operation has longer iterations. */
    private final Map<String, Duration> operations = new HashMap<>();

    private JmhJson(Fold fold) {
        this.fold = fold;
        this.cells = fold.plan().cells().stream()
                .filter(cell -> !fold.forks(cell).isEmpty())
                .toList();
        fold.plan()
                .cells()
                .forEach(cell -> versions.computeIfAbsent(cell.driver(), driver -> new HashSet<>())
                        .add(cell.driverVersion()));
        Event.facts(fold.events(), CellChecked.class).forEach(check -> operations.put(check.cell(), check.operation()));
    }

    /** The JSON of all cells with at least one fork. */
    public static String of(Fold fold) {
        JmhJson json = new JmhJson(fold);
        return json.text(fold.session()
                .map(session -> json.cells.stream()
                        .map(cell -> json.runResult(session, cell))
                        .toList())
                .orElse(List.of()));
    }

    private String text(List<RunResult> results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
        ArrayNode all = Json.read(bytes.toString(StandardCharsets.UTF_8), ArrayNode.class);
        for (int i = 0; i < all.size(); i++) {
            ObjectNode result = (ObjectNode) all.get(i);
            decode(result);
            result.put(DRIVER_VERSION, cells.get(i).driverVersion());
            errors((ObjectNode) result.get("primaryMetric"));
        }
        return Json.pretty(all);
    }

    /**
     * JMH's writer does not escape names of benchmarks, parameters and figures, nor units: it breaks their lines at commas and brackets. In
     * values of parameters it loses line breaks. Imported ones may contain any character, so JMH gets them encoded.
     */
    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static String decoded(String name) {
        return URLDecoder.decode(name, StandardCharsets.UTF_8);
    }

    private static void decode(ObjectNode result) {
        result.put(BENCHMARK, decoded(result.get(BENCHMARK).asString()));
        JsonNode params = result.get("params");
        ObjectNode decoded = result.putObject("params");
        params.propertyStream()
                .forEach(param -> decoded.put(
                        decoded(param.getKey()), decoded(param.getValue().asString())));
        JsonNode metrics = result.get("secondaryMetrics");
        ObjectNode named = result.putObject("secondaryMetrics");
        metrics.propertyStream().forEach(metric -> {
            ObjectNode figures = (ObjectNode) metric.getValue();
            figures.put(UNIT, decoded(figures.get(UNIT).asString()));
            named.set(decoded(metric.getKey()), figures);
        });
    }

    /** Replaces the errors by those of the fork means; {@code "NaN"} as text, as JMH writes it, with fewer than three forks. */
    private static void errors(ObjectNode metric) {
        double[] means = metric.get("rawData")
                .valueStream()
                .mapToDouble(fork -> fork.valueStream()
                        .mapToDouble(JsonNode::asDouble)
                        .average()
                        .orElse(Double.NaN))
                .toArray();
        double score = metric.get("score").asDouble();
        Pooled forks = Pooled.of(means);
        double error = forks.high() - forks.mean();
        ArrayNode confidence = metric.putArray("scoreConfidence");
        if (Double.isFinite(error)) {
            metric.put("scoreError", error);
            confidence.add(score - error).add(score + error);
        } else {
            metric.put("scoreError", "NaN");
            confidence.add("NaN").add("NaN");
        }
    }

    /**
     * The name of a cell's benchmark: the scenario's class, with driver and mode as its method, and every unusual
     * property of the cell. Some readers of JMH's JSON ignore parameters and threads, and would otherwise confuse two
     * cells.
     */
    private String name(ScenarioCatalogue.Entry scenario, Cell cell) {
        String type =
                scenario.benchmarkName().substring(0, scenario.benchmarkName().lastIndexOf('.') + 1);
        StringJoiner method = new StringJoiner("_");
        if (scenario.own()) {
            method.add(cell.scenario());
        }
        method.add(cell.driver());
        if (severalVersions(cell)) {
            method.add(cell.driverVersion());
        }
        method.add(cell.mode().id());
        if (cell.topology() != Topology.LOCAL) {
            method.add(cell.topology().id());
        }
        if (!USUAL_SERVERS.contains(cell.server())) {
            method.add(cell.server());
        }
        if (cell.transport() != Transport.TCP) {
            method.add(cell.transport().id());
        }
        new TreeMap<>(cell.params()).forEach((name, value) -> method.add(name).add(value));
        if (cell.threads() > 1) {
            method.add(cell.threads() + "threads");
        }
        if (cell.rate() != null) {
            method.add("at").add(cell.rate().toString());
        }
        return type + method.toString().replaceAll("\\W", "_");
    }

    private RunResult runResult(SessionStarted session, Cell cell) {
        Profile profile = fold.plan().profile();
        TimeValue time = TimeValue.milliseconds(profile.times()
                .iteration(operations.getOrDefault(cell.key(), Duration.ZERO))
                .toMillis());
        int fixed = profile.warmup() == null ? 0 : profile.warmup();
        IterationParams warmup = new IterationParams(IterationType.WARMUP, fixed, time, 1);
        // All forks of a cell have the same length, but different cells may differ.
        int iterations = fold.forks(cell).get(0).iterations().size();
        IterationParams measurement =
                new IterationParams(IterationType.MEASUREMENT, Math.max(1, iterations - fixed), time, 1);
        BenchmarkParams params = params(session.jvm(), cell, warmup, measurement);
        List<BenchmarkResult> forks = fold.forks(cell).stream()
                .map(fork -> new BenchmarkResult(params, iterations(params, measurement, profile, fork)))
                .toList();
        return new RunResult(params, forks);
    }

    private BenchmarkParams params(Jvm jvm, Cell cell, IterationParams warmup, IterationParams measurement) {
        Optional<ScenarioCatalogue.Entry> scenario = fold.plan().knownScenario(cell);
        String benchmark = encoded(scenario.map(known -> name(known, cell)).orElse(cell.scenario()));
        WorkloadParams workload = new WorkloadParams();
        put(workload, "topology", cell.topology().id());
        put(workload, "server", cell.server());
        put(workload, "driver", cell.driver());
        if (severalVersions(cell)) {
            put(workload, DRIVER_VERSION, cell.driverVersion());
        }
        put(workload, "mode", cell.mode().id());
        put(workload, "transport", cell.transport().id());
        if (scenario.filter(ScenarioCatalogue.Entry::own).isPresent()) {
            put(workload, "sql", cell.scenario());
        }
        cell.params().forEach((name, value) -> put(workload, name, value));
        if (cell.rate() != null) {
            put(workload, "rate", cell.rate().toString());
        }
        return new BenchmarkParams(
                benchmark,
                benchmark,
                true,
                cell.threads(),
                new int[] {1},
                List.of(),
                fold.forks(cell).size(),
                0,
                warmup,
                measurement,
                Mode.AverageTime,
                workload,
                TimeUnit.MICROSECONDS,
                1,
                jvm.path(),
                fold.plan().jvmArgs(),
                jvm.jdkVersion(),
                jvm.vmName(),
                jvm.vmVersion(),
                Version.getPlainVersion(),
                TimeValue.NONE);
    }

    private static void put(WorkloadParams workload, String name, String value) {
        workload.put(encoded(name), encoded(value), 0);
    }

    private boolean severalVersions(Cell cell) {
        return versions.getOrDefault(cell.driver(), Set.of()).size() > 1;
    }

    private static List<IterationResult> iterations(
            BenchmarkParams params, IterationParams measurement, Profile profile, ForkFinished fork) {
        List<IterationResult> results = new ArrayList<>();
        for (int i : Forks.counting(profile, fork)) {
            double nanos = fork.iterations().get(i) * 1000;
            long operations = i < fork.operations().size() ? fork.operations().get(i) : unknownOperations(nanos);
            IterationResult result =
                    new IterationResult(params, measurement, new IterationResultMetaData(operations, operations));
            result.addResult(new AverageTimeResult(
                    ResultRole.PRIMARY,
                    "operation",
                    operations,
                    Math.round(nanos * operations),
                    TimeUnit.MICROSECONDS));
            for (Map.Entry<String, Secondary> entry : fork.secondary().entrySet()) {
                List<Double> values = entry.getValue().values();
                if (i < values.size()) {
                    result.addResult(new ScalarResult(
                            encoded(entry.getKey()),
                            values.get(i),
                            encoded(entry.getValue().unit()),
                            policy(entry.getKey(), entry.getValue())));
                }
            }
            results.add(result);
        }
        return results;
    }

    /**
     * An imported iteration has only a time per operation. JMH computes it from two whole numbers that are not in its JSON;
     * this many operations keep the rounding error negligible.
     */
    private static long unknownOperations(double nanos) {
        return nanos < LONG_NANOS ? 1_000_000 : 1;
    }

    /** Aggregates as an imported file did; else like JMH's gc profiler: counts and times are summed, rates averaged. */
    private static AggregationPolicy policy(String metric, Secondary values) {
        if (values.total() == null) {
            return metric.equals("gc.count") || metric.equals("gc.time")
                    ? AggregationPolicy.SUM
                    : AggregationPolicy.AVG;
        }
        return switch (values.total()) {
            case MEAN -> AggregationPolicy.AVG;
            case SUM -> AggregationPolicy.SUM;
            case LARGEST -> AggregationPolicy.MAX;
            case SMALLEST -> AggregationPolicy.MIN;
        };
    }
}
