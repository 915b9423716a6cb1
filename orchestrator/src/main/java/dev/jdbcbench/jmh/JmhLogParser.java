package dev.jdbcbench.jmh;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.jmh.JmhLog.Benchmark;
import dev.jdbcbench.jmh.JmhLog.BrokenFork;
import dev.jdbcbench.jmh.JmhLog.Fork;
import dev.jdbcbench.jmh.JmhLog.Iterations;
import dev.jdbcbench.jmh.JmhLog.Row;
import dev.jdbcbench.jmh.JmhLog.Score;
import dev.jdbcbench.jmh.JmhLog.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses one {@link JmhLog} line by line. Skips lines that are not JMH's, such as a benchmark's own output. Not thread safe;
 * for single use.
 */
final class JmhLogParser {
    private static final Pattern VERSION = Pattern.compile("# JMH (?:version: )?([0-9][^ ]*).*");
    private static final Pattern SETTING = Pattern.compile("# ([A-Z][A-Za-z ]+): (.*)");
    private static final Pattern FORK = Pattern.compile("# (Warmup )?Fork: (?:([0-9]{1,9}) of ([0-9]{1,9})|N/A.*)");
    private static final Pattern ITERATION = Pattern.compile("(# Warmup )?Iteration +([0-9]{1,9}):(?: (.*)|$)");
    private static final Pattern RESULT = Pattern.compile("(Secondary result|Result)(?: \"(.*)\")?:(.*)");

    private static final int LONGEST_LINE = 20_000;

    private static final int LONGEST_ROW = 2000;

    private final String name;
    private final List<Benchmark> benchmarks = new ArrayList<>();
    private final List<Row> table = new ArrayList<>();
    private @Nullable Block block;
    private @Nullable Attempt attempt;
    private Optional<List<String>> head = Optional.empty();
    private Optional<String> result = Optional.empty();
    private boolean complete;
    private int number;

    JmhLogParser(String name) {
        this.name = name;
    }

    /** A benchmark parsed so far. */
    private static final class Block {
        private final String jmh;
        private final int line;
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final List<Fork> forks = new ArrayList<>();
        private final List<BrokenFork> broken = new ArrayList<>();
        private final Map<String, Score> secondary = new LinkedHashMap<>();
        private Optional<String> unit = Optional.empty();
        private Optional<Integer> planned = Optional.empty();
        private Optional<Score> score = Optional.empty();
        private boolean measuring;

        Block(String jmh, int line) {
            this.jmh = jmh;
            this.line = line;
        }

        Optional<String> setting(String key) {
            return Optional.ofNullable(settings.get(key));
        }

        Optional<Iterations> measurement() {
            return setting("Measurement").flatMap(JmhText::iterations);
        }

        Benchmark benchmark(String benchmark) {
            return new Benchmark(
                    line,
                    benchmark,
                    setting("Parameters").map(JmhText::params).orElse(Map.of()),
                    new Settings(
                            Optional.of(jmh),
                            setting("VM version"),
                            setting("VM options").map(JmhText::options),
                            setting("Benchmark mode").map(JmhText::mode),
                            setting("Threads")
                                    .filter(text -> text.matches("[0-9]{1,9} .*"))
                                    .map(text -> Integer.valueOf(text.replaceFirst(" .*", ""))),
                            setting("Warmup").flatMap(JmhText::iterations),
                            measurement(),
                            planned),
                    unit,
                    forks,
                    broken,
                    score,
                    secondary);
        }
    }

    /** A fork parsed so far. */
    private static final class Attempt {
        private final int fork;
        private final int line;
        private final boolean counts;
        private final List<Double> warmup = new ArrayList<>();
        private final List<Double> measured = new ArrayList<>();
        private Optional<String> reason = Optional.empty();
        /** The list that waits for its value because other output came first; then that output. */
        private @Nullable List<Double> expecting;

        private String printed = "";

        Attempt(int fork, int line, boolean counts) {
            this.fork = fork;
            this.line = line;
            this.counts = counts;
        }
    }

    JmhLog read(List<String> lines) {
        for (String line : lines) {
            number++;
            if (line.length() <= LONGEST_LINE) { // longer lines are not JMH's but output of the benchmark
                take(line.stripTrailing(), number == lines.size());
            }
        }
        if (benchmarks.isEmpty() && block == null && head.isEmpty()) {
            throw noLog(lines);
        }
        boolean torn = block != null && !complete;
        if (attempt != null && (whole(attempt) || attempt.reason.isPresent())) {
            endFork();
        }
        endBlock();
        return new JmhLog(benchmarks, table, torn);
    }

    private void take(String line, boolean last) {
        Matcher version = VERSION.matcher(line);
        if (version.matches()) {
            endFork();
            endBlock();
            block = new Block(version.group(1), number);
            complete = false;
            return;
        }
        if (takeTable(line) || block == null) {
            return;
        }
        Matcher fork = FORK.matcher(line);
        Matcher iteration = ITERATION.matcher(line);
        Matcher heading = RESULT.matcher(line);
        Matcher setting = SETTING.matcher(line);
        if (fork.matches()) {
            endFork();
            beginFork(block, fork);
        } else if (iteration.matches()) {
            iteration(block, iteration, last);
        } else if (heading.matches()) {
            endFork();
            heading(block, heading);
        } else if (line.startsWith("# Run complete")) {
            endFork();
            complete = true;
        } else if (line.startsWith("# Run progress")) {
            block.measuring = true;
        } else if (setting.matches()) {
            if (!block.measuring) {
                block.settings.putIfAbsent(setting.group(1), setting.group(2));
            }
        } else {
            other(block, line);
        }
    }

