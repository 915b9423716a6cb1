package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.report.layout.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How much a transaction may need, or how much more than in another recording: {@code --fail-above}.
 *
 * @param most for everything that is limited
 * @param more whether these are increases
 */
record Allowed(Map<Counted, Amount> most, boolean more) {
    private static final String OPTION = "--fail-above";

    private static final Pattern PART = Pattern.compile(
            "(?<number>[0-9]{1,12}(?:\\.[0-9]{1,3})?) ?(?<times>[km]?) ?(?<unit>%?)(?: ?(?<what>[a-z -]{1,40}))?");

    private static final Map<String, Integer> TIMES = Map.of("", 1, "k", 1 << 10, "m", 1 << 20);

    private static final double HUNDRED = 100;

    /** Of a mean: a count that differs in fewer than half of the transactions may be an accident of their timing. */
    private static final double HALF = 0.5;

    /** What is counted of a transaction. */
    enum Counted {
        ROUND_TRIPS("round trip"),
        STATEMENTS("statement"),
        /** In both directions. */
        BYTES("byte");

        private final String word;

        Counted(String word) {
            this.word = word;
        }

        @JsonValue
        String id() {
            return this == ROUND_TRIPS ? "roundTrips" : name().toLowerCase(Locale.ROOT);
        }

        String words() {
            return word + "s";
        }

        /** A number of them: 1 round trip. */
        String of(double number) {
            return shown(number) + " " + word + (shown(number).equals("1") ? "" : "s");
        }

        String shown(double number) {
            return this == BYTES ? Numbers.fixed(number, 0) : Numbers.count(number);
        }

        private boolean means(String typed) {
            String plain = typed.replace("-", "").replace(" ", "");
            String own = word.replace(" ", "");
            return plain.equals(own) || plain.equals(own + "s");
        }
    }

    /** A number, or a share of the base's. */
    record Amount(double number, boolean percent) {
        private double of(double base) {
            return percent ? base * number / HUNDRED : number;
        }
    }

    Allowed {
        most = Map.copyOf(most);
    }

    /**
     * The usual ones for a comparison. As in a gate of drivers, bytes may grow by 1 %, because the number of digits in
     * values varies.
     */
    static Allowed nothingMore() {
        return new Allowed(
                Map.of(
                        Counted.ROUND_TRIPS,
                        new Amount(0, false),
                        Counted.STATEMENTS,
                        new Amount(0, false),
                        Counted.BYTES,
                        new Amount(1, true)),
                true);
    }

    /**
     * Reads limits, which are separated by commas.
     *
     * @param more whether they are increases
     * @throws Failure.Input with all problems
     */
    static Allowed of(String typed, boolean more) {
        Map<Counted, Amount> most = new EnumMap<>(Counted.class);
        List<String> problems = new ArrayList<>();
        for (String part : typed.split(",", -1)) {
            String text = part.strip().toLowerCase(Locale.ROOT);
            Matcher matcher = PART.matcher(text);
            if (!matcher.matches()) {
                problems.add(OPTION + ": " + shown(part) + " is no number of round trips, statements or bytes");
                continue;
            }
            boolean percent = !matcher.group("unit").isEmpty();
            Amount amount = new Amount(
                    Double.parseDouble(matcher.group("number")) * TIMES.getOrDefault(matcher.group("times"), 1),
                    percent);
            String what = matcher.group("what") == null ? "" : matcher.group("what");
            if (percent && !more) {
                problems.add(OPTION + ": " + shown(part) + " is a share of a base, and there is none: a budget needs a"
                        + " number, or compare two recordings");
            } else if (what.isEmpty() && percent) {
                Arrays.stream(Counted.values()).forEach(each -> put(each, amount, most, problems));
            } else {
                Optional<Counted> counted = Arrays.stream(Counted.values())
                        .filter(each -> each.means(what))
                        .findFirst();
                if (counted.isEmpty()) {
                    problems.add(OPTION + ": " + shown(part) + " " + unknown(what));
                } else {
                    put(counted.get(), amount, most, problems);
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "For instance: " + OPTION + " '10 round trips,20 statements,64K bytes'"
                            + (more ? ", or --fail-above 5%." : "."));
        }
        return new Allowed(most, more);
    }

    private static String unknown(String what) {
        if (what.isEmpty()) {
            return "does not say of what: round trips, statements or bytes";
        }
        return what.matches("us|ms|s|m|h|seconds?|minutes?")
                ? "is a time, which depends on the machine: limit round trips, statements or bytes"
                : "is neither round trips, statements nor bytes"
                        + Suggestion.of(
                                what,
                                Arrays.stream(Counted.values())
                                        .map(Counted::words)
                                        .toList());
    }

    private static String shown(String part) {
        return part.isBlank() ? "an empty limit" : part.strip();
    }

    private static void put(Counted counted, Amount amount, Map<Counted, Amount> most, List<String> problems) {
        if (most.put(counted, amount) != null) {
            problems.add(OPTION + " limits " + counted.words() + " twice");
        }
    }

    /** Whether so much is not allowed. */
    boolean exceeds(Counted counted, double base, double now) {
        Amount amount = most.get(counted);
        if (amount == null) {
            return false;
        }
        double slack = !more ? 0 : counted == Counted.BYTES ? 1 : HALF;
        return now - base > Math.max(amount.of(base), slack);
    }

    /** In words: {@code 10 round trips, 20 statements}. */
    String text() {
        return Arrays.stream(Counted.values())
                .filter(most::containsKey)
                .map(this::text)
                .collect(Collectors.joining(", "));
    }

    private String text(Counted counted) {
        Amount amount = most.getOrDefault(counted, new Amount(0, false));
        if (more && amount.number() == 0) {
            return "no more " + counted.words();
        }
        return (more ? "+" : "")
                + (amount.percent()
                        ? Numbers.plain(amount.number()) + " % " + counted.words()
                        : counted.of(amount.number()));
    }
}
