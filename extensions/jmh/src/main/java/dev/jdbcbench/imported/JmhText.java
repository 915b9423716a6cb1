package dev.jdbcbench.imported;

import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Row;
import dev.jdbcbench.imported.JmhLog.Score;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses parts of JMH's console log: figures, settings and lines of the table. */
final class JmhText {
    /** JMH writes no digit grouping and only one decimal separator, so a comma is a decimal separator. */
    private static final String NUMBER = "-?[0-9]+(?:[.,][0-9]+)?";

    /** JMH's units, and how old versions and other tools spell them. None is a prefix of one that means something else. */
    private static final String TIME = "(?:nsec|usec|msec|sec|ns|us|\u00b5s|\u03bcs|ms|s|min|hr|day)";

    private static final String RATE = "(?:" + TIME + "/op|ops/" + TIME + ")";
    /** A log may have a replacement character for ±, or its bytes in another encoding. */
    private static final String PLUS_MINUS = "[^\\s0-9]{1,3}";

    private static final Pattern ITERATION = Pattern.compile("(?:\\(\\*interrupt\\*\\) *)*(" + NUMBER + ")(?: "
            + PLUS_MINUS + "\\(99[.,]9%\\) " + NUMBER + ")? (" + RATE + ")");
    private static final Pattern SCORE = Pattern.compile("(?:mean = *)?(" + NUMBER + ")(?: " + PLUS_MINUS
            + "\\(99[.,]9%\\) +(" + NUMBER + "))? (\\S+)(?: \\[\\w+])?");
    private static final Pattern ITERATIONS = Pattern.compile("([0-9]{1,9}) iterations?, (?:([0-9]{1,9}) (" + TIME
            + ")|single-shot) each(?:, ([0-9]{1,9}) calls per op)?");
    private static final Pattern HEAD =
            Pattern.compile("Benchmark +((?:\\([^)]*\\) +)*)Mode +(?:Cnt|Samples) +Score +Error +Units");
    private static final Pattern ROW = Pattern.compile("(\\S++)(.*?) +(thrpt|avgt|sample|ss) +(?:([0-9]{1,9}) +)?(?:("
            + NUMBER + ")|\\S{1,3} (?:10\\S+|0)|NaN)(?: +" + PLUS_MINUS + " +(?:(" + NUMBER + ")|NaN))? +(\\S+)");
    private static final Map<String, String> MODES = Map.of(
            "Throughput", "thrpt",
            "Average time", "avgt",
            "Sampling time", "sample",
            "Single shot invocation time", "ss");
    private static final Map<String, ChronoUnit> TIMES = Map.ofEntries(
            Map.entry("ns", ChronoUnit.NANOS),
            Map.entry("nsec", ChronoUnit.NANOS),
            Map.entry("us", ChronoUnit.MICROS),
            Map.entry("usec", ChronoUnit.MICROS),
            Map.entry("\u00b5s", ChronoUnit.MICROS),
            Map.entry("\u03bcs", ChronoUnit.MICROS),
            Map.entry("ms", ChronoUnit.MILLIS),
            Map.entry("msec", ChronoUnit.MILLIS),
            Map.entry("s", ChronoUnit.SECONDS),
            Map.entry("sec", ChronoUnit.SECONDS),
            Map.entry("min", ChronoUnit.MINUTES),
            Map.entry("hr", ChronoUnit.HOURS),
            Map.entry("day", ChronoUnit.DAYS));
    private static final Pattern SECONDARY = Pattern.compile("\\s{10,}(\\S[^:]*(?::p[0-9.]+)?): +(?:(" + NUMBER
            + ")|\\S{1,3} (10\\S+|0))(?: " + PLUS_MINUS + "\\(99[.,]9%\\) +\\S+)? (\\S+)");
    private static final Pattern MAGNITUDE = Pattern.compile("\\S{1,3} (10\\S{1,9}|0) " + RATE);
    private static final Pattern SAMPLES = Pattern.compile("\\s*N = ([0-9]{1,15})");
    private static final Pattern PERCENTILE = Pattern.compile("\\s*p\\((" + NUMBER + ")\\) = +(" + NUMBER + ") \\S+");
    private static final String EXPONENTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

