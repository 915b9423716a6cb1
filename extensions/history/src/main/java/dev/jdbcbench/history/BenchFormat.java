package dev.jdbcbench.history;

import com.google.auto.service.AutoService;
import dev.jdbcbench.history.CellHistory.Point;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.run.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Histories in Go's benchmark format, for benchstat: one line per fork. Driver version and run are configuration keys,
 * so benchstat can compare by them.
 */
@AutoService(HistoryFormat.class)
public final class BenchFormat implements HistoryFormat {

    @Override
    public String id() {
        return "benchfmt";
    }

    @Override
    public String render(List<CellHistory> cells) {
        StringBuilder text = new StringBuilder("Unit ns/op better=lower\n");
        Map<String, String> current = new LinkedHashMap<>();
        cells.stream()
                .flatMap(cell -> cell.points().stream())
                .map(Point::found)
                .sorted(CellHistory.OLDEST_FIRST)
                .forEach(found -> {
                    configuration(found).forEach((key, value) -> {
                        if (!value.equals(current.put(key, value))) {
                            text.append(key + ": " + value + "\n");
                        }
                    });
                    found.forks()
                            .forEach(micros -> text.append(name(found.cell()) + " 1 "
                                    + Numbers.plain(micros * Unit.NANOS_PER_MICRO) + " ns/op\n"));
                });
        return text.toString();
    }

    private static Map<String, String> configuration(Observation found) {
        Map<String, String> configuration = new LinkedHashMap<>();
        configuration.put("client", word(found.cell().client()));
        configuration.put("database", word(found.cell().database()));
        configuration.put("run", word(found.run()));
        configuration.put("version", word(found.cell().driverVersion()));
        return configuration;
    }

    /** The benchmark name of a cell; the same in every run. */
    static String name(Cell cell) {
        String scenario = word(cell.scenario());
        Map<String, String> parts = new LinkedHashMap<>(new TreeMap<>(cell.params()));
        parts.put("topology", cell.topology().id());
        parts.put("server", cell.server());
        parts.put("mode", cell.mode().id());
        parts.put("driver", cell.driver());
        parts.put("transport", cell.transport().id());
        parts.put("threads", String.valueOf(cell.threads()));
        if (cell.rate() != null) {
            parts.put("rate", cell.rate().toString());
        }
        StringBuilder name = new StringBuilder("Benchmark")
                .append(scenario.substring(0, 1).toUpperCase(Locale.ROOT))
                .append(scenario.substring(1));
        parts.forEach((key, value) -> name.append("/" + word(key) + "=" + word(value)));
        return name.toString();
    }

    /** Replaces the characters that separate parts of the format. */
    private static String word(String text) {
        return text.replaceAll("[\\s/=]|\\p{Cntrl}", "_");
    }
}
