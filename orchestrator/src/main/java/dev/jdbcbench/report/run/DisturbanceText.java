package dev.jdbcbench.report.run;

import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Disturbance;
import dev.jdbcbench.result.Results.DroppedRound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The causes of disturbed forks, with counts: {@code steal 2, blocks 3–4; other processes 1, block 5}. */
final class DisturbanceText {
    private DisturbanceText() {}

    /** The causes with the blocks that they disturbed. */
    static String of(List<Disturbance> disturbances) {
        List<String> causes = new ArrayList<>();
        blocks(disturbances).forEach((cause, in) -> causes.add(cause + " " + in.size() + ", " + range(in)));
        return String.join("; ", causes);
    }

    /** The causes without blocks, most frequent first: {@code other processes, steal}. */
    static String causes(List<Disturbance> disturbances) {
        return blocks(disturbances).entrySet().stream()
                .sorted(Comparator.comparing(cause -> -cause.getValue().size()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }

    /** Dropped rounds, which were measured again. */
    static List<Disturbance> rounds(List<DroppedRound> dropped) {
        return dropped.stream()
                .map(round -> new Disturbance(round.block(), round.row(), round.cause(), true))
                .toList();
    }

    /** Disturbed forks. */
    static List<Disturbance> ofForks(Results results, boolean repeated) {
        return results.outside().disturbances().stream()
                .filter(disturbance -> disturbance.repeated() == repeated)
                .toList();
    }

    private static Map<String, List<Integer>> blocks(List<Disturbance> disturbances) {
        Map<String, List<Integer>> blocks = new LinkedHashMap<>();
        for (Disturbance disturbance : disturbances) {
            for (String cause : disturbance.reason().split(", ", -1)) {
                blocks.computeIfAbsent(withoutAmounts(cause), key -> new ArrayList<>())
                        .add(disturbance.block());
            }
        }
        return blocks;
    }

    /** Drops amounts, so {@code steal 3.1 %} and {@code steal 4.0 %} are one cause. */
    private static String withoutAmounts(String cause) {
        return cause.replaceAll("\\s*\\([^)]*\\)", "")
                .replaceAll("( for)? ?[0-9]+(\\.[0-9]+)?( %| ms| times)?", "")
                .strip();
    }

    private static String range(List<Integer> blocks) {
        int first = blocks.stream().mapToInt(Integer::intValue).min().orElse(0);
        int last = blocks.stream().mapToInt(Integer::intValue).max().orElse(0);
        return first == last ? "block " + first : "blocks " + first + "–" + last;
    }
}
