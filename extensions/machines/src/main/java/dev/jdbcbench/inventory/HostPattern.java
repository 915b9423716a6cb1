package dev.jdbcbench.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Host patterns of an inventory: {@code db1}, {@code db1:2222}, {@code db[01:03]}, {@code db[a:c].example.com}. */
final class HostPattern {
    private static final Pattern RANGE =
            Pattern.compile("\\[(?:([0-9]{1,6}):([0-9]{1,6})|([a-z]):([a-z])|([A-Z]):([A-Z]))(?::([0-9]{1,4}))?\\]");

    private static final Pattern PORT = Pattern.compile("([^:\\[\\]]+|\\[[0-9a-fA-F:.]+]):([0-9]{1,5})");
    private static final int MOST = 10_000;

    /** Longer than any name of a host. */
    private static final int LONGEST = 500;

    private HostPattern() {}

    /** A name in an inventory, with its port separated. */
    record Named(String host, Optional<String> port) {}

    static Named named(String word) {
        Matcher port = PORT.matcher(word);
        return port.matches() && !RANGE.matcher(port.group(1)).find()
                ? new Named(port.group(1), Optional.of(port.group(2)))
                : new Named(word, Optional.empty());
    }

    /**
     * All names that a pattern stands for.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    static List<String> expanded(String pattern) {
        if (pattern.length() > LONGEST) {
            throw new IllegalArgumentException("a name of " + pattern.length() + " characters is too long");
        }
        Matcher range = RANGE.matcher(pattern);
        if (!range.find()) {
            if (pattern.contains("[") && pattern.contains(":") && !pattern.matches("\\[[0-9a-fA-F:.]+][:0-9]*")) {
                throw new IllegalArgumentException(pattern + " is not a range like db[1:3] or db[a:c]");
            }
            return List.of(pattern);
        }
        String before = pattern.substring(0, range.start());
        String after = pattern.substring(range.end());
        List<String> all = new ArrayList<>();
        for (String part : parts(pattern, range)) {
            for (String rest : expanded(after)) {
                all.add(before + part + rest);
            }
            if (all.size() > MOST) {
                throw new IllegalArgumentException(pattern + " stands for more than " + MOST + " hosts");
            }
        }
        return List.copyOf(all);
    }

    private static List<String> parts(String pattern, Matcher range) {
        int step = range.group(7) == null ? 1 : Integer.parseInt(range.group(7));
        boolean numbers = range.group(1) != null;
        String from = numbers ? range.group(1) : range.group(3) != null ? range.group(3) : range.group(5);
        String to = numbers ? range.group(2) : range.group(3) != null ? range.group(4) : range.group(6);
        int first = numbers ? Integer.parseInt(from) : from.charAt(0);
        int last = numbers ? Integer.parseInt(to) : to.charAt(0);
        if (step < 1 || first > last || (last - first) / step >= MOST) {
            throw new IllegalArgumentException(pattern + " is a range that ends before it begins, or is too long");
        }
        // As in Ansible, a leading zero gives all numbers the same width.
        int width = from.startsWith("0") ? from.length() : 0;
        List<String> parts = new ArrayList<>();
        for (int i = first; i <= last; i += step) {
            String number = String.valueOf(i);
            parts.add(numbers ? "0".repeat(Math.max(0, width - number.length())) + number : String.valueOf((char) i));
        }
        return parts;
    }
}
