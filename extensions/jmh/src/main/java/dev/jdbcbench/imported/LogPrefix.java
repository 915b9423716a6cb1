package dev.jdbcbench.imported;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    /** The runs of digits and blanks in a prefix, which may have other lengths in other lines, and the text between them. */
    private static final Pattern PART = Pattern.compile("[0-9]+|\\s+$|\\s+|[^0-9\\s]+");

    /** Less often, it is a line in which the benchmark quotes JMH. */
    private static final int FEWEST = 3;

    private LogPrefix() {}

    /** The lines without colours and prefixes. */
    static List<String> removed(List<String> lines) {
        List<String> plain =
                lines.stream().map(line -> COLOUR.matcher(line).replaceAll("")).toList();
        List<Pattern> prefixes = plain.stream()
                .flatMap(line -> KNOWN.matcher(line)
                        .results()
                        .limit(1)
                        .filter(found -> found.start() <= LONGEST)
                        .map(found -> shape(line.substring(0, found.start()))))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .filter(shape -> !shape.getKey().isEmpty() && shape.getValue() >= FEWEST)
                .map(Map.Entry::getKey)
                .map(Pattern::compile)
                .toList();
        return plain.stream().map(line -> without(prefixes, line)).toList();
    }

    private static String without(List<Pattern> prefixes, String line) {
        return prefixes.stream()
                .map(prefix -> prefix.matcher(line))
                .filter(Matcher::lookingAt)
                .findFirst()
                .map(found -> line.substring(found.end()))
                .orElse(line);
    }

    private static String shape(String prefix) {
        StringBuilder shape = new StringBuilder();
        Matcher part = PART.matcher(prefix);
        while (part.find()) {
            String text = part.group();
            if (Character.isDigit(text.charAt(0))) {
                shape.append("[0-9]+");
            } else if (!text.isBlank()) {
                shape.append(Pattern.quote(text));
            } else if (part.end() == prefix.length()) {
                shape.append("\\s{0,").append(text.length()).append('}'); // what follows may be indented by JMH
            } else {
                shape.append("\\s+");
            }
        }
        return shape.toString();
    }
}
