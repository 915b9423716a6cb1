package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.result.fold.ForkTrace;
import dev.jdbcbench.result.fold.TwinResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The content of a report, independent of its format.
 *
 * @param runs the runs to show, in the order in which they were given
 * @param collected local and distant side by side; null if nothing was measured on both sides
 * @param compared a candidate and its base; null if nothing is judged
 */
public record Report(
        List<Run> runs,
        @Nullable Collected collected,
        @Nullable Compared compared) {
    /** The most relevant facts of a host, with the suffix to show. */
    private static final Map<String, String> FACTS = facts();

    private static final Pattern KILOBYTES = Pattern.compile("[0-9]{1,15} kB");
    private static final double KILOBYTES_PER_GIBIBYTE = 1 << 20;

    public Report {
        runs = List.copyOf(runs);
    }

    /** A report without a candidate. */
    public Report(List<Run> runs, @Nullable Collected collected) {
        this(runs, collected, null);
    }

    /** A copy of this report with a candidate and its base. */
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
     * A run with details that only its events contain.
     *
     * @param command the words after {@code bench} that started it; empty if they were not recorded
     * @param hosts descriptions of each host, by host name
     * @param options the URL options of drivers that have some, by driver and version
     * @param forks forks of each cell, by the cell's key, in order of time, including uncounted ones
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
         * Everything known of a run.
         *
         * @param command the words after {@code bench} that started it
         */
        public static Run of(Fold fold, List<String> command) {
            return new Run(fold.results(), command, hostsOf(fold), optionsOf(fold), ForkTrace.of(fold));
        }

        /** Whether the run has meaningful times. */
        public boolean hasTimes() {
            return !results.withoutTimes();
        }
    }

    /** A report of runs shown one by one. */
    public static Report of(Run... runs) {
        return new Report(List.of(runs), null);
    }

    /** A report of local and distant side by side. */
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

    /** A fact without its explanation, and memory in a unit for people. */
    private static String readable(String fact) {
        String value = fact.replaceFirst(" \\(.*", "");
        return KILOBYTES.matcher(value).matches()
                ? String.format(
                        Locale.ROOT, "%.1f GiB", Double.parseDouble(value.replace(" kB", "")) / KILOBYTES_PER_GIBIBYTE)
                : value;
    }

    private static Map<String, List<String>> hostsOf(Fold fold) {
        Set<String> names = new LinkedHashSet<>(fold.plan().clientHosts());
        fold.plan().servers().forEach(server -> names.add(server.database()));
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        names.forEach(name -> {
            List<String> known = new ArrayList<>();
            FACTS.forEach((fact, unit) -> fold.fact(name, fact).ifPresent(value -> known.add(readable(value) + unit)));
            if (!known.isEmpty()) {
                hosts.put(name, known);
            }
        });
        return hosts;
    }
}
