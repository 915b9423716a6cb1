package dev.jdbcbench.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": suggests the nearest of the known words. */
public final class Suggestion {
    /** So many words can be read at a glance. */
    private static final int FEW = 15;

    private Suggestion() {}

    /** {@code " (did you mean …?)"} when a known word is near, else a list of all, or of the three nearest if there are many. */
    public static String of(String word, Collection<String> known) {
        return near(word, known)
                .map(nearest -> " (did you mean " + nearest + "?)")
                .orElseGet(() -> known.isEmpty()
                        ? ""
                        : known.size() <= FEW
                                ? " (known: " + String.join(", ", known) + ")"
                                : " (nearest: " + String.join(", ", nearest(word, known)) + ")");
    }

    /** The known word of which a word is probably a misspelling. */
    public static Optional<String> near(String word, Collection<String> known) {
        String plain = plain(word);
        List<String> begun = known.stream()
                .filter(candidate -> plain.length() > 2 && isBegun(plain, candidate))
                .toList();
        if (begun.size() == 1) {
            return Optional.of(begun.get(0));
        }
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(plain, plain(candidate))))
                .filter(nearest -> isTypo(plain, plain(nearest)));
    }

    /** With up to a third of the letters wrong it is a typo; with more, or of a single letter, it is another word. */
    private static boolean isTypo(String word, String known) {
        int longest = Math.max(word.length(), known.length());
        return word.equalsIgnoreCase(known) || (longest > 1 && distance(word, known) <= Math.max(1, (longest + 1) / 3));
    }

    /** The three that share most with a word. */
    private static List<String> nearest(String word, Collection<String> known) {
        String plain = plain(word).toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(candidate -> plain(candidate).length() > 1)
                .sorted(Comparator.<String, Boolean>comparing(candidate -> !isBegun(plain, candidate))
                        .thenComparingInt(
                                candidate -> -shared(plain, plain(candidate).toLowerCase(Locale.ROOT)))
                        .thenComparingInt(candidate -> distance(plain, plain(candidate))))
                .limit(3)
                .toList();
    }

    /** Whether a word is the beginning of a known one. */
    private static boolean isBegun(String word, String known) {
        return plain(known).toLowerCase(Locale.ROOT).startsWith(word.toLowerCase(Locale.ROOT));
    }

    /** The length of the longest text that is part of both, if it is long enough to mean something. */
    private static int shared(String one, String other) {
        for (int length = Math.min(one.length(), other.length()); length > 2; length--) {
            for (int from = 0; from + length <= one.length(); from++) {
                if (other.contains(one.substring(from, from + length))) {
                    return length;
                }
            }
        }
        return 0;
    }

    /** Without the dashes that all options begin with. */
    private static String plain(String word) {
        return word.replaceFirst("^-{1,2}", "");
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
