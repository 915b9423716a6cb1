package dev.jdbcbench.sharing;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A text in which private characters stand for what is decided already.
 *
 * @param words what each of them stands for
 */
record Marked(String text, List<String> words) {
    /** The first of the private characters of Unicode, which stand for what is decided already. */
    private static final char FIRST_MARK = '\ue000';

    String shown(UnaryOperator<String> rest) {
        String shown = rest.apply(text);
        for (int i = 0; i < words.size(); i++) {
            shown = shown.replace(mark(i), words.get(i));
        }
        return shown;
    }

    static String mark(int word) {
        return String.valueOf((char) (FIRST_MARK + word));
    }
}
