package dev.jdbcbench.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Sampled stacks, each with its number of samples.
 *
 * @param samples the count by frames, outermost first, sorted by their text form
 */
public record Stacks(Map<List<String>, Long> samples) {
    private static final String SEPARATOR = ";";

    /** Characters that would end a frame or a line of the text form. */
    private static final Pattern RESERVED = Pattern.compile("[;\\p{Cntrl}\\u2028\\u2029]");

    public Stacks {
        Map<String, Map.Entry<List<String>, Long>> ordered = new TreeMap<>();
        samples.forEach((frames, number) -> {
            if (frames.isEmpty() || number < 1) {
                throw new IllegalArgumentException("a stack has frames and samples: " + frames + " " + number);
            }
            List<String> clean = frames.stream().map(Stacks::name).toList();
            ordered.merge(
                    String.join(SEPARATOR, clean),
                    Map.entry(clean, number),
                    (one, other) -> Map.entry(clean, one.getValue() + other.getValue()));
        });
        Map<List<String>, Long> copy = new LinkedHashMap<>();
        ordered.values().forEach(entry -> copy.put(entry.getKey(), entry.getValue()));
        samples = Collections.unmodifiableMap(copy);
    }

    /** A frame's name without reserved characters. */
    private static String name(String frame) {
        String clean = RESERVED.matcher(frame).replaceAll("_").strip();
        return clean.isEmpty() ? "(unknown)" : clean;
    }

    /**
     * A frame.
     *
     * @param self number of samples in which it is the innermost
     * @param share its share of all samples
     */
    public record Frame(String name, long self, double share) {}

    /** Builds stacks one sample at a time. */
    static final class Builder {
        private final Map<List<String>, Long> samples = new HashMap<>();

        void add(List<String> frames) {
            samples.merge(List.copyOf(frames), 1L, Long::sum);
        }

        Stacks stacks() {
            return new Stacks(samples);
        }
    }

    /**
     * Parses collapsed stacks: one per line, frames separated by semicolons, then a blank and the number of samples.
     *
     * @throws IllegalArgumentException if a line is malformed
     */
    public static Stacks parse(String text) {
        Map<List<String>, Long> samples = new HashMap<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            int blank = line.lastIndexOf(' ');
            if (blank < 1 || !line.substring(blank + 1).matches("[0-9]{1,18}")) {
                throw new IllegalArgumentException("not a stack with its number of samples: " + line);
            }
            samples.merge(
                    Arrays.asList(line.substring(0, blank).split(SEPARATOR)),
                    Long.parseLong(line.substring(blank + 1)),
                    Long::sum);
        });
        return new Stacks(samples);
    }

    /** The collapsed stacks as text, which {@link #parse} and other tools read. */
    public String text() {
        StringBuilder text = new StringBuilder();
        samples.forEach((frames, number) -> text.append(String.join(SEPARATOR, frames))
                .append(' ')
                .append(number)
                .append('\n'));
        return text.toString();
    }

    /** The total number of samples. */
    public long total() {
        return samples.values().stream().mapToLong(Long::longValue).sum();
    }

    /** All frames that are innermost in a sample, most samples first. */
    public List<Frame> hottest() {
        long total = total();
        Map<String, Long> self = new HashMap<>();
        samples.forEach((frames, number) -> self.merge(frames.get(frames.size() - 1), number, Long::sum));
        List<Frame> hottest = new ArrayList<>();
        self.forEach((name, number) -> hottest.add(new Frame(name, number, (double) number / total)));
        hottest.sort(Comparator.comparingLong(Frame::self).reversed().thenComparing(Frame::name));
        return List.copyOf(hottest);
    }
}