    private static final Pattern CSV = Pattern.compile("\"?Benchmark\"?[,;]\"?Mode\"?[,;]");

    private JmhText() {}

    /** The name of a format of JMH's ({@code -rf}) that has only scores, by the first line of a file. */
    static Optional<String> formatWithoutIterations(String first) {
        if (CSV.matcher(first).lookingAt()) {
            return Optional.of(first.contains(";") ? "CSV with semicolons" : "CSV");
        }
        return first.startsWith("\\begin{tabular}") ? Optional.of("table for LaTeX") : Optional.empty();
    }

    /** The value of an iteration with its unit. */
    static Optional<Score> iteration(String text) {
        Matcher matcher = ITERATION.matcher(text);
        return matcher.matches()
                ? Optional.of(new Score(number(matcher.group(1)), Optional.empty(), matcher.group(2)))
                : Optional.empty();
    }

    /** The first line below {@code Result}; for a distribution it starts with {@code mean =}. */
    static Optional<Score> score(String text) {
        Matcher matcher = SCORE.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new Score(
                        number(matcher.group(1)),
                        Optional.ofNullable(matcher.group(2)).map(JmhText::number),
                        matcher.group(3)))
                : Optional.empty();
    }

    /** A further result of an iteration with its name: a profiler's, or that of a member of a group. */
    static Optional<Map.Entry<String, Score>> secondary(String text) {
        Matcher matcher = SECONDARY.matcher(text);
        return matcher.matches()
                ? Optional.of(Map.entry(
                        name(matcher.group(1)),
                        new Score(
                                matcher.group(2) == null ? magnitude(matcher.group(3)) : number(matcher.group(2)),
                                Optional.empty(),
                                matcher.group(4))))
                : Optional.empty();
    }

    /** The name of a further result. Some versions put a dot before those of profilers, in any encoding. */
    static String name(String text) {
        return text.replaceFirst("^[^\\p{ASCII}]+", "");
    }

    /** Whether JMH printed a value that is too small for three decimals: {@code ≈ 10⁻⁴ ms/op}. */
    static boolean isOnlyAMagnitude(String text) {
        return MAGNITUDE.matcher(text).matches();
    }

    /** {@code 0}, or only a power of ten: {@code 10⁻⁴}. */
    private static double magnitude(String text) {
        if (text.equals("0")) {
            return 0;
        }
        double exponent = 0;
        for (char digit : text.substring(2).toCharArray()) {
            int value = EXPONENTS.indexOf(digit);
            exponent = value < 0 ? exponent : 10 * exponent + value;
        }
        return Math.pow(10, -exponent);
    }

    /** The number of samples of a result. */
    static Optional<Long> samples(String text) {
        Matcher matcher = SAMPLES.matcher(text);
        return matcher.matches() ? Optional.of(Long.valueOf(matcher.group(1))) : Optional.empty();
    }

    /** A percentile of a result, with the percent first. */
    static Optional<Map.Entry<Double, Double>> percentile(String text) {
        Matcher matcher = PERCENTILE.matcher(text);
        return matcher.matches()
                ? Optional.of(Map.entry(number(matcher.group(1)), number(matcher.group(2))))
                : Optional.empty();
    }

    /** A duration as in JMH's JSON: {@code 250 ms}; empty for single shots and anything else. */
    static Optional<Duration> time(String text) {
        Matcher matcher = Pattern.compile("([0-9]{1,9}) (" + TIME + ")").matcher(text);
        return matcher.matches()
                ? Optional.of(Duration.of(Long.parseLong(matcher.group(1)), unit(matcher.group(2))))
                : Optional.empty();
    }

    static Optional<Iterations> iterations(String text) {
        if (text.equals("<none>")) {
            return Optional.of(new Iterations(0, Optional.empty(), 1));
        }
        Matcher matcher = ITERATIONS.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Optional<Duration> time = Optional.ofNullable(matcher.group(2))
                .map(number -> Duration.of(Long.parseLong(number), unit(matcher.group(3))));
        int calls = Optional.ofNullable(matcher.group(4)).map(Integer::valueOf).orElse(1);
        return Optional.of(new Iterations(Integer.parseInt(matcher.group(1)), time, calls));
    }

    private static ChronoUnit unit(String word) {
        return Optional.ofNullable(TIMES.get(word))
                .orElseThrow(() -> new IllegalStateException(word + " is not a unit of time"));
    }

    /**
     * Converts a figure to time per operation, µs. A throughput is converted as a closed loop, in which each thread is always
     * busy with one operation.
     *
     * @param unit in JMH's notation: {@code ms/op} or {@code ops/s}; any other unit gives an empty result
     */
    static OptionalDouble micros(double value, String unit, int threads) {
        Matcher time = Pattern.compile("(" + TIME + ")/op").matcher(unit);
        if (time.matches()) {
            return OptionalDouble.of(value * inMicros(time.group(1)));
        }
        Matcher rate = Pattern.compile("ops/(" + TIME + ")").matcher(unit);
        return rate.matches() ? OptionalDouble.of(threads / value * inMicros(rate.group(1))) : OptionalDouble.empty();
    }

    /** Whether a unit is one of throughput: {@code ops/s}. */
    static boolean isRate(String unit) {
        return unit.startsWith("ops/");
    }

    private static double inMicros(String word) {
        return unit(word).getDuration().toNanos() / 1000.0;
    }

    /** The short name of a mode. */
    static String mode(String text) {
        return MODES.getOrDefault(text.replaceFirst(",.*", ""), text);
    }

    /** Splits the options of a JVM at blanks that a minus or @ follows, because a value may contain blanks. */
    static List<String> options(String text) {
        return text.equals("<none>") ? List.of() : List.of(text.strip().split(" +(?=[-@])", -1));
    }

    /** Parses {@code (size = 10, kind = a)}; a comma followed by a blank may be part of a value. */
    static Map<String, String> params(String text) {
        Map<String, String> params = new LinkedHashMap<>();
        String inner = text.replaceFirst("^\\(", "").replaceFirst("\\)$", "");
        for (String param : inner.split(", (?=[\\w$]+ = )", -1)) {
            String[] parts = param.split(" = ", 2);
            if (parts.length == 2) {
                params.put(parts[0], parts[1]);
            }
        }
        return params;
    }

    /** The names of the parameters, if the line is the table's header. */
    static Optional<List<String>> head(String line) {
        Matcher matcher = HEAD.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        Matcher name = Pattern.compile("\\(([^)]*)\\)").matcher(matcher.group(1));
        while (name.find()) {
            names.add(name.group(1));
        }
        return Optional.of(names);
    }

    /** Parses a line of the table with these parameters. */
    static Optional<Row> row(String line, List<String> names) {
        Matcher matcher = ROW.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new Row(
                matcher.group(1),
                params(matcher.group(2).strip(), names),
                matcher.group(3),
                Optional.ofNullable(matcher.group(4)).map(Integer::valueOf),
                Optional.ofNullable(matcher.group(5))
                        .map(value -> new Score(
                                number(value),
                                Optional.ofNullable(matcher.group(6)).map(JmhText::number),
                                matcher.group(7)))));
    }

    private static Map<String, String> params(String text, List<String> names) {
        List<String> values = Arrays.asList(text.split(" {2,}", -1));
        Map<String, String> params = new LinkedHashMap<>();
        if (values.size() == names.size()) {
            for (int i = 0; i < names.size(); i++) {
                if (!values.get(i).equals("N/A")) {
                    params.put(names.get(i), values.get(i));
                }
            }
        }
        return params;
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(',', '.'));
    }
}