    private boolean takeTable(String line) {
        if (line.length() > LONGEST_ROW) {
            return false;
        }
        Optional<List<String>> names = JmhText.head(line);
        if (names.isPresent()) {
            head = names;
            return true;
        }
        Optional<Row> row = head.flatMap(known -> JmhText.row(line, known));
        row.ifPresent(table::add);
        return row.isPresent();
    }

    private void beginFork(Block into, Matcher fork) {
        into.measuring = true;
        boolean counts = fork.group(1) == null;
        String ordinal = fork.group(2);
        if (counts) {
            into.planned = Optional.of(ordinal == null ? 0 : Integer.parseInt(fork.group(3)));
        }
        attempt = new Attempt(ordinal == null ? 1 : Integer.parseInt(ordinal), number, counts);
    }

    private void iteration(Block into, Matcher line, boolean last) {
        Attempt now = attempt;
        if (now == null) {
            throw problem("an iteration without a line \"# Fork:\" before it", "Is the beginning of the log missing?");
        }
        List<Double> values = line.group(1) == null ? now.measured : now.warmup;
        int ordinal = Integer.parseInt(line.group(2));
        if (now.reason.isEmpty() && now.expecting == null && ordinal != values.size() + 1) {
            throw problem(
                    "iteration " + ordinal + " of fork " + now.fork + " comes after " + values.size() + " iterations",
                    "Are lines missing, or did two runs print into one file?");
        }
        noValue(now);
        now.expecting = values;
        now.printed = Optional.ofNullable(line.group(3)).orElse("").strip();
        value(into, now, now.printed, last);
    }

    /** Takes a value if the text is one. */
    private void value(Block into, Attempt now, String text, boolean last) {
        Optional<Score> value = JmhText.iteration(text);
        List<Double> values = now.expecting;
        if (value.isEmpty() || values == null) {
            return;
        }
        String unit = value.get().unit();
        if (into.unit.isPresent() && !into.unit.get().equals(unit)) {
            if (last) {
                return;
            }
            throw problem(
                    unit + " after iterations in " + into.unit.get(),
                    "Did two runs print into one file at the same time?");
        }
        into.unit = Optional.of(unit);
        values.add(value.get().value());
        now.expecting = null;
    }

    /** The pending value is missing. */
    private static void noValue(Attempt now) {
        if (now.expecting != null && now.reason.isEmpty()) {
            now.reason = Optional.of("an iteration has no value" + (now.printed.isEmpty() ? "" : ": " + now.printed));
        }
        now.expecting = null;
    }

    private void heading(Block of, Matcher heading) {
        String secondary = heading.group(2) == null ? "" : heading.group(2).replaceFirst("^.*?:", "");
        result = Optional.of(heading.group(1).startsWith("Secondary") ? secondary : "");
        other(of, heading.group(3));
    }

    /** Handles late values, reasons of failures, and figures below {@code Result}. */
    private void other(Block of, String line) {
        if (line.isBlank()) {
            return;
        }
        Attempt now = attempt;
        if (now != null) {
            value(of, now, line, false);
            if (now.expecting != null && now.printed.equals("<failure>")) {
                now.reason = now.reason.or(() -> Optional.of(line.strip()));
            } else if (line.startsWith("<forked VM failed")) {
                now.reason = now.reason.or(() -> Optional.of(line));
            }
        } else if (result.isPresent()) {
            String which = result.get();
            JmhText.score(line).ifPresent(score -> {
                if (which.isEmpty()) {
                    of.score = Optional.of(score);
                } else {
                    of.secondary.put(which, score);
                }
                result = Optional.empty();
            });
        }
    }

    private boolean whole(Attempt now) {
        int planned =
                block == null ? 0 : block.measurement().map(Iterations::count).orElse(Integer.MAX_VALUE);
        return now.expecting == null && now.reason.isEmpty() && now.measured.size() == planned;
    }

    private void endFork() {
        Attempt ended = attempt;
        attempt = null;
        result = Optional.empty();
        if (ended == null || block == null || !ended.counts) {
            return;
        }
        noValue(ended);
        int planned = block.measurement().map(Iterations::count).orElse(ended.measured.size());
        if (ended.reason.isEmpty() && ended.measured.size() == planned && planned > 0) {
            block.forks.add(new Fork(ended.fork, ended.warmup, ended.measured));
        } else {
            String reason = ended.reason.orElse("it has " + ended.measured.size() + " of " + planned + " iterations");
            block.broken.add(new BrokenFork(ended.fork, ended.line, reason));
        }
    }

    private void endBlock() {
        if (block != null) {
            Block ended = block;
            ended.setting("Benchmark").ifPresent(benchmark -> benchmarks.add(ended.benchmark(benchmark)));
        }
        block = null;
    }

    private Failure.Input problem(String what, String hint) {
        return new Failure.Input("cannot read " + name, List.of(name + ":" + number + ": " + what), hint);
    }

    private Failure.Input noLog(List<String> lines) {
        String first =
                lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
        return new Failure.Input(
                "cannot read " + name + " as a JMH log",
                List.of(name + ":1: "
                        + (first.isEmpty() ? "it is empty" : "no line begins with \"# JMH\", and there is no table")),
                "Name a file with the console output of JMH: java -jar benchmarks.jar | tee FILE; not the file of -rff.");
    }
}
