package dev.jdbcbench.flame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The difference between the stacks of a candidate and those of a base. It compares shares, because the numbers of
 * samples differ.
 */
public record StackDiff(Stacks base, Stacks candidate) {
    /**
     * A frame whose share as the innermost frame differs.
     *
     * @param base share of the base's samples
     * @param candidate share of the candidate's samples
     */
    public record Difference(String name, double base, double candidate) {
        /** Positive when the candidate spends more of its time there. */
        public double change() {
            return candidate - base;
        }
    }

    /** All frames whose share differs, largest difference first. */
    public List<Difference> largest() {
        Map<String, Double> before = self(base);
        Map<String, Double> after = self(candidate);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String name : names) {
            Difference difference = new Difference(name, before.getOrDefault(name, 0.0), after.getOrDefault(name, 0.0));
            if (difference.change() != 0) {
                differences.add(difference);
            }
        }
        differences.sort(Comparator.comparingDouble((Difference difference) -> Math.abs(difference.change()))
                .reversed());
        return List.copyOf(differences);
    }

    private static Map<String, Double> self(Stacks stacks) {
        Map<String, Double> self = new HashMap<>();
        stacks.hottest().forEach(frame -> self.put(frame.name(), frame.share()));
        return self;
    }
}
