package dev.jdbcbench.imported;

import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Member;
import dev.jdbcbench.imported.JmhLog.Row;
import dev.jdbcbench.imported.JmhLog.Samples;
import dev.jdbcbench.imported.JmhLog.Score;
import dev.jdbcbench.imported.JmhLog.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A benchmark of a log, as far as it is parsed. Not thread safe. */
final class LogBlock {
    private static final Pattern MEMBER = Pattern.compile("([0-9]{1,6})x \"([^\"]*)\"");

    /** Key of the benchmark's own result among the headings. */
    private static final String PRIMARY = "";

    final int line;
    final Map<String, String> settings = new LinkedHashMap<>();
    final List<Fork> forks = new ArrayList<>();
    final List<BrokenFork> broken = new ArrayList<>();
    Optional<String> unit = Optional.empty();
    Optional<Integer> planned = Optional.empty();
    boolean measuring;
    private final Optional<String> jmh;
    private final Map<String, Score> scores = new LinkedHashMap<>();
    private final Set<String> headings = new LinkedHashSet<>();
    /** Its name in the last part of the log: newer versions print it with class and package. */
    private Optional<String> heading = Optional.empty();

    private Optional<String> result = Optional.empty();
    private long samples;

    LogBlock(Optional<String> jmh, int line) {
        this.jmh = jmh;
        this.line = line;
    }

    Optional<String> setting(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    Optional<Iterations> measurement() {
        return setting("Measurement").flatMap(JmhText::iterations);
    }

    /** Its name with its class, if the block has it. */
    Optional<String> name() {
        return setting("Benchmark").or(() -> heading.filter(text -> text.contains(".")));
    }

    /** Whether a line of the table can be its result, as far as the block tells. */
    boolean mayBe(Row row) {
        boolean named = heading.filter(text ->
                        text.contains(".") ? !row.isOf(text) : !row.name().endsWith("." + text))
                .isEmpty();
        Optional<Score> score = score();
        return named
                && (score.isEmpty()
                        || row.score().isEmpty()
                        || score.get().value() == row.score().get().value()
                                && score.get().unit().equals(row.score().get().unit()));
    }

    private Optional<Score> score() {
        return Optional.ofNullable(scores.get(PRIMARY));
    }

    private List<Member> members() {
        List<Member> members = new ArrayList<>();
        Matcher member = MEMBER.matcher(setting("Threads").orElse(""));
        while (member.find()) {
            members.add(new Member(member.group(2), Optional.of(Integer.valueOf(member.group(1)))));
        }
        return members;
    }

    /** @param row its line of the table, if only that has what is missing in the block */
    Benchmark benchmark(String benchmark, Optional<Row> row) {
        Map<String, Score> secondary = new LinkedHashMap<>(scores);
        secondary.remove(PRIMARY);
        return new Benchmark(
                line,
                benchmark,
                setting("Parameters")
                        .map(JmhText::params)
                        .or(() -> row.map(Row::params))
                        .orElse(Map.of()),
                new Settings(
                        jmh,
                        setting("VM version"),
                        setting("VM options").map(JmhText::options),
                        setting("Benchmark mode").map(JmhText::mode).or(() -> row.map(Row::mode)),
                        setting("Threads")
                                .filter(text -> text.matches("[0-9]{1,9} .*"))
                                .map(text -> Integer.valueOf(text.replaceFirst(" .*", ""))),
                        setting("Warmup").flatMap(JmhText::iterations),
                        measurement(),
                        planned),
                unit,
                forks.stream().map(this::confirmed).toList(),
                broken,
                score(),
                secondary,
                members());
    }

    /** The benchmark's own output may look like a further result; real ones have a result at the end. */
    private Fork confirmed(Fork fork) {
        Map<String, Secondary> known = new LinkedHashMap<>(fork.secondary());
        known.keySet().retainAll(headings);
        return new Fork(fork.number(), fork.warmup(), fork.measured(), fork.samples(), known);
    }

    /** Results of which neither an iteration nor the log's end has a number: texts of profilers. */
    List<String> withoutNumbers() {
        return headings.stream()
                .filter(name -> !name.equals(PRIMARY)
                        && !scores.containsKey(name)
                        && forks.stream().noneMatch(fork -> fork.secondary().containsKey(name)))
                .toList();
    }

    /** A heading of results. */
    void heading(boolean secondary, Optional<String> name) {
        if (!secondary) {
            heading = name;
        }
        result = Optional.of(secondary ? JmhText.name(name.orElse("").replaceFirst("^.*?:", "")) : PRIMARY);
        headings.add(result.get());
        samples = 0;
    }

    void endResult() {
        result = Optional.empty();
    }

    /** A line below a heading: the score; for samples, their number before it and their percentiles after it. */
    void result(String line) {
        if (result.isEmpty()) {
            return;
        }
        String which = result.get();
        samples = JmhText.samples(line).orElse(samples);
        Score known = scores.get(which);
        if (known == null) {
            JmhText.score(line)
                    .ifPresent(score -> scores.put(
                            which,
                            new Score(score.value(), score.error(), score.unit(), new Samples(samples, Map.of()))));
            return;
        }
        JmhText.percentile(line).ifPresent(found -> {
            Map<Double, Double> percentiles = new HashMap<>(known.samples().percentiles());
            percentiles.put(found.getKey(), found.getValue());
            scores.put(
                    which,
                    new Score(
                            known.value(),
                            known.error(),
                            known.unit(),
                            new Samples(known.samples().number(), percentiles)));
        });
    }
}
