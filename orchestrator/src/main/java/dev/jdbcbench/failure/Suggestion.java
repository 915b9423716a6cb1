package dev.jdbcbench.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** "Did you mean": the nearest of the words that are known. */
public final class Suggestion {
    private Suggestion() {}

    /** {@code " (did you mean …?)"} when a known word is near, else all of them. Begins with a space or is empty. */
    public static String of(String word, Collection<String> known) {
        if (known.isEmpty()) {
            return "";
        }
        String nearest = known.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .orElseThrow();
        // A third of the letters wrong is a typo; more is another word.
        int near = Math.max(1, (Math.max(word.length(), nearest.length()) + 1) / 3);
        return distance(word, nearest) <= near
                ? " (did you mean " + nearest + "?)"
                : " (known: " + String.join(", ", known) + ")";
    }

    /** The number of letters to insert, delete or replace (Levenshtein), without regard to case. */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
