package dev.jdbcbench.parts;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.jdbcbench.result.CellResult.ForkScore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two cells that were measured in the same groups: its mean, and Student's 95 % interval over the groups.
 * What slows down a whole group cancels out.
 *
 * @param micros µs
 * @param low lower limit; null with one group
 * @param high upper limit; null with one group
 * @param groups number of groups with both
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Difference(
        double micros, @Nullable Double low, @Nullable Double high, int groups) {
    private static final double UPPER = 0.975;

    /** The difference of the first to the second; null if they share no group. */
    static @Nullable Difference of(List<ForkScore> minuend, List<ForkScore> subtrahend) {
        Map<Integer, Double> others = new HashMap<>();
        subtrahend.forEach(fork -> others.put(fork.block(), fork.score()));
        List<Double> differences = new ArrayList<>();
        for (ForkScore fork : minuend) {
            Double other = others.get(fork.block());
            if (other != null) {
                differences.add(fork.score() - other);
            }
        }
        int n = differences.size();
        if (n == 0) {
            return null;
        }
        double mean = differences.stream().mapToDouble(one -> one).sum() / n;
        if (n == 1) {
            return new Difference(mean, null, null, n);
        }
        double squares = differences.stream()
                .mapToDouble(one -> (one - mean) * (one - mean))
                .sum();
        double half = TDistribution.of(n - 1).inverseCumulativeProbability(UPPER) * Math.sqrt(squares / (n - 1) / n);
        return new Difference(mean, mean - half, mean + half, n);
    }
}
