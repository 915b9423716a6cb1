package dev.jdbcbench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.Results.CellResult;
import dev.jdbcbench.result.Results.RttResult;
import dev.jdbcbench.result.Results.Status;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Local and distant side by side, cell by cell: {@code collect --format json}, a published format. Times are µs/op.
 *
 * @param runs that were read
 * @param incomplete those of them that did not measure all they planned
 * @param comparable whether nothing but the distance differs between the two sides
 * @param differences what else differs, in words
 * @param rtt of the distant side; null when no distant run was read
 * @param unpaired cells that have no partner on the other side, each with the reason
 */
@JsonPropertyOrder({"schema", "runs"})
public record Collected(
        List<String> runs,
        List<String> incomplete,
        boolean comparable,
        List<String> differences,
        @Nullable Rtt rtt,
        List<Row> rows,
        List<Unpaired> unpaired) {
    public Collected {
        runs = List.copyOf(runs);
        incomplete = List.copyOf(incomplete);
        differences = List.copyOf(differences);
        rows = List.copyOf(rows);
        unpaired = List.copyOf(unpaired);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "collect/1";
    }

    /**
     * The RTT between client and database host inside the database protocol.
     *
     * @param localMedianMicros the same on one host: what of the RTT is not distance; null when it was not measured
     * @param source {@code measured}
     */
    public record Rtt(
            @Nullable Double medianMicros,
            @Nullable Double p95Micros,
            @Nullable Double localMedianMicros,
            String source) {
        /** The RTT that distance adds, µs: the median less that on one host. */
        Optional<Double> ofDistance() {
            return Optional.ofNullable(medianMicros)
                    .map(median -> median - (localMedianMicros == null ? 0 : localMedianMicros));
        }
    }

    /** A score with its interval, which is null with fewer than two forks. */
    public record Score(
            @Nullable Double score,
            @Nullable Double low,
            @Nullable Double high) {}

    /** A number with its interval. */
    public record Value(
            double value, @Nullable Double low, @Nullable Double high) {}

    /**
     * One cell near and far.
     *
     * @param roundTripsCounted per operation; null when they were not counted
     * @param roundTripsImplied the difference in RTTs; null when the RTT is not known
     */
    public record Row(
            String key,
            String server,
            String scenario,
            Map<String, String> params,
            Mode mode,
            String driver,
            String driverVersion,
            Transport transport,
            int threads,
            Score local,
            Score distant,
            String unit,
            double ratio,
            double differenceMicros,
            @Nullable Double roundTripsCounted,
            @Nullable Value roundTripsImplied,
            @Nullable Double predicted,
            @Nullable Double residualMicros,
            @Nullable String label) {}

    /** A cell without a partner. */
    public record Unpaired(String key, String run, Status status, String reason) {}

    /** Pairs the cells of runs; of two runs with the same cell the first one counts. */
    public static Collected of(List<Fold> runs) {
        Map<Topology, Map<String, CellResult>> byTopology = new LinkedHashMap<>();
        Map<String, String> runOf = new LinkedHashMap<>();
        List<Unpaired> unpaired = new ArrayList<>();
        for (Fold run : runs) {
            Map<String, Cell> cells = new LinkedHashMap<>();
            run.plan().entries().forEach(entry -> cells.put(entry.cell().key(), entry.cell()));
            for (CellResult cell : run.results().cells()) {
                String pairKey = cells.get(cell.key()) == null
                        ? cell.key()
                        : cells.get(cell.key()).pairKey();
                String id = run.plan().run();
                Map<String, CellResult> side =
                        byTopology.computeIfAbsent(cell.topology(), topology -> new LinkedHashMap<>());
                if (side.putIfAbsent(pairKey, cell) == null) {
                    runOf.put(cell.topology() + " " + pairKey, id);
                } else {
                    unpaired.add(new Unpaired(
                            cell.key(),
                            id,
                            cell.status(),
                            "run " + runOf.get(cell.topology() + " " + pairKey) + " has this cell, too"));
                }
            }
        }
        Optional<Rtt> rtt = rtt(runs, Optional.empty());
        Map<String, CellResult> locals = byTopology.getOrDefault(Topology.LOCAL, Map.of());
        Map<String, CellResult> distants = byTopology.getOrDefault(Topology.DISTANT, Map.of());
        List<Row> rows = new ArrayList<>();
        locals.forEach((pairKey, local) -> {
            CellResult distant = distants.get(pairKey);
            if (measured(local) && measured(distant)) {
                rows.add(row(pairKey, local, Objects.requireNonNull(distant), rtt(runs, Optional.of(local.server()))));
            } else {
                unpaired.add(new Unpaired(
                        local.key(),
                        String.valueOf(runOf.get(Topology.LOCAL + " " + pairKey)),
                        local.status(),
                        whyUnpaired(local, distant, Topology.DISTANT)));
            }
        });
        distants.forEach((pairKey, distant) -> {
            CellResult local = locals.get(pairKey);
            if (!measured(local) || !measured(distant)) {
                unpaired.add(new Unpaired(
                        distant.key(),
                        String.valueOf(runOf.get(Topology.DISTANT + " " + pairKey)),
                        distant.status(),
                        whyUnpaired(distant, local, Topology.LOCAL)));
            }
        });
        List<String> differences = Comparability.differences(runs);
        return new Collected(
                runs.stream().map(run -> run.plan().run()).toList(),
                runs.stream()
                        .filter(run -> !run.results().complete())
                        .map(run -> run.plan().run())
                        .toList(),
                differences.isEmpty(),
                differences,
                rtt.orElse(null),
                rows,
                unpaired);
    }

    private static boolean measured(@Nullable CellResult cell) {
        return cell != null && cell.status() == Status.OK;
    }

    private static String whyUnpaired(CellResult cell, @Nullable CellResult other, Topology otherTopology) {
        if (cell.status() != Status.OK) {
            return String.valueOf(cell.reason());
        }
        return other == null
                ? "no " + otherTopology + " run has this cell"
                : "its " + otherTopology + " partner is " + other.status() + ": " + other.reason();
    }

    private static Row row(String pairKey, CellResult local, CellResult distant, Optional<Rtt> rtt) {
        double localScore = Objects.requireNonNull(local.score());
        double distantScore = Objects.requireNonNull(distant.score());
        double difference = distantScore - localScore;
        Optional<Value> implied = rtt.flatMap(Rtt::ofDistance)
                .filter(micros -> micros > 0)
                .map(micros -> {
                    if (local.low() == null
                            || local.high() == null
                            || distant.low() == null
                            || distant.high() == null) {
                        return new Value(difference / micros, null, null);
                    }
                    // The two sides are independent: their half widths add as squares.
                    double half = Math.hypot(local.high() - local.low(), distant.high() - distant.low()) / 2;
                    return new Value(difference / micros, (difference - half) / micros, (difference + half) / micros);
                });
        return new Row(
                pairKey,
                local.server(),
                local.scenario(),
                local.params(),
                local.mode(),
                local.driver(),
                local.driverVersion(),
                local.transport(),
                local.threads(),
                new Score(local.score(), local.low(), local.high()),
                new Score(distant.score(), distant.low(), distant.high()),
                local.unit(),
                distantScore / localScore,
                difference,
                null,
                implied.orElse(null),
                null,
                null,
                null);
    }

    /**
     * The RTT that the runs measured.
     *
     * @param server to which; empty for the first one
     */
    private static Optional<Rtt> rtt(List<Fold> runs, Optional<String> server) {
        return protocol(runs, Topology.DISTANT, server)
                .map(distant -> new Rtt(
                        distant.medianMicros(),
                        distant.p95Micros(),
                        protocol(runs, Topology.LOCAL, server)
                                .map(RttResult::medianMicros)
                                .orElse(null),
                        "measured"));
    }

    private static Optional<RttResult> protocol(List<Fold> runs, Topology topology, Optional<String> server) {
        return runs.stream()
                .map(run -> run.results().topologies().get(topology))
                .filter(result -> result != null)
                .map(result -> server.map(label -> result.rttByServer().getOrDefault(label, Map.of()))
                        .orElse(result.rtt())
                        .get("protocol"))
                .filter(rtt -> rtt != null && rtt.medianMicros() != null)
                .findFirst();
    }
}
