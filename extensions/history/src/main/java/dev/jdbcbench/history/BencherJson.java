package dev.jdbcbench.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.auto.service.AutoService;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The newest run in Bencher Metric Format, in ns. Bencher keeps the history itself. */
@AutoService(HistoryFormat.class)
public final class BencherJson implements HistoryFormat {

    @Override
    public String id() {
        return "bmf";
    }

    /** Always empty: the format leaves out older runs on purpose. */
    @Override
    public List<String> leftOut(List<CellHistory> cells) {
        return List.of();
    }

    private record Metric(
            double value,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("lower_value") @Nullable
            Double low,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("upper_value") @Nullable
            Double high) {
        static Metric of(Score time) {
            return new Metric(
                    nanos(Objects.requireNonNull(time.score())),
                    time.low() == null ? null : (Double) nanos(time.low()),
                    time.high() == null ? null : (Double) nanos(time.high()));
        }
    }

    /** Nanoseconds, rounded to three decimals. */
    private static double nanos(double micros) {
        return Math.rint(micros * Unit.NANOS_PER_MICRO * Unit.NANOS_PER_MICRO) / Unit.NANOS_PER_MICRO;
    }

    @Override
    public String render(List<CellHistory> cells) {
        Optional<String> newest = cells.stream()
                .map(CellHistory::newest)
                .max(CellHistory.OLDEST_FIRST)
                .map(Observation::run);
        Map<String, Map<String, Metric>> benchmarks = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> newest.filter(cell.newest().run()::equals).isPresent())
                .forEach(cell -> benchmarks.put(
                        cell.key(), Map.of("latency", Metric.of(cell.newest().time()))));
        return Json.pretty(benchmarks);
    }
}
