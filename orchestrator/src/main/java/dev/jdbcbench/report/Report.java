package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.ForkTrace;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.TwinResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a report is about, before it has a format.
 *
 * @param runs that are shown, in the order in which they were named
 * @param collected local and distant side by side; null where nothing was measured both near and far
 * @param compared a candidate and its base; null where nothing is judged
 */
public record Report(
        List<Run> runs,
        @Nullable Collected collected,
        @Nullable Compared compared) {
    /** Facts of a host that a reader asks for first, with what they are called. */
    private static final Map<String, String> FACTS = facts();

    public Report {
        runs = List.copyOf(runs);
    }

    /** A report without a candidate. */
    public Report(List<Run> runs, @Nullable Collected collected) {
        this(runs, collected, null);
    }

    /** The same report of a candidate and its base. */
    public Report comparing(Compared other) {
        return new Report(runs, collected, other);
    }

    private static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("cpu", "");
        facts.put("cpus", " CPUs");
        facts.put("memory", "");
        facts.put("distribution", "");
        facts.put("kernel", "");
        facts.put("virtualisation", "");
        return facts;
    }

    /**
     * A run with what only its events tell.
     *
     * @param command the words after {@code bench} that began it; empty where nobody wrote them down
     * @param hosts what is known of each host, in words, by its name
     * @param options of drivers that have some of their own, by the driver at its version
     * @param forks of each cell, by its key, in the order of time, those included that do not count
     */
    public record Run(
            Results results,
            List<String> command,
            Map<String, List<String>> hosts,
            Map<String, String> options,
            Map<String, List<ForkTrace>> forks) {
        public Run {
            command = List.copyOf(command);
        }

        /**
         * All that is known of a run.
         *
         * @param command the words after {@code bench} that began it
         */
        public static Run of(Fold fold, List<String> command) {
            return new Run(fold.results(), command, hostsOf(fold), optionsOf(fold), ForkTrace.of(fold));
        }

        /** Whether it has times that anybody is to read. */
        boolean hasTimes() {
            return !results.withoutTimes();
        }
    }

    /** A report of runs that stand for themselves. */
    public static Report of(Run... runs) {
        return new Report(List.of(runs), null);
    }

    /** A report of what was put side by side. */
    public static Report of(Collected collected) {
        return new Report(List.of(), collected);
    }

    private static Map<String, String> optionsOf(Fold fold) {
        Map<String, String> options = new LinkedHashMap<>();
        for (Driver driver : fold.plan().drivers()) {
            if (!driver.options().isEmpty() && !TwinResults.isTwin(fold.plan(), driver)) {
                options.put(
                        DriverName.of(driver.label(), driver.version()),
                        driver.options().entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(option -> option.getKey() + "=" + option.getValue())
                                .collect(Collectors.joining("&")));
            }
        }
        return options;
    }

    private static Map<String, List<String>> hostsOf(Fold fold) {
        Set<String> names = new LinkedHashSet<>(fold.plan().clientHosts());
        fold.plan().servers().forEach(server -> names.add(server.database()));
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        names.forEach(name -> {
            List<String> known = new ArrayList<>();
            FACTS.forEach((fact, unit) -> fold.fact(name, fact).ifPresent(value -> known.add(value + unit)));
            if (!known.isEmpty()) {
                hosts.put(name, known);
            }
        });
        return hosts;
    }
}
