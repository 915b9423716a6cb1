package dev.jdbcbench.imported;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.Problem;
import dev.jdbcbench.imported.JmhLog.Row;
import dev.jdbcbench.imported.JmhLog.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
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
    /** The settings that begin a benchmark's header, whether or not the line with JMH's version is there. */
    private static final Set<String> FIRST = Set.of("VM version", "VM invoker", "Warmup", "Measurement");

    private static final Set<String> HEADER = Set.of(
            "VM version",
            "VM invoker",
            "VM options",
            "Warmup",
            "Measurement",
            "Threads",
            "Benchmark mode",
            "Benchmark");

    private static final Pattern FORK = Pattern.compile("# (Warmup )?Fork: (?:([0-9]{1,9}) of ([0-9]{1,9})|N/A.*)");
    private static final Pattern ITERATION = Pattern.compile("(# Warmup )?Iteration +([0-9]{1,9}):(?: (.*)|$)");
    private static final Pattern RESULT = Pattern.compile("(Secondary result|Result)(?: \"(.*)\")?:(.*)");

    private static final int LONGEST_LINE = 20_000;

    private static final int LONGEST_ROW = 2000;

    private final String name;
    private final List<LogBlock> blocks = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final List<Row> table = new ArrayList<>();
    private final List<Integer> rowLines = new ArrayList<>();
    private @Nullable LogBlock block;
    private @Nullable LogFork attempt;
    private Optional<List<String>> head = Optional.empty();
    private boolean complete;
    private int number;

    JmhLogParser(String name) {
        this.name = name;
    }

    JmhLog read(List<String> all) {
        List<String> lines = LogPrefix.removed(all);
        for (String line : lines) {
            number++;
            if (line.length() <= LONGEST_LINE) { // longer lines are not JMH's but output of the benchmark
                take(line.stripTrailing(), number == lines.size());
            }
        }
        if (blocks.isEmpty() && block == null && head.isEmpty()) {
            throw noLog(lines);
        }
        boolean torn = block != null && !complete;
        if (attempt != null && block != null && (attempt.isWhole(block) || attempt.reason.isPresent())) {
            endFork();
        }
        endBlock();
        List<Benchmark> benchmarks = benchmarks();
        if (!benchmarks.isEmpty()) {
            table.stream()
                    .filter(row -> !row.isSecondary() && benchmarks.stream().noneMatch(row::isOf))
                    .forEach(row -> problems.add(new Problem(
                            rowLine(row),
                            "the table has " + row.name() + " in " + row.mode()
                                    + ", and no iterations of it are in the file")));
        }
        SortedSet<String> leftOut = new TreeSet<>();
        blocks.forEach(one -> one.withoutNumbers().forEach(figure -> leftOut.add(figure + ", which has no numbers")));
        return new JmhLog(benchmarks, table, torn, problems, leftOut);
    }

    private int rowLine(Row row) {
        return rowLines.get(table.indexOf(row));
    }

    /** The blocks whose name the file has; for one without a beginning, the table may have it. */
    private List<Benchmark> benchmarks() {
        List<Benchmark> named = blocks.stream()
                .flatMap(one ->
                        one.setting("Benchmark").map(benchmark -> one.benchmark(benchmark, Optional.empty())).stream())
                .toList();
        List<Benchmark> all = new ArrayList<>();
        for (LogBlock one : blocks) {
            if (one.setting("Benchmark").isPresent()) {
                all.add(one.benchmark(one.name().orElseThrow(), Optional.empty()));
                continue;
            }
            List<Row> rows = table.stream()
                    .filter(row -> !row.isSecondary() && named.stream().noneMatch(row::isOf) && one.mayBe(row))
                    .toList();
            Optional<Row> row = rows.size() == 1 ? Optional.of(rows.get(0)) : Optional.empty();
            Optional<String> known = one.name()
                    .filter(text -> row.isPresent() || table.isEmpty())
                    .or(() -> row.map(Row::name));
            if (known.isPresent()) {
                all.add(one.benchmark(known.get(), row));
                problems.add(new Problem(
                        one.line,
                        "the beginning of " + known.get() + " is missing, with its number of threads: 1 is assumed"));
            } else {
                problems.add(new Problem(
                        one.line,
                        one.forks.size() + " complete forks of a benchmark whose beginning is missing, so its name"
                                + (one.name().isPresent() ? ", parameters and mode are" : " is") + " unknown"));
            }
        }
        return all;
    }

    private void take(String line, boolean last) {
        Matcher version = VERSION.matcher(line);
        Matcher setting = SETTING.matcher(line);
        if (version.matches()) {
            begin(Optional.of(version.group(1)));
            return;
        }
        boolean known = setting.matches();
        if (known && (block == null ? HEADER : block.measuring ? FIRST : Set.<String>of()).contains(setting.group(1))) {
            begin(Optional.empty());
        }
        if (takeTable(line)) {
            return;
        }
        Matcher fork = FORK.matcher(line);
        Matcher iteration = ITERATION.matcher(line);
        if (block == null && (fork.matches() || iteration.matches())) {
            begin(Optional.empty());
        }
        if (block == null) {
            return;
        }
        Matcher heading = RESULT.matcher(line);
        if (fork.matches()) {
            beginFork(block, fork);
        } else if (iteration.matches()) {
            iteration(block, iteration, last);
        } else if (heading.matches()) {
            endFork();
            block.heading(heading.group(1).startsWith("Secondary"), Optional.ofNullable(heading.group(2)));
            other(block, heading.group(3));
        } else if (line.startsWith("# Run complete")) {
            endFork();
            complete = true;
        } else if (line.startsWith("# Run progress")) {
            block.measuring = true;
        } else if (known) {
            if (!block.measuring) {
                block.settings.putIfAbsent(setting.group(1), setting.group(2));
            }
        } else {
            other(block, line);
        }
    }

    private void begin(Optional<String> jmh) {
        endFork();
        endBlock();
        block = new LogBlock(jmh, number);
        complete = false;
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
        row.ifPresent(found -> {
            table.add(found);
            rowLines.add(number);
        });
        return row.isPresent();
    }

    private void beginFork(LogBlock into, Matcher fork) {
        boolean counts = fork.group(1) == null;
        String ordinal = fork.group(2);
        if (attempt != null && attempt.number == 0 && ordinal != null) {
            attempt.number = Math.max(1, Integer.parseInt(ordinal) - 1);
        }
        endFork();
        into.measuring = true;
        if (counts) {
            into.planned = Optional.of(ordinal == null ? 0 : Integer.parseInt(fork.group(3)));
        }
        attempt = new LogFork(ordinal == null ? 1 : Integer.parseInt(ordinal), number, counts);
    }

    private void iteration(LogBlock into, Matcher line, boolean last) {
        LogFork now = attempt;
        if (now == null) {
            into.measuring = true;
            now = new LogFork(0, number, true);
            now.reason = Optional.of("its beginning is missing in the file");
            attempt = now;
        }
        List<Double> values = line.group(1) == null ? now.measured : now.warmup;
        int ordinal = Integer.parseInt(line.group(2));
        if (now.reason.isEmpty() && now.expecting == null && ordinal != values.size() + 1) {
            now.reason = Optional.of("iteration " + ordinal + " comes after " + values.size()
                    + " iterations: lines are missing, or two runs printed into one file");
        }
        now.noValue();
        now.expecting = values;
        now.printed = Optional.ofNullable(line.group(3)).orElse("").strip();
        value(into, now, now.printed, last);
    }

    /** Takes a value if the text is one. */
    private void value(LogBlock into, LogFork now, String text, boolean last) {
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
            now.reason = now.reason.or(() -> Optional.of(unit + " after iterations in " + into.unit.get()
                    + ": two runs may have printed into one file at the same time"));
            now.expecting = null;
            return;
        }
        into.unit = Optional.of(unit);
        values.add(value.get().value());
        now.expecting = null;
    }

    /** Handles late values, reasons of failures, and figures below {@code Result}. */
    private void other(LogBlock of, String line) {
        if (line.isBlank()) {
            return;
        }
        LogFork now = attempt;
        if (now != null) {
            if (now.expecting == null) {
                JmhText.secondary(line).ifPresent(found -> now.secondary(found.getKey(), found.getValue()));
            }
            value(of, now, line, false);
            if (now.expecting != null && now.printed.equals("<failure>")) {
                now.reason = now.reason.or(() -> Optional.of(line.strip()));
            } else if (line.startsWith("<forked VM failed")) {
                now.reason = now.reason.or(() -> Optional.of(line));
            }
        } else {
            of.result(line);
        }
    }

    private void endFork() {
        LogFork ended = attempt;
        attempt = null;
        if (block != null) {
            block.endResult();
            if (ended != null) {
                ended.end(block);
            }
        }
    }

    private void endBlock() {
        // lines that only look like a header have neither a benchmark nor forks
        if (block != null && (block.setting("Benchmark").isPresent() || block.measuring)) {
            blocks.add(block);
        }
        block = null;
    }

    private Failure.Input noLog(List<String> lines) {
        String first =
                lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
        Optional<String> format = JmhText.formatWithoutIterations(first);
        if (format.isPresent()) {
            return new Failure.Input(
                    "there is nothing to import in " + name,
                    List.of(name + ":1: JMH's " + format.get() + " has no iterations; its JSON has: -rf json"),
                    "Measure with -rf json -rff FILE, or keep the console output: java -jar benchmarks.jar | tee FILE.");
        }
        return new Failure.Input(
                "cannot read " + name + " as a JMH log",
                List.of(name + ":1: " + (first.isEmpty() ? "it is empty" : "no line is one of JMH's")),
                "Name a file with the console output of JMH: java -jar benchmarks.jar | tee FILE; not the file of -rff.");
    }
}
