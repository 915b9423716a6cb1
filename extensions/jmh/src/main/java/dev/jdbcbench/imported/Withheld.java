package dev.jdbcbench.imported;

import dev.jdbcbench.disclosure.JvmOption;
import dev.jdbcbench.disclosure.Whereabouts;
import dev.jdbcbench.imported.JmhLog.Benchmark;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A JMH file without what may name hosts, accounts or secrets: values of parameters, JVM options, and messages. Nothing else of a
 * file is made into a run, so none of it is written or printed.
 *
 * @param log the file without it
 * @param params names of the parameters that are left out
 * @param numbered those of them that get a number for each value, because benchmarks differ in nothing else
 * @param options names of the JVM options that are left out
 */
record Withheld(JmhLog log, SortedSet<String> params, SortedSet<String> numbered, SortedSet<String> options) {
    /** What both notes begin with, after its subject. */
    private static final String LEFT_OUT = " left out because they may name hosts or passwords: ";

    static Withheld of(JmhLog log) {
        SortedSet<String> params = new TreeSet<>();
        log.benchmarks()
                .forEach(benchmark -> benchmark.params().forEach((name, value) -> {
                    if (Whereabouts.inOption(name, value)) {
                        params.add(name);
                    }
                }));
        SortedSet<String> numbered = numbered(log, params);
        SortedSet<String> options = new TreeSet<>();
        Map<String, Map<String, String>> numbers = new TreeMap<>();
        List<Benchmark> benchmarks = log.benchmarks().stream()
                .map(benchmark -> new Benchmark(
                        benchmark.line(),
                        benchmark.name(),
                        shown(benchmark.params(), params, numbered, numbers),
                        shown(benchmark.settings(), options),
                        benchmark.unit(),
                        benchmark.forks(),
                        benchmark.broken().stream()
                                .map(fork -> new BrokenFork(
                                        fork.number(),
                                        fork.line(),
                                        Whereabouts.replaced(fork.reason(), (kind, found) -> {})))
                                .toList(),
                        benchmark.score(),
                        benchmark.secondary(),
                        benchmark.members()))
                .toList();
        JmhLog shown = new JmhLog(benchmarks, log.table(), log.truncated(), log.problems(), log.leftOut());
        return new Withheld(shown, params, numbered, options);
    }

    /** The parameters, of these, of which one benchmark has several values. Without them, it would appear twice. */
    private static SortedSet<String> numbered(JmhLog log, Set<String> params) {
        SortedSet<String> numbered = new TreeSet<>();
        for (String param : params) {
            Map<String, Set<Optional<String>>> values = new HashMap<>();
            for (Benchmark benchmark : log.benchmarks()) {
                Set<Optional<String>> found = values.computeIfAbsent(benchmark.name(), name -> new HashSet<>());
                found.add(Optional.ofNullable(benchmark.params().get(param)));
                if (found.size() > 1) {
                    numbered.add(param);
                }
            }
        }
        return numbered;
    }

    private static Map<String, String> shown(
            Map<String, String> all,
            Set<String> params,
            Set<String> numbered,
            Map<String, Map<String, String>> numbers) {
        Map<String, String> shown = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (!params.contains(name)) {
                shown.put(name, value);
            } else if (numbered.contains(name)) {
                Map<String, String> known = numbers.computeIfAbsent(name, key -> new HashMap<>());
                shown.put(name, known.computeIfAbsent(value, key -> name + "-" + (known.size() + 1)));
            }
        });
        return shown;
    }

    private static Settings shown(Settings settings, Set<String> leftOut) {
        return new Settings(
                settings.jmh().filter(text -> !Whereabouts.in(text)),
                settings.vm().filter(text -> !Whereabouts.in(text)),
                settings.vmOptions().map(all -> {
                    List<String> harmless = new ArrayList<>();
                    for (String option : all) {
                        if (JvmOption.isHarmless(option)) {
                            harmless.add(option);
                        } else if (!option.isBlank()) {
                            leftOut.add(JvmOption.name(option));
                        }
                    }
                    return harmless;
                }),
                settings.mode().filter(text -> !Whereabouts.in(text)),
                settings.threads(),
                settings.warmup(),
                settings.measurement(),
                settings.forks());
    }

    /** What is left out, in sentences. */
    List<String> notes() {
        String kept = numbered.isEmpty()
                ? ""
                : " Of " + String.join(", ", numbered)
                        + ", whose values distinguish benchmarks, a number is kept, in the order of the file.";
        return Stream.of(note("JVM options", options, ""), note("Parameters", params, kept))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> note(String subject, Set<String> names, String more) {
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(subject + LEFT_OUT + String.join(", ", names) + "." + more);
    }
}
