package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asserts that texts fit terminals of 80, 100 and 200 columns, and that no word is cut there. */
public final class TerminalLines {
    private static final int[] TERMINALS = {80, 100, 200};

    /** Wide enough for each line of the texts of tests. */
    private static final int WIDEST = 400;

    private TerminalLines() {}

    /**
     * Asserts it of a text.
     *
     * @param text the text for so many columns
     */
    public static void assertFit(IntFunction<String> text) {
        Set<String> whole = words(text.apply(WIDEST));
        assertThat(whole).isNotEmpty();
        for (int columns : TERMINALS) {
            String fitting = text.apply(columns);
            assertThat(fitting.lines())
                    .allSatisfy(line -> assertThat(line.length())
                            .as("at %d: %s", columns, line)
                            .isLessThanOrEqualTo(line.strip().contains(" ") ? columns : Integer.MAX_VALUE));
            assertThat(words(fitting)).as("at %d", columns).isSubsetOf(whole);
        }
    }

    private static Set<String> words(String text) {
        return Stream.of(text.split("\\s+")).filter(word -> word.length() > 2).collect(Collectors.toSet());
    }
}
