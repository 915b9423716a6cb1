package dev.jdbcbench.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** "Did you mean": suggests the nearest of the known words. */
public final class Suggestion {
    private Suggestion() {}

    /** {@code " (did you mean …?)"} when a known word is near, else a list of all. Begins with a space or is empty. */
    public static String of(String word, Collection<String> known) {
        if (known.isEmpty()) {
            return "";
        }
        String nearest = known.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .orElseThrow();
        // With up to a third of the letters wrong it is a typo; with more it is another word.
        int near = Math.max(1, (Math.max(word.length(), nearest.length()) + 1) / 3);
        return distance(word, nearest) <= near
                ? " (did you mean " + nearest + "?)"
                : " (known: " + String.join(", ", known) + ")";
    }

    /**
     * The number of letters to insert, delete or replace, or of neighbours to swap, ignoring case: the optimal string
     * alignment distance (Levenshtein 1966, with Damerau's 1964 transpositions).
     */
    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] distances = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            distances[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            distances[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replaced = distances[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                int least = Math.min(replaced, 1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                distances[i][j] = swapped ? Math.min(least, 1 + distances[i - 2][j - 2]) : least;
            }
        }
        return distances[a.length()][b.length()];
    }
}
