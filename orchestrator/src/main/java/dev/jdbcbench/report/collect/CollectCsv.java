package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.report.layout.Csv;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.LoadCurve.Point;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Topology;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of a collection as CSV (RFC 4180): decimal points, every digit; an empty field is an unknown value. */
public final class CollectCsv {
    /** The key's parts before those that the cells of both sides share: topology, client, database. */
    private static final int PARTS_OF_A_KEY = 4;

    private CollectCsv() {}

    /** The CSV without load curves. */
    public static String of(Collected collected) {
        return of(collected, List.of());
    }

    /**
     * A header with units, then one line per row.
     *
     * @param curves load curves of both sides; without any, their columns are omitted
     */
    public static String of(Collected collected, List<LoadCurve> curves) {
        Map<String, Function<Row, @Nullable Object>> columns = columns(collected);
        if (!curves.isEmpty()) {
            for (Topology topology : Topology.values()) {
                Map<String, Point> points = points(curves, topology);
                curves(columns, topology.id(), row -> points.get(row.key()));
            }
        }
        StringBuilder text = new StringBuilder();
        text.append(columns.keySet().stream().map(Csv::field).collect(Collectors.joining(",")))
                .append(Csv.END);
        for (Row row : collected.rows()) {
            text.append(columns.values().stream()
                            .map(column -> Csv.field(column.apply(row)))
                            .collect(Collectors.joining(",")))
                    .append(Csv.END);
        }
        return text.toString();
    }

    private static Map<String, Function<Row, @Nullable Object>> columns(Collected collected) {
        Map<String, Function<Row, @Nullable Object>> columns = new LinkedHashMap<>();
        columns.put("key", Row::key);
        columns.put("server", row -> row.subject().server());
        columns.put("scenario", row -> row.subject().scenario());
        columns.put("params", CollectCsv::params);
        columns.put("mode", row -> row.subject().mode());
        columns.put("driver", row -> row.subject().driver());
        columns.put("driver_version", row -> row.subject().driverVersion());
        columns.put("transport", row -> row.subject().transport());
        columns.put("threads", row -> row.subject().threads());
        if (collected.rows().stream().anyMatch(row -> row.subject().rate() != null)) {
            columns.put("rate", row -> row.subject().rate());
        }
        score(columns, "local", Row::local);
        score(columns, "distant", Row::distant);
        columns.put("ratio", Row::ratio);
        columns.put("difference_us", Row::differenceMicros);
        columns.put("round_trips_counted", row -> row.traffic().roundTripsCounted());
        implied(columns, "round_trips_implied", Value::value);
        implied(columns, "round_trips_implied_low", Value::low);
        implied(columns, "round_trips_implied_high", Value::high);
        columns.put("circular", row -> row.traffic().circular());
        columns.put("bytes_up", row -> row.traffic().bytesUp());
        columns.put("bytes_down", row -> row.traffic().bytesDown());
        columns.put("waiting_us", row -> row.explained().latencyMicros());
        columns.put("transfer_us", row -> row.explained().transferMicros());
        columns.put("predicted_us_per_op", row -> row.explained().predicted());
        columns.put("residual_us", row -> row.explained().residualMicros());
        columns.put("residual_low_us", row -> row.explained().residualLow());
        columns.put("residual_high_us", row -> row.explained().residualHigh());
        columns.put("label", row -> row.explained().label());
        columns.put("cause", row -> row.explained().cause());
        columns.put("local_percent_of_base", row -> row.percent().percentLocal());
        columns.put("distant_percent_of_base", row -> row.percent().percentDistant());
        published(columns, "published_as", Published::benchmark);
        published(columns, "published_local_us_per_op", Published::localMicros);
        published(columns, "published_distant_us_per_op", Published::distantMicros);
        published(columns, "published_ratio", Published::ratio);
        published(columns, "published_local_percent_of_base", Published::percentLocal);
        published(columns, "published_distant_percent_of_base", Published::percentDistant);
        for (double rtt : CollectGrids.distances(collected)) {
            columns.put(
                    "predicted_us_per_op_at_rtt_" + Numbers.plain(rtt) + "_us",
                    row -> predicted(row, rtt, Prediction::micros));
        }
        for (double rtt : CollectGrids.distances(collected)) {
            String name = "_us_per_op_at_rtt_" + Numbers.plain(rtt) + "_us";
            columns.put("predicted_low" + name, row -> predicted(row, rtt, Prediction::low));
            columns.put("predicted_high" + name, row -> predicted(row, rtt, Prediction::high));
        }
        return columns;
    }

