package dev.jdbcbench.imported;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What other programs put before each line of a JMH log: build tools a level, servers the time, documents an indentation. It is
 * found by the lines that JMH prints in every log, and may differ between lines in its digits. Colours are removed, too.
 */
final class LogPrefix {
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

    /** The beginning of a line that JMH prints in every log. */
    private static final Pattern KNOWN = Pattern.compile("# JMH (?:version: )?[0-9]|# VM version: |# Warmup: "
            + "|# Measurement: |# Threads: |# Benchmark mode: |# Benchmark: |# Run progress: |# Fork: |# Run complete"
            + "|# Warmup Iteration |Iteration {1,3}[0-9]{1,9}: |Result:|Result \"");

    private static final int LONGEST = 200;

    /** Less often, it is a line in which the benchmark quotes JMH. */
    private static final int FEWEST = 3;

    private LogPrefix() {}

    /** The lines without colours and prefixes. */
    static List<String> removed(List<String> lines) {
        List<String> plain =
                lines.stream().map(line -> COLOUR.matcher(line).replaceAll("")).toList();
        Shape shapes = new Shape();
        for (String line : plain) {
            Matcher known = KNOWN.matcher(line);
            if (known.find() && known.start() > 0 && known.start() <= LONGEST) {
                shapes.add(line.substring(0, known.start()));
            }
        }
        return plain.stream().map(line -> line.substring(shapes.length(line))).toList();
    }

    /**
     * The shapes of prefixes that begin alike, so that a line is read once and not once for each of them.
     */
    private static final class Shape {
        private static final char DIGITS = '0';
        private static final char BLANKS = ' ';

        private final Map<Character, Shape> next = new HashMap<>();
        /** How often a prefix ends here, by the number of blanks at its end: what follows may be indented by JMH. */
        private final Map<Integer, Integer> ends = new TreeMap<>();

        void add(String prefix) {
            int end = prefix.length();
            while (end > 0 && isBlank(prefix, end - 1)) {
                end--;
            }
            Shape last = this;
            for (int at = 0; at < end; at = after(prefix, at)) {
                last = last.next.computeIfAbsent(symbol(prefix, at), symbol -> new Shape());
            }
            last.ends.merge(prefix.length() - end, 1, Integer::sum);
        }

        /** The length of this line's prefix: of all that it may have, the most frequent one. */
        int length(String line) {
            int length = 0;
            int most = FEWEST - 1;
            Shape shape = this;
            int at = 0;
            while (true) {
                int blanks = at < line.length() && isBlank(line, at) ? after(line, at) - at : 0;
                for (Map.Entry<Integer, Integer> end : shape.ends.entrySet()) {
                    if (end.getValue() > most) {
                        most = end.getValue();
                        length = at + Math.min(blanks, end.getKey());
                    }
                }
                @Nullable Shape longer = at == line.length() ? null : shape.next.get(symbol(line, at));
                if (longer == null) {
                    return length;
                }
                shape = longer;
                at = after(line, at);
            }
        }

        private static char symbol(String text, int at) {
            return isDigit(text, at) ? DIGITS : isBlank(text, at) ? BLANKS : text.charAt(at);
        }

        /** The end of the digits or blanks, which may be more or fewer in other lines; or of one other character. */
        private static int after(String text, int at) {
            char symbol = symbol(text, at);
            int end = at + 1;
            while ((symbol == DIGITS || symbol == BLANKS) && end < text.length() && symbol(text, end) == symbol) {
                end++;
            }
            return end;
        }

        private static boolean isDigit(String text, int at) {
            return text.charAt(at) >= '0' && text.charAt(at) <= '9';
        }

        private static boolean isBlank(String text, int at) {
            return Character.isWhitespace(text.charAt(at));
        }
    }
}
