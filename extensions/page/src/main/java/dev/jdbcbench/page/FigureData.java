package dev.jdbcbench.page;

import dev.jdbcbench.report.Report;
import dev.jdbcbench.run.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the figures of a report draw: the data of its page, so both show the same numbers. */
final class FigureData {
    private static final String DISTANT = "distant";
    private static final String LOCAL = "local";

    /** The colours of the page on a light background. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#bd4b00", "#00795a", "#a8437f", "#2e76a8", "#7654a0", "#7d6117", "#5f656e");

    private final JsonNode data;
    private final List<String> drivers;

    private FigureData(JsonNode data) {
        this.data = data;
        this.drivers =
                cells().map(cell -> cell.get("driver").asString()).distinct().toList();
    }

    static FigureData of(Report report) {
        return new FigureData(Json.read(Json.line(ReportData.of(report)), JsonNode.class));
    }

    static Stream<JsonNode> all(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    Stream<JsonNode> cells() {
        return all(data.get("cells"));
    }

    Stream<JsonNode> timed() {
        return cells().filter(cell -> cell.has("score") && cell.get("score").asDouble() > 0);
    }

    Stream<JsonNode> contrasts() {
        return all(data.get("contrasts"));
    }

    JsonNode cell(JsonNode place) {
        return data.get("cells").get(place.asInt());
    }

    Stream<JsonNode> twins() {
        return all(data.get("twins"));
    }

    List<String> drivers() {
        return drivers;
    }

    String colour(String driver) {
        return COLOURS.get(drivers.indexOf(driver) % COLOURS.size());
    }

    /** The corners of a driver's sign. */
    double[] sign(String driver) {
        return Signs.of(drivers.indexOf(driver));
    }

    /**
     * A row with a driver, near and far.
     *
     * @param explained the parts of what the distance adds; null if they are not known
     */
    record Pair(
            String row,
            String driver,
            @Nullable JsonNode local,
            @Nullable JsonNode distant,
            @Nullable JsonNode explained) {
        Optional<JsonNode> near() {
            return Optional.ofNullable(local);
        }

        Optional<JsonNode> far() {
            return Optional.ofNullable(distant);
        }

        /** The driver's own code, warm; empty if it was not measured, µs. */
        Optional<Double> own() {
            return near().filter(cell -> cell.has("own"))
                    .map(cell -> cell.get("own").asDouble());
        }

        /** Number of round trips of an operation; 0 if they were not counted. */
        double roundTrips() {
            JsonNode trips = explained == null ? local : explained;
            return trips == null ? 0 : trips.path("roundTrips").asDouble(0);
        }

        /** The exchange on one host, of a row whose own is known: its floor, or its round trips × the RTT there, µs. */
        Optional<Double> here() {
            return near().filter(cell -> cell.has("own"))
                    .flatMap(cell -> cell.has("floor")
                            ? Optional.of(cell.get("floor").asDouble())
                            : Optional.of(cell)
                                    .filter(known -> known.has("trip"))
                                    .map(known ->
                                            roundTrips() * known.get("trip").asDouble()));
        }

        /** The model's time at an RTT, like the page's; empty without a local time or round trips. */
        Optional<Double> predicted(double rttMicros) {
            JsonNode trips = explained == null ? local : explained;
            if (local == null || trips == null || !trips.has("roundTrips")) {
                return Optional.empty();
            }
            return Optional.of(local.get("score").asDouble()
                    + trips.get("roundTrips").asDouble() * rttMicros
                    + (explained == null ? 0 : explained.path("transfer").asDouble(0)));
        }
    }

    List<Pair> pairs() {
        Map<List<String>, Pair> pairs = new LinkedHashMap<>();
        timed().forEach(cell -> {
            List<String> key =
                    List.of(cell.get("row").asString(), cell.get("driver").asString());
            Pair pair = pairs.getOrDefault(key, new Pair(key.get(0), key.get(1), null, null, explained(key)));
            String topology = cell.get("topology").asString();
            pairs.put(
                    key,
                    new Pair(
                            pair.row(),
                            pair.driver(),
                            topology.equals(LOCAL) ? cell : pair.local(),
                            topology.equals(DISTANT) ? cell : pair.distant(),
                            pair.explained()));
        });
        return new ArrayList<>(pairs.values());
    }

    private @Nullable JsonNode explained(List<String> key) {
        return all(data.get("rows"))
                .filter(row -> row.get("row").asString().equals(key.get(0))
                        && row.get("driver").asString().equals(key.get(1)))
                .findFirst()
                .orElse(null);
    }

    /** Whether some row was measured near and far. */
    boolean bothSides() {
        return pairs().stream().anyMatch(pair -> pair.local() != null && pair.distant() != null);
    }
}