    /** The points of one topology by the part of the key that both topologies share. */
    private static Map<String, Point> points(List<LoadCurve> curves, Topology topology) {
        Map<String, Point> points = new HashMap<>();
        curves.stream()
                .filter(curve -> curve.topology() == topology)
                .flatMap(curve -> curve.points().stream())
                .forEach(point -> points.put(point.cell().split("/", PARTS_OF_A_KEY)[PARTS_OF_A_KEY - 1], point));
        return points;
    }

    /** Adds the columns of a load curve's point on one side. */
    private static void curves(
            Map<String, Function<Row, @Nullable Object>> columns, String side, Function<Row, @Nullable Point> point) {
        Map<String, Function<Point, @Nullable Object>> parts = new LinkedHashMap<>();
        parts.put("operations_per_s", Point::perSecond);
        parts.put("p50_us", percentile(ServiceTime::p50Micros));
        parts.put("p95_us", percentile(ServiceTime::p95Micros));
        parts.put("p99_us", percentile(ServiceTime::p99Micros));
        parts.put("client_cpu_percent", one -> one.load().clientCpuPercent());
        parts.put("client_host_cpu_percent", one -> one.load().clientHostCpuPercent());
        parts.put("database_cpu_percent", one -> one.load().databaseCpuPercent());
        parts.put("mbit_up_per_s", Point::megabitsUp);
        parts.put("mbit_down_per_s", Point::megabitsDown);
        parts.put("network_percent", Point::networkPercent);
        parts.put("ceiling_per_s", Point::ceilingPerSecond);
        parts.put("limit", Point::bound);
        parts.forEach((name, part) -> columns.put(side + "_" + name, row -> {
            Point of = point.apply(row);
            return of == null ? null : part.apply(of);
        }));
    }

    private static Function<Point, @Nullable Object> percentile(Function<ServiceTime, Double> which) {
        return point -> point.serviceTime() == null ? null : which.apply(point.serviceTime());
    }

    private static String params(Row row) {
        return new TreeMap<>(row.subject().params())
                .entrySet().stream()
                        .map(param -> param.getKey() + "=" + param.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static void score(
            Map<String, Function<Row, @Nullable Object>> columns, String side, Function<Row, Score> score) {
        columns.put(side + "_us_per_op", row -> score.apply(row).score());
        columns.put(side + "_low_us_per_op", row -> score.apply(row).low());
        columns.put(side + "_high_us_per_op", row -> score.apply(row).high());
    }

    private static void implied(
            Map<String, Function<Row, @Nullable Object>> columns, String name, Function<Value, @Nullable Double> part) {
        columns.put(name, row -> {
            Value implied = row.traffic().roundTripsImplied();
            return implied == null ? null : part.apply(implied);
        });
    }

    private static void published(
            Map<String, Function<Row, @Nullable Object>> columns,
            String name,
            Function<Published, @Nullable Object> part) {
        columns.put(name, row -> {
            Published published = row.published();
            return published == null ? null : part.apply(published);
        });
    }

    private static @Nullable Object predicted(Row row, double rttMicros, Function<Prediction, @Nullable Double> part) {
        return row.whatIf().stream()
                .filter(prediction -> prediction.rttMicros() == rttMicros)
                .findFirst()
                .map(part)
                .orElse(null);
    }
}
