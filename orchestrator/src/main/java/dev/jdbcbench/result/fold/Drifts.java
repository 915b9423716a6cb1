package dev.jdbcbench.result.fold;

import dev.jdbcbench.result.TopologyResult.Drift;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an RTT was constant during a run. */
final class Drifts {
    /** With fewer measurements, drift cannot be determined. */
    private static final int FEWEST_SERIES = 3;

    /** A smaller change of the RTT barely affects a prediction. */
    private static final double TOLERANCE = 0.10;

    private static final int PARTS = 3;

    private Drifts() {}

    /**
     * Compares the three thirds of a run by the medians of their series. The RTT drifts when two thirds differ by more than a
     * tenth and by more than the scatter within a third.
     */
    static @Nullable Drift of(List<RttSeries> all) {
        List<Double> medians = all.stream()
                .filter(series -> !series.micros().isEmpty())
                .sorted(Comparator.comparing(RttSeries::at))
                .map(series -> Summary.median(series.micros()))
                .toList();
        if (medians.size() < FEWEST_SERIES) {
            return null;
        }
        List<Double> thirds = new ArrayList<>();
        double scatter = 0;
        for (int part = 0; part < PARTS; part++) {
            List<Double> third = medians.subList(part * medians.size() / PARTS, (part + 1) * medians.size() / PARTS);
            double middle = Summary.median(third);
            thirds.add(middle);
            scatter = Math.max(
                    scatter,
                    Summary.median(third.stream()
                            .map(value -> Math.abs(value - middle))
                            .toList()));
        }
        double most = thirds.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double least = thirds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        boolean steady = most - least <= Math.max(TOLERANCE * Summary.median(medians), PARTS * scatter);
        return new Drift(thirds.get(0), thirds.get(PARTS - 1), most, least, steady);
    }
}
