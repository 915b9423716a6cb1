package dev.jdbcbench.sharing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What stands for texts in copies: always the same for a text of a kind, and different for different ones. */
final class Choice {
    /** What was chosen for each text, by its kind. Different texts of a kind stay different. */
    private final Map<String, Map<String, String>> chosen = new HashMap<>();

    private final Map<String, Set<String>> taken = new HashMap<>();
    private final Map<String, Integer> counters = new HashMap<>();
    /** What stands for a text of a kind, always the same, and different for each text. */
    String chosen(String kind, String text, String wanted) {
        return chosen(kind, text, "", wanted);
    }

    /** A word with the number of the text among those of its kind. */
    String numbered(String kind, String text) {
        return chosen(kind, text, kind + "-1", kind);
    }

    private String chosen(String kind, String text, String first, String wanted) {
        Map<String, String> all = chosen.computeIfAbsent(kind, other -> new HashMap<>());
        String known = all.get(text);
        if (known != null) {
            return known;
        }
        Set<String> used = taken.computeIfAbsent(kind, other -> new HashSet<>());
        String free = first.isEmpty() ? wanted : first;
        while (!used.add(free)) {
            free = wanted + "-" + counters.merge(kind + " " + wanted, 1, (before, one) -> before + one);
        }
        all.put(text, free);
        return free;
    }
}
