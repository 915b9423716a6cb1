package dev.jdbcbench.history;

import dev.jdbcbench.event.ServerFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The history of one cell over runs. The newest run decides which others belong to it: those with the same conditions,
 * at any version of the driver. Pure.
 *
 * @param key see {@link Observation#series}
 * @param points runs under the conditions of the newest one, oldest first
 * @param apart all other runs, grouped by their differences
 */
public record CellHistory(String key, List<Point> points, List<Apart> apart) {
    /** By time; runs planned at the same time by their IDs. */
    public static final Comparator<Observation> OLDEST_FIRST =
            Comparator.comparing(Observation::at).thenComparing(Observation::run);

    public CellHistory {
        points = List.copyOf(points);
        apart = List.copyOf(apart);
    }

    /**
     * A run that is comparable with the others.
     *
     * @param ratio its time relative to the previous run; null for the first
     */
    public record Point(Observation found, @Nullable Double ratio) {}

    /**
     * Runs that differ from the newest one in the same way.
     *
     * @param runs oldest first
     * @param differences one line each
     */
    public record Apart(List<Observation> runs, List<String> differences) {
        public Apart {
            runs = List.copyOf(runs);
            differences = List.copyOf(differences);
        }
    }

    /** The histories of all cells, in the order of the newest run, followed by cells that only earlier runs have. */
    public static List<CellHistory> of(Collection<Observation> observations) {
        Map<String, List<Observation>> series = new LinkedHashMap<>();
        observations.stream()
                .sorted(OLDEST_FIRST.reversed())
                .forEach(found -> series.computeIfAbsent(found.series(), key -> new ArrayList<>())
                        .add(0, found));
        Map<ServerFacts, Map<ServerFacts, List<String>>> settings = new IdentityHashMap<>();
        return series.entrySet().stream()
                .map(cell -> of(cell.getKey(), cell.getValue(), settings))
                .toList();
    }

    private static CellHistory of(
            String key, List<Observation> oldestFirst, Map<ServerFacts, Map<ServerFacts, List<String>>> settings) {
        Conditions newest = oldestFirst.get(oldestFirst.size() - 1).conditions();
        List<Point> points = new ArrayList<>();
        Map<List<String>, List<Observation>> apart = new LinkedHashMap<>();
        for (Observation found : oldestFirst) {
            List<String> differences = found.conditions().differences(newest, settings);
            if (differences.isEmpty()) {
                Point before = points.isEmpty() ? null : points.get(points.size() - 1);
                points.add(new Point(
                        found,
                        before == null
                                ? null
                                : (Double) (found.micros() / before.found().micros())));
            } else {
                apart.computeIfAbsent(differences, any -> new ArrayList<>()).add(found);
            }
        }
        return new CellHistory(
                key,
                points,
                apart.entrySet().stream()
                        .map(group -> new Apart(group.getValue(), group.getKey()))
                        .toList());
    }

    /** The most recent run under current conditions. */
    public Observation newest() {
        return points.get(points.size() - 1).found();
    }
}
